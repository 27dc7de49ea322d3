"""The timeline of a long film: `FilmTimeline` → `FilmChapter`, `Insert`, `LinePlace`.

Every moment is a whole number of frames, so that an edit moves what comes after it by whole frames.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.core.mix import sound_sections
from renderer.core.timecode import TimeRange, sample_at

OPENING_CHAPTER: Final = "open"
"""Chapter id of the cold open's line, which belongs to no chapter."""


class InsertKind(StrEnum):
    """Kinds of pictures that are shown without speech."""

    TITLE = "title"
    CHAPTER = "chapter"
    QUOTE = "quote"
    CLOSING = "closing"


class Insert(Struct, frozen=True, kw_only=True):
    """A picture without speech over `span`; `chapter` is the id of the chapter it belongs to."""

    kind: InsertKind
    span: TimeRange
    chapter: str
    text: str
    number: int = 0


class LinePlace(Struct, frozen=True, kw_only=True):
    """A spoken line and when it starts (seconds); `sentence` names what is said.

    A sentence that is said twice has two lines.
    """

    line: str
    sentence: str
    chapter: str
    start: Fraction


class FilmChapter(Struct, frozen=True, kw_only=True):
    """A chapter of the finished film; the spans of all chapters tile it."""

    id: str
    number: int
    title: str
    span: TimeRange


class FilmTimeline(Struct, frozen=True, kw_only=True):
    """The whole film, `duration` seconds; lines and inserts in order, none overlapping."""

    duration: Fraction
    chapters: tuple[FilmChapter, ...]
    lines: tuple[LinePlace, ...]
    inserts: tuple[Insert, ...]

    @property
    def sections(self) -> tuple[int, ...]:
        """Where the sections of the film's sound begin (samples): with its chapters."""
        starts = (chapter.span.start for chapter in self.chapters)
        return sound_sections(starts, samples=sample_at(self.duration))
