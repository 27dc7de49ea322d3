"""Cues from words: readable, in order and inside the video; and the subtitle files made of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from renderer.analysis.cues import CHARACTERS, CHARACTERS_UNSPACED, cues_of
from renderer.backends.transcription.base import TranscribedSegment, TranscribedWord, Transcript
from renderer.captions.sidecars.cue_files import cue_srt, cue_vtt
from renderer.contract.remix.timed_text import CUES, CueList, TimedText
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.timecode import TimeRange

SAID = (
    "The octopus has three hearts and blue blood. Two of them pump it to the gills, and the third, "
    "which feeds the body, stops whenever it swims. So it rather walks than swims."
)


def transcript(text: str, *, language: str = "en", pace: float = 0.35, split: bool = True) -> Transcript:
    words = text.split() if split else list(text)
    spans = [
        TimeRange(Fraction(round(1000 * n * pace), 1000), Fraction(round(1000 * (n + 0.9) * pace), 1000))
        for n in range(len(words))
    ]
    heard = tuple(
        TranscribedWord(text=word, span=span, confidence=0.9) for word, span in zip(words, spans, strict=True)
    )
    whole = TranscribedSegment(text=text, span=TimeRange(spans[0].start, spans[-1].end), words=heard)
    return Transcript(
        language=language, certainty=1.0, duration=spans[-1].end + 2, segments=(whole,), engine="test"
    )


def test_all_words_are_in_cues_of_readable_length_that_end_with_sentences() -> None:
    heard = transcript(SAID)
    cues = cues_of(heard, duration=heard.duration)
    assert " ".join(cue.text for cue in cues.cues) == SAID
    assert cues.language == "en"
    assert all(len(cue.text) <= CHARACTERS for cue in cues.cues)
    assert not [cue.text for cue in cues.cues if ". " in cue.text], "no cue runs over a sentence"
    assert all(one.end_ms <= other.start_ms for one, other in pairwise(cues.cues))


def test_unspaced_languages_are_written_without_spaces() -> None:
    text = "章鱼有三个心脏。其中两个把血液送到鳃里。"
    heard = transcript(text, language="zh", split=False, pace=0.2)
    cues = cues_of(heard, duration=heard.duration)
    assert "".join(cue.text for cue in cues.cues) == text
    assert all(len(cue.text) <= CHARACTERS_UNSPACED for cue in cues.cues)


def test_a_language_that_captions_know_no_words_of_is_paged_all_the_same() -> None:
    heard = transcript("De octopus heeft drie harten en blauw bloed.", language="nl")
    assert cues_of(heard, duration=heard.duration).language == "nl"


def test_fast_speech_stands_long_enough_to_be_read_where_a_pause_allows() -> None:
    heard = transcript("Seventeen characters", pace=0.1)
    (cue,) = cues_of(heard, duration=Fraction(10)).cues
    assert cue.end_ms - cue.start_ms >= 1000 * len(cue.text) / 17 - 1


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_transcriber_says_the_cues_keep_the_contract(seed: int) -> None:
    """Words that overlap, run backwards, have no length, lie after the end, are huge or empty."""
    rng = np.random.default_rng(seed)
    words = []
    for _ in range(int(rng.integers(0, 300))):
        start = Fraction(int(rng.integers(0, 70_000)), 1000)
        text = str(rng.choice(["a", "word.", "wörter,", "  ", "x" * 400, "9", "—", "heart"]))
        span = TimeRange(start, start + Fraction(int(rng.integers(0, 1500)), 1000))
        words.append(TranscribedWord(text=text, span=span, confidence=0.5))
    segment = TranscribedSegment(text="…", span=TimeRange(Fraction(0), Fraction(70)), words=tuple(words))
    heard = Transcript(
        language=str(rng.choice(["en", "ja", "xx", ""])),
        certainty=0.0,
        duration=Fraction(70),
        segments=(segment,),
        engine="test",
    )
    cues = cues_of(heard, duration=Fraction(60))
    assert CueList.model_validate(cues.model_dump()) == cues
    assert all(cue.end_ms <= 60_000 and cue.text.strip() for cue in cues.cues)


def test_more_words_than_the_contract_has_cues_make_longer_cues() -> None:
    heard = transcript(" ".join(f"{number}." for number in range(5000)), pace=0.11)
    cues = cues_of(heard, duration=Fraction(600))
    assert 0 < len(cues.cues) <= CUES


CUE_LIST = CueList(
    language="en",
    cues=(
        TimedText(start_ms=0, end_ms=1240, text="One & two <three>"),
        TimedText(
            start_ms=35_990, end_ms=60_000, text="Words that do not fit on one line of forty-two characters"
        ),
    ),
)


def test_subrip() -> None:
    assert cue_srt(CUE_LIST) == (
        "1\n00:00:00,000 --> 00:00:01,240\nOne & two <three>\n\n"
        "2\n00:00:35,990 --> 00:01:00,000\nWords that do not fit on one line of\nforty-two characters\n"
    )


def test_webvtt_escapes_and_places() -> None:
    text = cue_vtt(
        CUE_LIST, place=lambda cue: CaptionPosition.TOP if cue.start_ms else CaptionPosition.BOTTOM
    )
    assert text == (
        "WEBVTT\nLanguage: en\n\n"
        "00:00:00.000 --> 00:00:01.240\nOne &amp; two &lt;three&gt;\n\n"
        "00:00:35.990 --> 00:01:00.000 line:10%\nWords that do not fit on one line of\n"
        "forty-two characters\n"
    )
    assert cue_vtt(CueList()) == "WEBVTT\n"
