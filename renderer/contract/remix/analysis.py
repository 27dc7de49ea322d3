"""What is found out about an uploaded video: measures, speech, shots, subject, occupied picture areas."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from renderer.contract.message import Message
from renderer.contract.orders.remix import Share
from renderer.contract.remix.timed_text import CueList, Milliseconds

WORDS: Final = 20_000
SPANS: Final = 20_000
"""The most words, and the most entries of any other kind, in an analysis."""


class SourceMeasures(Message):
    """A source as measured from its packets, upright, in square pixels: main file `source.json` of a probe.

    `has_audio` is about tracks that decode; `frame_rate` is the mean, in frames per second.
    """

    duration_seconds: Annotated[float, Field(gt=0)]
    width: Annotated[int, Field(ge=1, le=16_384)]
    height: Annotated[int, Field(ge=1, le=16_384)]
    frame_rate: Annotated[float, Field(gt=0, le=1000)]
    has_audio: bool


class TimeSpan(Message):
    """A stretch of time, half-open."""

    start_ms: Milliseconds
    end_ms: Milliseconds


class TranscriptWord(TimeSpan):
    """A word as heard, with the transcriber's probability."""

    text: Annotated[str, Field(min_length=1, max_length=200)]
    probability: Share = 1.0


class TranscriptSegment(TimeSpan):
    """A phrase as heard; who speaks is not told apart yet (`speaker` is None)."""

    text: Annotated[str, Field(min_length=1, max_length=2_000)]
    speaker: Annotated[str, Field(max_length=32)] | None = None
    words: Annotated[tuple[TranscriptWord, ...], Field(max_length=WORDS)] = ()


class SubjectPoint(Message):
    """Where the subject's middle is at a moment, as shares of the upright frame."""

    at_ms: Milliseconds
    x: Share
    y: Share


class SourceShot(TimeSpan):
    """A shot between two cuts and the smoothed path of its subject, straight between points.

    `confidence` 0 means that nothing was found and the path rests in the middle.
    """

    path: Annotated[tuple[SubjectPoint, ...], Field(min_length=1, max_length=SPANS)]
    confidence: Share = 0.0
    subject: Literal["face", "motion", "saliency", "none"] = "none"


class OccupiedBox(TimeSpan):
    """A part of the picture that captions keep clear of: a rectangle in shares of the frame."""

    kind: Literal["face", "text"]
    left: Share
    top: Share
    width: Share
    height: Share


class SourceAnalysis(Message):
    """All that is known about a source: `analysis.json` of an analysis, input object `analysis` later.

    `engine` names who transcribed, `none` where nobody could. `loudness_lufs` is None for silence.
    The times are those of the video as it plays, 0 at its first frame.
    """

    source: SourceMeasures
    engine: Annotated[str, Field(max_length=100)] = "none"
    language: Annotated[str, Field(min_length=2, max_length=8)] | None = None
    transcript: Annotated[tuple[TranscriptSegment, ...], Field(max_length=SPANS)] = ()
    captions: CueList = CueList()
    speech: Annotated[tuple[TimeSpan, ...], Field(max_length=SPANS)] = ()
    loudness_lufs: float | None = None
    shots: Annotated[tuple[SourceShot, ...], Field(max_length=SPANS)] = ()
    occupied: Annotated[tuple[OccupiedBox, ...], Field(max_length=SPANS)] = ()
