"""What the stages have found out about a source, in the contract's terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Final

from pipelines.source.documents import HeardSource, SourceShots, SurveyedSource
from pipelines.source.measuring import measures_of
from pipelines.source.watching import shot_ranges_of
from renderer.analysis.cues import cues_of
from renderer.analysis.occupied import occupied_boxes
from renderer.analysis.reframing import framed_shots
from renderer.analysis.watched import Watched
from renderer.backends.transcription.base import TranscribedSegment, Transcript
from renderer.contract.remix.analysis import (
    SourceAnalysis,
    TimeSpan,
    TranscriptSegment,
    TranscriptWord,
)
from renderer.core.timecode import TimeRange

WORD: Final = 200
SEGMENT: Final = 2_000
"""Characters that the contract allows."""
ENGINE: Final = 100


def analysis_of(
    source: SurveyedSource,
    watched: Watched,
    *,
    shots: SourceShots,
    heard: HeardSource,
    transcript: Transcript,
) -> SourceAnalysis:
    """Everything that was found out, as one document; times end with the video."""
    duration = source.facts.duration
    return SourceAnalysis(
        source=measures_of(source),
        engine=transcript.engine[:ENGINE],
        language=transcript.language[:8] or None,
        transcript=tuple(_segments(transcript, duration)),
        captions=cues_of(transcript, duration=duration),
        speech=tuple(TimeSpan(start_ms=start, end_ms=end) for start, end in _inside(heard.speech, duration)),
        loudness_lufs=heard.loudness,
        shots=framed_shots(watched, shot_ranges_of(shots), duration=duration),
        occupied=occupied_boxes(watched, duration=duration),
    )


def _segments(transcript: Transcript, duration: Fraction) -> Iterator[TranscriptSegment]:
    for segment in transcript.segments:
        text = segment.text.strip()[:SEGMENT]
        for start, end in _inside([segment.span] if text else [], duration):
            yield TranscriptSegment(
                start_ms=start,
                end_ms=end,
                text=text,
                words=tuple(_words(segment, duration)),
            )


def _words(segment: TranscribedSegment, duration: Fraction) -> Iterator[TranscriptWord]:
    for word in segment.words:
        if text := word.text.strip()[:WORD]:
            for start, end in _inside([word.span], duration):
                yield TranscriptWord(start_ms=start, end_ms=end, text=text, probability=word.confidence)


def _inside(spans: Iterable[TimeRange], duration: Fraction) -> Iterator[tuple[int, int]]:
    """Start and end in milliseconds of what lies before the video's end."""
    for span in spans:
        start, end = floor(span.start * 1000), floor(min(span.end, duration) * 1000)
        if start < end:
            yield start, end
