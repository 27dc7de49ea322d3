"""Which caption words are shown when: `CaptionTrack` → `Page` → `CaptionLine` → `CaptionWord`.

Text stays in logical order; direction, shaping and geometry follow from language, style and frame size
and are computed where glyphs are drawn.
"""

from __future__ import annotations

from msgspec import Struct

from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.emphasis import Emphasis
from renderer.core.timecode import TimeRange


class CaptionWord(Struct, frozen=True, kw_only=True):
    """One displayed word, active during `span`; `index` points into `Narration.words`.

    A word too long for any line is cut into parts that share its index; all but the last are `broken`:
    they have no gap and are drawn with a hyphen where the script has one.
    """

    text: str
    span: TimeRange
    index: int
    gap: str = " "
    emphasis: Emphasis = Emphasis.NONE
    broken: bool = False


class CaptionLine(Struct, frozen=True, kw_only=True):
    """One line of a page, words in logical order."""

    words: tuple[CaptionWord, ...]


class Page(Struct, frozen=True, kw_only=True):
    """The caption words on screen together.

    `scale` in [0.7, 1] shrinks the style's size; `scrim` in [0, 1] is the opacity of the dark backing added
    where the picture is too bright to read on. `shift` moves the page down (up if negative) from its nominal
    position, as a share of the frame's height. `contrast` is the measured WCAG ratio of the text to what lies
    around it (0 when not measured).
    """

    span: TimeRange
    lines: tuple[CaptionLine, ...]
    scale: float = 1.0
    scrim: float = 0.0
    contrast: float = 0.0
    shift: float = 0.0


class CaptionTrack(Struct, frozen=True, kw_only=True):
    """All caption pages of a video, in order and not overlapping."""

    style: CaptionStyle
    position: CaptionPosition
    language: Language
    safe_area: str
    pages: tuple[Page, ...]
    notes: tuple[str, ...] = ()
