"""A film fit: a manuscript, how much air its film has, and how it was made to fit."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from renderer.manuscript.document import Manuscript


class Adaptation(StrEnum):
    """How the script was made to fit."""

    NONE = "none"
    CONDENSED = "condensed"
    EXPANDED = "expanded"
    PACED = "paced"


class Cards(Struct, frozen=True, kw_only=True):
    """Seconds without narration: the opening, each chapter's card, the closing."""

    opening: float = 3.0
    chapter: float = 3.5
    closing: float = 4.5

    def total(self, chapters: int) -> float:
        """Seconds of all cards for that many carded chapters; opening and closing alone if cards are off."""
        return self.opening + self.chapter * chapters + self.closing


class Breathing(Struct, frozen=True, kw_only=True):
    """How much air a film has: pauses are scaled by `stretch`, speech runs at `rate` of the voice's own pace.

    `quotes` are shown full screen after their own sentence; `recaps` are repeated at the end of their
    chapter. Both hold sentence ids. `opening` is the sentence that opens the film before its title.
    `chapters` holds the stretch of each chapter where it was changed after the voice was heard (see
    `refitting`).
    """

    stretch: float = 1.0
    rate: float = 1.0
    opening: str = ""
    quotes: tuple[str, ...] = ()
    recaps: tuple[str, ...] = ()
    chapters: tuple[float, ...] = ()

    def stretch_of(self, number: int) -> float:
        """The stretch of pauses in chapter `number`, counted from 1."""
        return self.chapters[number - 1] if self.chapters else self.stretch


class FilmFit(Struct, frozen=True, kw_only=True):
    """A film fit: a manuscript that fills `seconds` (estimated) with this breathing."""

    manuscript: Manuscript
    adaptation: Adaptation
    breathing: Breathing
    seconds: float
    notes: tuple[str, ...] = ()
