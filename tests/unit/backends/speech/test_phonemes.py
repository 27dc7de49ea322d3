from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.support.voice_sentences import SENTENCES
from renderer.backends.speech.embedded.espeak_process import EspeakProcess, shared_process
from renderer.backends.speech.neural.in_pieces import unspoken
from renderer.backends.speech.phonemes.from_espeak import shared_out, to_symbols
from renderer.backends.speech.phonemes.reading import read_aloud
from renderer.backends.speech.phonemes.sequence import (
    LAST_SOUND,
    LONGEST,
    PhonemeChunk,
    pieces,
    spans_of_tokens,
    token_edges,
)
from renderer.backends.speech.phonemes.symbols import NUMBERS, PAD, PAUSES, Sounded
from renderer.contract.vocabulary import Language
from renderer.core.script import Token
from renderer.text.lines import build_line

SPOKEN = [language for language in Language if language is not Language.AR]


def read(text: str, language: Language) -> tuple[Sounded, ...]:
    return read_aloud(build_line(text, id="l", language=language).tokens, language, process=shared_process())


def said(text: str, language: Language) -> str:
    return "".join(word.before + word.sounds + word.after for word in read(text, language)).strip()


@pytest.mark.parametrize(
    ("language", "text", "sounds"),
    [
        (Language.EN, "Why now? A cat, then.", "wˌI nˈW? ə kˈæt, ðˈɛn."),
        (Language.ES, "El mar azul.", "el mˈaɾ aθˈul."),
        (Language.ZH, "你好，世界。", "ni↗xau↓, ʂɨ↘ʨje↘."),
        (Language.JA, "海は青い。", "ɯmʲi βa aoi."),
        (Language.DE, "Jahr und Tag.", "jˈɑːɾ ʊnt tˈɑːk."),
        (Language.RU, "Дом.", "dˈom."),
    ],
)
def test_known_sentences_have_known_sounds(language: Language, text: str, sounds: str) -> None:
    assert said(text, language) == sounds


@pytest.mark.parametrize("language", SPOKEN)
def test_every_word_of_every_language_sounds_in_the_alphabet(language: Language) -> None:
    for text in SENTENCES[language]:
        line = build_line(text, id="l", language=language)
        words = read_aloud(line.tokens, language, process=shared_process())
        assert {word.token for word in words if word.sounds} == set(range(len(line.tokens)))
        assert [word.token for word in words] == sorted(word.token for word in words)
        assert all(symbol in NUMBERS for word in words for symbol in word.before + word.sounds + word.after)
        assert PAUSES & set(words[-1].after)


def test_words_that_the_reader_joins_or_splits_keep_a_share_of_the_sounds() -> None:
    line = build_line("It was the end of the year 1590.", id="l", language=Language.EN)
    words = read_aloud(line.tokens, Language.EN, process=shared_process())
    assert {word.token for word in words} == set(range(len(line.tokens)))
    assert all(word.sounds for word in words)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.JA, "NASAは宇宙を調べます。"),
        (Language.ZH, "这是NASA的船。"),
        (Language.EN, "The word мир means peace."),
    ],
)
def test_a_word_in_a_foreign_script_is_read(language: Language, text: str) -> None:
    line = build_line(text, id="l", language=language)
    words = read_aloud(line.tokens, language, process=shared_process())
    assert {word.token for word in words if word.sounds} == set(range(len(line.tokens)))


def test_a_reader_that_is_unknown_or_gone_says_so() -> None:
    with pytest.raises(LookupError, match="no voice"):
        shared_process().read_all([("xx-nobody", ["text"])], timeout=5)
    process = EspeakProcess()
    process.read_all([("en-us", ["one"])], timeout=5)
    first = process.read_all([("en-us", ["one", "two"])], timeout=5)
    process.close()
    assert process.read_all([("en-us", ["one", "two"])], timeout=5) == first == [["wˌʌn", "tˈuː"]]


def test_diphthongs_become_single_symbols() -> None:
    assert to_symbols("ɡɹˈe^ɪt", "en-us") == "ɡɹˈAt"
    assert to_symbols("bˈʌt^n̩", "en-us") == "bˈʌtᵊn"
    assert to_symbols("ħ", "ar") == "h"


def test_sounds_are_shared_out_by_length() -> None:
    assert shared_out(["ʌvðə", "ship"], ["ʌv", "ðə", "ship"]) == ["ʌv", "ðə", "ship"]
    assert shared_out(["a", "b", "c"], ["abc"]) == ["a b c"]
    assert len(shared_out([], ["one", "two"])) == 2


def word(token: int, sounds: str, after: str) -> Sounded:
    return Sounded(token=token, before="", sounds=sounds, after=after)


WORDS = st.lists(
    st.tuples(st.text("abdkmnopstu", min_size=1, max_size=14), st.sampled_from([" ", ", ", ". ", "? "])),
    min_size=1,
    max_size=90,
)


@given(WORDS)
def test_pieces_hold_every_word_and_are_never_too_long(drawn: list[tuple[str, str]]) -> None:
    words = [word(at, sounds, after) for at, (sounds, after) in enumerate(drawn)]
    parts = pieces(words)
    assert [one for part in parts for one in part.words] == words
    assert all(len(part.symbols) <= LONGEST for part in parts)
    assert all(part.numbers[0] == part.numbers[-1] == PAD for part in parts)
    total = sum(len(one.sounds + one.after) for one in words)
    assert len(parts) <= 2 * (total // LONGEST) + 1


def test_a_long_line_is_parted_at_a_mark() -> None:
    words = [word(at, "dedede", ", " if at == 14 else " ") for at in range(30)]
    assert [len(part.words) for part in pieces(words)] == [15, 15]


def test_a_word_before_a_mark_ends_before_the_pause() -> None:
    piece = PhonemeChunk(words=(word(0, "ab", ". "), word(1, "c", ".")))
    ends = [0.1, 0.2, 0.9, 1.0, 1.1, 1.3, 1.4, 1.5]
    assert token_edges(piece, ends) == [(0, 0.1, 0.2 + LAST_SOUND, True), (1, 1.1, 1.1 + LAST_SOUND, True)]


@given(
    st.lists(
        st.tuples(st.integers(0, 8), st.floats(-0.1, 5), st.floats(-0.1, 5), st.booleans()), max_size=12
    ),
    st.integers(1, 9),
    st.integers(0, 4000),
)
def test_spans_rise_whatever_the_model_says(
    edges: list[tuple[int, float, float, bool]], count: int, total: int
) -> None:
    spans = spans_of_tokens(edges, count=count, rate=1000, total=total, trust=0.9)
    if not edges or total < count:
        assert spans == ()
        return
    assert [span.token for span in spans] == list(range(count))
    flat = [edge for span in spans for edge in (span.start, span.end)]
    assert flat == sorted(flat)
    assert all(span.start < span.end for span in spans)
    assert flat[0] >= 0
    assert flat[-1] <= total


def test_a_word_without_sounds_is_noted_and_a_mark_is_not() -> None:
    tokens = (
        Token(display="Look", spoken="look"),
        Token(display="𓂀", spoken="𓂀"),
        Token(display="–", spoken="–"),
    )
    assert unspoken(tokens, [word(0, "lʊk", " ")], engine="kokoro") == (
        "“𓂀” is passed over, since kokoro knows no sounds for it",
    )
