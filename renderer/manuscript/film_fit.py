"""A film fit: a manuscript, how much air its film has, and what was done to make it fit."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from renderer.manuscript.document import Manuscript


class Adaptation(StrEnum):
    """What was done to the script to make it fit."""

    NONE = "none"
    CONDENSED = "condensed"
    EXPANDED = "expanded"
    PACED = "paced"


class Cards(Struct, frozen=True, kw_only=True):
    """Seconds that no sentence fills: the opening, each chapter's card, the closing."""

    opening: float = 3.0
    chapter: float = 3.5
    closing: float = 4.5

    def total(self, chapters: int) -> float:
        """Seconds of all cards; the opening stands in for the first chapter's card where cards are off."""
        return self.opening + self.chapter * chapters + self.closing


class Breathing(Struct, frozen=True, kw_only=True):
    """How much air a film has: pauses times `stretch`, speech at `rate` of the voice's own.

    `quotes` are shown full screen behind their own sentence; `recaps` are said again at their chapter's
    end. Both hold ids of sentences. `opening` is the sentence that opens the film before its title.
    `chapters` has the stretch of each chapter where the voice made it another one (see `refitting`).
    """

    stretch: float = 1.0
    rate: float = 1.0
    opening: str = ""
    quotes: tuple[str, ...] = ()
    recaps: tuple[str, ...] = ()
    chapters: tuple[float, ...] = ()

    def stretch_of(self, number: int) -> float:
        """The stretch of the pauses of chapter `number`, counted from 1."""
        return self.chapters[number - 1] if self.chapters else self.stretch


class FilmFit(Struct, frozen=True, kw_only=True):
    """A film fit: a manuscript that fills `seconds` (estimated) with this breathing."""

    manuscript: Manuscript
    adaptation: Adaptation
    breathing: Breathing
    seconds: float
    notes: tuple[str, ...] = ()
