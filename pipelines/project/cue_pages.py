"""Cues as caption pages: each cue laid out by itself, so that no page runs from one into the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.contract.orders.remix import RemixCaptions
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.script import Line, Role, Scene, Script
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, SpokenLine, Word

SAFE_AREA = "organic"


class TimedCue(Struct, frozen=True, kw_only=True):
    """A cue, its line of tokens, and a time for each of them."""

    cue: TimedText
    line: Line
    words: tuple[Word, ...]

    @property
    def span(self) -> TimeRange:
        """When the cue is on screen: its own time, moved only as far as its words are."""
        start, end = Fraction(self.cue.start_ms, 1000), Fraction(self.cue.end_ms, 1000)
        first, last = self.words[0].span.start, self.words[-1].span.end
        return TimeRange(max(start, first), max(end, last))


def caption_track(
    cues: Sequence[TimedCue], *, captions: RemixCaptions, language: Language, frame: Frame
) -> CaptionTrack:
    """The pages of all cues; a cue's last page stays until the cue ends or the next begins.

    Raises:
        ClipwrightError: `text_too_wide`.
    """
    tracks = [_laid_out(cue, captions=captions, language=language, frame=frame) for cue in cues]
    pages = [page for cue, track in zip(cues, tracks, strict=True) for page in _until_the_end(cue, track)]
    notes = dict.fromkeys(note for track in tracks for note in track.notes)
    return CaptionTrack(
        style=captions.style,
        position=captions.position,
        language=language,
        safe_area=SAFE_AREA,
        pages=tuple(_apart(pages)),
        notes=tuple(notes),
    )


def _laid_out(cue: TimedCue, *, captions: RemixCaptions, language: Language, frame: Frame) -> CaptionTrack:
    span = TimeRange(cue.words[0].span.start, cue.words[-1].span.end)
    narration = Narration(
        audio="",
        duration=span.end,
        lines=(SpokenLine(line=cue.line.id, span=span),),
        words=cue.words,
        engine="",
    )
    scene = Scene(id="cue", role=Role.BEAT, lines=(cue.line,))
    script = Script(language=language, title="", scenes=(scene,), source="cues")
    return lay_out(
        narration,
        script,
        style=captions.style,
        position=captions.position,
        language=language,
        frame=frame,
        safe_area=SAFE_AREA,
        opening=False,
    )


def _until_the_end(cue: TimedCue, track: CaptionTrack) -> Iterator[Page]:
    if not track.pages:
        return
    yield from track.pages[:-1]
    last = track.pages[-1]
    yield replace(last, span=TimeRange(last.span.start, max(last.span.start, cue.span.end)))


def _apart(pages: Sequence[Page]) -> Iterator[Page]:
    """The pages, cut so that none is still on screen when the next one begins."""
    for page, following in pairwise(pages):
        end = max(page.span.start, min(page.span.end, following.span.start))
        yield replace(page, span=TimeRange(page.span.start, end))
    yield from pages[-1:]
