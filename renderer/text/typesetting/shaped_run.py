"""Data passed from shaping to rasterising."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from renderer.text.typesetting.face import Face

Coverage = NDArray[np.uint8]


class Glyph(Struct, frozen=True):
    """One placed glyph.

    `x` and `y` are px from the pen's origin on the baseline, y upward; `size` is its em in px; `unit` is the
    index of the unit it belongs to.
    """

    face: Face
    id: int
    size: float
    x: float
    y: float
    unit: int


class Unit(Struct, frozen=True):
    """The smallest part that can be shown by itself.

    It is one grapheme cluster, or several that share a ligature or conjunct: code points [start, end), px
    extent [left, right) from the pen's origin.
    """

    start: int
    end: int
    left: float
    right: float


class ShapedRun(Struct, frozen=True, kw_only=True):
    """A shaped text, with glyphs in visual order (left to right) and units in logical order.

    `advance`, `ascent` and `descent` are in px; the latter two are positive and taken from the faces used.
    """

    text: str
    size: float
    glyphs: tuple[Glyph, ...]
    units: tuple[Unit, ...]
    advance: float
    ascent: float
    descent: float

    def extent(self, start: int, end: int) -> tuple[float, float]:
        """Left and right px of the code points [start, end); a unit that they touch counts as a whole."""
        touched = [unit for unit in self.units if unit.start < end and start < unit.end]
        return min(unit.left for unit in touched), max(unit.right for unit in touched)


class InkExtents(Struct, frozen=True):
    """Edges of a run's ink in px from the pen's origin on the baseline, y downward."""

    left: float
    top: float
    right: float
    foot: float


class Mask(Struct, frozen=True, eq=False):
    """Coverage of a rasterised run, uint8 (height, width), rows downward.

    Pixel (row, column) covers x in [left + column, left + column + 1) from the pen's origin and
    y in [top + row, top + row + 1), y downward from the baseline.
    """

    alpha: Coverage
    left: int
    top: int
