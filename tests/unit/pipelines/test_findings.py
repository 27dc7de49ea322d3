"""Findings about a source in the contract's terms: nothing after its end, no empty text."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pipelines.source.documents import HeardSource, SourceShots, SurveyedSource
from pipelines.source.findings import ENGINE, SEGMENT, WORD, analysis_of
from renderer.analysis.watched import Watched
from renderer.backends.transcription.base import TranscribedSegment, TranscribedWord, Transcript
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.core.timecode import TimeRange
from renderer.media.sources.video.facts import PictureTrack, SourceFacts

PICTURE = PictureTrack(
    stream=0,
    width=720,
    height=576,
    aspect=Fraction(16, 15),
    rotation=90,
    transfer=1,
    matrix=1,
    full_range=False,
    transparent=False,
)
SOURCE = SurveyedSource(
    source="a" * 64,
    facts=SourceFacts(
        demuxer="mov",
        picture=PICTURE,
        audio=(),
        origin=Fraction(0),
        duration=Fraction(3),
        rate=Fraction(30_000, 1001),
        stamped=True,
        entries=(Fraction(0),),
    ),
    sound=None,
)
WATCHED = Watched(
    fps=10,
    luma=np.full((30, 32, 32), 90, np.uint8),
    chroma=np.full((30, 2, 16, 16), 128, np.uint8),
    motion=np.zeros((15, 18, 32), np.uint8),
    interest=np.full((3, 2), 0.5, np.float32),
    faces=np.zeros((0, 6), np.float32),
    texts=np.zeros((0, 6), np.float32),
    motion_step=2,
    interest_step=10,
    face_step=2,
    text_step=5,
)


def seconds(start: float, end: float) -> TimeRange:
    return TimeRange(Fraction(str(start)), Fraction(str(end)))


def word(start: float, end: float, text: str) -> TranscribedWord:
    return TranscribedWord(text=text, span=seconds(start, end), confidence=0.5)


def segment(start: float, end: float, text: str, *words: TranscribedWord) -> TranscribedSegment:
    return TranscribedSegment(text=text, span=seconds(start, end), words=words)


def found(
    *segments: TranscribedSegment, engine: str = "fake", speech: tuple[TimeRange, ...] = ()
) -> SourceAnalysis:
    transcript = Transcript(
        language="en", certainty=1.0, duration=Fraction(3), segments=segments, engine=engine
    )
    heard = HeardSource(audio="", loudness=None, speech=speech, speech_by="none")
    shots = SourceShots(fps=10, borders=(0, 12, 30), thumbnail="")
    return analysis_of(SOURCE, WATCHED, shots=shots, heard=heard, transcript=transcript)


def test_measures_are_of_the_upright_picture_in_square_pixels() -> None:
    measures = found().source
    assert (measures.width, measures.height, measures.has_audio) == (576, 768, False)
    assert (measures.duration_seconds, measures.frame_rate) == (3.0, 29.97)


def test_shots_tile_the_video_in_milliseconds() -> None:
    shots = found().shots
    assert [(shot.start_ms, shot.end_ms) for shot in shots] == [(0, 1200), (1200, 3000)]


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_a_segment_in_which_nothing_was_heard_is_left_out(text: str) -> None:
    analysis = found(segment(0, 1, text), segment(1, 2, " The sea. "))
    assert [(one.start_ms, one.text) for one in analysis.transcript] == [(1000, "The sea.")]
    assert [cue.text for cue in analysis.captions.cues] == ["The sea."]


def test_what_is_heard_past_the_end_ends_with_the_video_or_is_left_out() -> None:
    analysis = found(
        segment(2, 4, "now then", word(2, 2.5, "now"), word(2.9, 3.5, "then"), word(3.1, 3.5, "gone")),
        segment(3, 4, "after"),
    )
    (only,) = analysis.transcript
    assert (only.start_ms, only.end_ms) == (2000, 3000)
    assert [(one.start_ms, one.end_ms, one.text) for one in only.words] == [
        (2000, 2500, "now"),
        (2900, 3000, "then"),
    ]


def test_words_without_letters_or_time_are_no_words() -> None:
    analysis = found(
        segment(
            0, 2, "a b", word(0, 0.5, " a "), word(0.5, 0.5, "b"), word(0.6, 0.6004, "c"), word(1, 2, " ")
        )
    )
    assert [one.text for one in analysis.transcript[0].words] == ["a"]


def test_more_than_the_contract_holds_is_cut() -> None:
    long = segment(0, 3, "x" * (SEGMENT + 9), word(0, 3, "y" * (WORD + 9)))
    analysis = found(long, engine="e" * (ENGINE + 9))
    assert len(analysis.transcript[0].text) == SEGMENT
    assert len(analysis.transcript[0].words[0].text) == WORD
    assert analysis.engine == "e" * ENGINE


def test_speech_is_told_within_the_video() -> None:
    analysis = found(speech=(seconds(0.0004, 0.0009), seconds(0.5, 1.0005), seconds(2.5, 9), seconds(3, 9)))
    assert [(one.start_ms, one.end_ms) for one in analysis.speech] == [(500, 1000), (2500, 3000)]
    assert analysis.loudness_lufs is None
