"""A laid-out page as values: its words at their positions."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.schema import Style
from renderer.core.captions import CaptionWord
from renderer.core.emphasis import Emphasis
from renderer.text.typesetting.shaped_run import ShapedRun

PLATE_EDGE: Final = 0.045
"""Em of plate kept around the outermost ink."""


class PlacedWord(Struct, frozen=True, eq=False):
    """One word on the page. `order` counts in reading order; the pen starts at (`x`, `baseline`).

    `box` is the area of the word in its line: as wide as its advance, as high as the line's core ink.
    `levels` are the embedding levels of its drawn text within its line.
    """

    word: CaptionWord
    order: int
    line: int
    run: ShapedRun
    levels: tuple[int, ...]
    x: float
    baseline: float
    box: Rect


class PageGeometry(Struct, frozen=True, eq=False):
    """A laid-out page. `scale` is frame pixels per style pixel, page shrinkage included.

    `lines` are the core boxes of the lines (around which plates are drawn); `block` contains all ink, strokes
    and plates.
    """

    words: tuple[PlacedWord, ...]
    lines: tuple[Rect, ...]
    block: Rect
    scale: float


class LetterForm(Struct, frozen=True, kw_only=True):
    """Slant and tilt of a page's letters in degrees, clockwise about `center` (frame pixels).

    `stroke` is the thickest outline of any of their looks at base size, in pixels.
    """

    slant: float
    tilt: float
    center: tuple[float, float]
    stroke: float


def power_word(style: Style, word: CaptionWord) -> bool:
    """Whether the style draws this word as a power word."""
    return word.emphasis is not Emphasis.NONE and word.emphasis in style.power.kinds
