"""Hand-made sources, analyses, cues, lines and voiceovers for the tests of this folder."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pipelines.project.documents import Dub, DubbedLine
from renderer.contract.remix.analysis import (
    SourceAnalysis,
    SourceMeasures,
    TranscriptSegment,
    TranscriptWord,
)
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.core.timecode import TimeRange
from renderer.core.words import Word
from renderer.dubbing.fit import LinePlacement
from renderer.media.sources.video.facts import PictureTrack, SourceFacts
from renderer.text.lines import build_line

MEASURES = SourceMeasures(duration_seconds=600.0, width=640, height=360, frame_rate=25.0, has_audio=True)
Timed = tuple[int, int, str]


def source_facts(
    *entries: Fraction, width: int, height: int, seconds: int | Fraction, rate: int
) -> SourceFacts:
    """Facts of a silent, upright video with square pixels, entered at its beginning unless stated."""
    return SourceFacts(
        demuxer="mov",
        picture=PictureTrack(
            stream=0,
            width=width,
            height=height,
            aspect=Fraction(1),
            rotation=0,
            transfer=1,
            matrix=1,
            full_range=False,
            transparent=False,
        ),
        audio=(),
        origin=Fraction(0),
        duration=Fraction(seconds),
        rate=Fraction(rate),
        stamped=True,
        entries=entries or (Fraction(0),),
    )


def ms(start: int, end: int) -> TimeRange:
    return TimeRange(Fraction(start, 1000), Fraction(end, 1000))


def cue(start: int, end: int, text: str) -> TimedText:
    return TimedText(start_ms=start, end_ms=end, text=text)


def line(text: str, language: Language = Language.EN, name: str = "c1") -> Line:
    return build_line(text, id=name, language=language)


def heard(*words: Timed, trust: float = 0.9) -> TranscriptSegment:
    """A segment of these words, as long as they are."""
    return TranscriptSegment(
        start_ms=min(start for start, _, _ in words),
        end_ms=max(end for _, end, _ in words),
        text=" ".join(text for _, _, text in words),
        words=tuple(
            TranscriptWord(start_ms=start, end_ms=end, text=text, probability=trust)
            for start, end, text in words
        ),
    )


def phrase(start: int, end: int, text: str) -> TranscriptSegment:
    """A segment without word times."""
    return TranscriptSegment(start_ms=start, end_ms=end, text=text)


def analysis(*segments: TranscriptSegment, **more: Any) -> SourceAnalysis:
    return SourceAnalysis(source=MEASURES, transcript=segments, **more)


def placed(start_ms: int, samples: int, **more: Any) -> LinePlacement:
    return LinePlacement(**{"start_ms": start_ms, "samples": samples, "tempo": 1.0, "rate": 1.0} | more)


def dubbed(window: Timed, placement: LinePlacement, *words: Timed, reworded: bool = False) -> DubbedLine:
    start, end, text = window
    return DubbedLine(
        start_ms=start,
        end_ms=end,
        text=text,
        placement=placement,
        reworded=reworded,
        words=tuple(
            Word(text=said, span=ms(first, last), line="v1", token=number, confidence=0.8, source="espeak")
            for number, (first, last, said) in enumerate(words)
        ),
    )


def dub(*lines: DubbedLine) -> Dub:
    return Dub(
        audio="a" * 64,
        language=Language.EN,
        lines=lines,
        speaker="espeak",
        engine="espeak 1.52",
        fingerprint="f" * 64,
        notes=(),
    )
