"""Lines in several scripts: which voice reads which words, and how the parts are joined again."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.backends.speech.joining import PAUSE_SECONDS, joined, resampled
from renderer.backends.speech.script_runs import (
    OWN_SCRIPTS,
    SCRIPT_VOICES,
    VOICE_NAMES,
    foreign_script,
    runs_by_script,
)
from renderer.contract.vocabulary import Language
from renderer.core.script import Token


def tokens(*words: str) -> list[Token]:
    return [Token(display=word, spoken=word) for word in words]


def speech(*lengths: int, rate: int = 1000, notes: tuple[str, ...] = ()) -> Speech:
    """A sequence of tones, one per token, of so many samples each."""
    spans, at = [], 0
    for token, length in enumerate(lengths):
        spans.append(TokenSpan(token=token, start=at, end=at + length, confidence=0.5))
        at += length
    samples = np.sin(np.arange(at) * 0.3).astype(np.float32)
    return Speech(samples=samples, rate=rate, spans=tuple(spans), notes=notes)


@pytest.mark.parametrize(
    ("language", "words", "runs"),
    [
        (Language.EN, ["The", "word", "мир", "is"], [("own", 2), ("ru", 1), ("own", 1)]),
        (Language.RU, ["Слово", "peace", "есть"], [("own", 3)]),
        (Language.JA, ["これは", "カナ", "漢字"], [("own", 3)]),
        (Language.ZH, ["这是", "かな"], [("own", 1), ("ja", 1)]),
        (Language.EN, ["漢字", "αβγ", "שלום", "한글"], [("cmn", 1), ("el", 1), ("he", 1), ("ko", 1)]),
        (Language.HI, ["नमस्ते", "1947", "!"], [("own", 3)]),
        (Language.FR, ["été", "ñandú", "Łódź"], [("own", 3)]),
        (Language.EN, [], []),
    ],
)
def test_each_script_has_its_reader_and_latin_is_read_by_all(
    language: Language, words: list[str], runs: list[tuple[str, int]]
) -> None:
    found = runs_by_script(tokens(*words), language=language, own_voice="own")
    assert [(run.voice, len(run.tokens)) for run in found] == runs


@given(
    words=st.lists(st.text(st.sampled_from("abмирنم漢カあ한α1 "), max_size=4), max_size=10),
    language=st.sampled_from(Language),
)
@settings(max_examples=50, deadline=None)
def test_runs_hold_every_token_once_in_order(words: list[str], language: Language) -> None:
    line = tokens(*words)
    runs = runs_by_script(line, language=language, own_voice="own")
    assert [token for run in runs for token in run.tokens] == line
    assert all(one.voice != other.voice for one, other in pairwise(runs))


@pytest.mark.parametrize(
    ("text", "script"),
    [("abc", ""), ("a1!", ""), ("abcмир", "CYRILLIC"), ("ⅣⅤ", ""), ("नम", "DEVANAGARI"), ("", ""), ("𓂀", "")],
)
def test_the_first_letter_that_is_not_latin_tells_the_script(text: str, script: str) -> None:
    assert foreign_script(text, own=frozenset()) == script


def test_scripts_are_named_as_unicode_names_them_and_every_language_has_a_voice() -> None:
    samples = "اԱকমДनაαગਗ한אあಕカമதతไ漢"
    named = {unicodedata.name(letter).partition(" ")[0] for letter in samples}
    assert set(SCRIPT_VOICES) == named
    assert set(VOICE_NAMES) == set(Language) - {Language.JA}
    assert all(scripts <= {*SCRIPT_VOICES, "KATAKANA-HIRAGANA"} for scripts in OWN_SCRIPTS.values())


def test_parts_follow_each_other_with_a_pause_and_tokens_are_counted_on() -> None:
    whole = joined([speech(100, 50), speech(30)])
    pause = round(PAUSE_SECONDS * 1000)
    assert len(whole.samples) == 150 + pause + 30
    assert [(span.token, span.start, span.end) for span in whole.spans] == [
        (0, 0, 100),
        (1, 100, 150),
        (2, 150 + pause, 180 + pause),
    ]
    assert not whole.samples[150 : 150 + pause].any()
    assert np.array_equal(whole.samples[:150], speech(100, 50).samples)
    assert np.array_equal(whole.samples[150 + pause :], speech(30).samples)


def test_one_part_is_itself() -> None:
    part = speech(100, notes=("a",))
    whole = joined([part])
    assert np.array_equal(whole.samples, part.samples)
    assert (whole.spans, whole.rate, whole.notes) == (part.spans, part.rate, part.notes)


def test_notes_are_kept_once_in_order() -> None:
    parts = [speech(5, notes=("b", "a")), speech(5, notes=("a", "c"))]
    assert joined(parts).notes == ("b", "a", "c")


def test_another_rate_is_brought_to_the_first_with_its_times() -> None:
    whole = joined([speech(1000), speech(800, 800, rate=2000)])
    assert whole.rate == 1000
    assert len(whole.samples) == pytest.approx(1000 + 40 + 800, abs=2)
    assert [(span.start, span.end) for span in whole.spans[1:]] == [(1040, 1440), (1440, 1840)]


@pytest.mark.parametrize("rate", [800, 1000, 1600, 2205])
def test_resampled_speech_lasts_as_long_and_sounds_at_the_same_pitch(rate: int) -> None:
    hertz, seconds = 50, 2
    times = np.arange(seconds * 1000) / 1000
    tone = Speech(
        samples=np.sin(2 * np.pi * hertz * times).astype(np.float32),
        rate=1000,
        spans=(TokenSpan(token=0, start=0, end=seconds * 1000, confidence=1.0),),
    )
    found = resampled(tone, rate)
    assert len(found.samples) == pytest.approx(seconds * rate, abs=2)
    assert found.samples.dtype == np.float32
    assert found.spans[0].end <= len(found.samples)
    loudest = np.argmax(np.abs(np.fft.rfft(found.samples)))
    assert loudest * rate / len(found.samples) == pytest.approx(hertz, abs=1)


def test_speech_at_its_own_rate_is_not_touched() -> None:
    part = speech(10)
    assert resampled(part, part.rate) is part
