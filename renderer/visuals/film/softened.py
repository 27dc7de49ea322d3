"""Pictures that keep their detail out of the caption box.

Painters compose around the box. Whatever still falls into it (a ticker that runs through, a user's
photograph, the ground's own pattern) is drawn as if out of focus: no edge in the box is stronger than grain.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.compositor.damage import UNKNOWN, Box, Shown
from renderer.compositor.look import Look
from renderer.compositor.picture import Picture, RedrawnPicture, redrawn
from renderer.compositor.planes import Plane, Planes
from renderer.core.picture_spec import NO_REGION, Region
from renderer.kernels.softening import Patch, patch, soften

GRAIN: Final = 4
"""Levels by which a pixel in the box may differ from its surroundings: paper and grain stay, edges do not."""

_FEATHER: Final = 0.08
"""Share of the frame's shorter side over which detail returns above and below the box."""

_SIDES: Final = 0.15
"""The same to the left and right, where pictures seldom have their subject; wide enough to hide upright
edges.
"""

_BLUR: Final = 0.085
"""Standard deviation of the blur as a share of the shorter side: more than the stem of a headline's letter.
"""

_SLIGHT_BLUR: Final = 0.5
"""The blur for low contrast as a share of `_BLUR`; coasts and folds stay recognisable."""

_CONTRAST: Final = (12, 26)
"""Mean deviations from the surroundings, in levels: the slight blur is used up to the first, the full one
from the second on.
"""

_SHRINK: Final = 4.0
"""Pixels of the blur's standard deviation per pixel of the shrunk copy."""


class SoftenedPicture(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture` whose detail in the caption box is no stronger than grain."""

    picture: RedrawnPicture
    luma: Patch
    chroma: Patch

    def look(self, seconds: float) -> Look:
        """The look of the wrapped picture."""
        return self.picture.look(seconds)

    def draw(self, target: Planes, seconds: float) -> None:
        """Draw the picture, then soften the content of the box."""
        self.redraw(target, seconds, over=UNKNOWN)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Draw onto a target whose contents `over` describes; returns what it shows afterwards."""
        shown = self.picture.redraw(target, seconds, over=over)
        soften(target.surface, self.luma, self.chroma, _STRENGTH)
        return shown.beneath(self._boxes)

    @property
    def _boxes(self) -> tuple[Box, Box]:
        (left, top), (rows, columns) = self.luma.corner, self.luma.detail.shape
        around = left // 2 * 2, top // 2 * 2, (left + columns + 1) // 2 * 2, (top + rows + 1) // 2 * 2
        (left, top), (rows, columns) = self.chroma.corner, self.chroma.detail.shape
        return around, (2 * left, 2 * top, 2 * (left + columns), 2 * (top + rows))


def softened(picture: Picture, region: Region, *, width: int, height: int) -> Picture:
    """The picture for captions in `region`; unchanged if there are none."""
    if region == NO_REGION:
        return picture
    luma, chroma = softening(region, width, height)
    return SoftenedPicture(picture=redrawn(picture), luma=luma, chroma=chroma)


def softening(region: Region, width: int, height: int) -> tuple[Patch, Patch]:
    """What of frames of this size is softened, in luma and in chroma."""
    return _patch(region, width, height), _patch(region, width // 2, height // 2)


def _patch(region: Region, width: int, height: int) -> Patch:
    sigma, shrink = _blur(width, height)
    corner, detail = _feathered(region, width, height)
    small = sigma / shrink
    return patch(corner, detail, shrink=shrink, sigmas=(small, _SLIGHT_BLUR * small))


@lru_cache(maxsize=4)
def _feathered(region: Region, width: int, height: int) -> tuple[tuple[int, int], Plane]:
    """Corner of the area around the region, and how much detail each of its pixels may have: read only."""
    short = min(width, height)
    pad, side = _FEATHER * short, _SIDES * short
    shrink = _blur(width, height)[1]
    left, right = region[0] * width, region[2] * width
    top, bottom = region[1] * height, region[3] * height
    rows, columns = (
        _whole(top - pad, bottom + pad, height, shrink),
        _whole(left - side, right + side, width, shrink),
    )
    beside, above = _beyond(columns, left, right) / side, _beyond(rows, top, bottom) / pad
    away = np.minimum(np.hypot(beside[None, :], above[:, None]), 1.0)
    detail = np.rint(GRAIN * (255 / GRAIN) ** away).astype(np.uint8)
    detail.flags.writeable = False
    return (columns.start, rows.start), detail


def _blur(width: int, height: int) -> tuple[float, int]:
    """Standard deviation of the full blur in pixels, and the factor by which the blurred copy is smaller."""
    sigma = _BLUR * min(width, height)
    return sigma, max(1, round(sigma / _SHRINK))


def _strength() -> Plane:
    """Share of the full blur for each mean deviation, 0 to 255."""
    low, high = _CONTRAST
    return np.rint(np.clip((np.arange(256) - low) / (high - low), 0.0, 1.0) * 255).astype(np.uint8)


_STRENGTH: Final = _strength()


def _whole(start: float, stop: float, side: int, step: int) -> slice:
    """The pixels between two places of an axis, a multiple of `step` in number, which shrinks fast."""
    first = max(0, math.floor(start))
    count = max(1, min(math.ceil((stop - first) / step), (side - first) // step))
    return slice(first, first + count * step)


def _beyond(pixels: slice, start: float, stop: float) -> npt.NDArray[np.float64]:
    """Distance of each pixel from [start, stop], 0 inside."""
    at = np.arange(pixels.start, pixels.stop, dtype=np.float64)
    return np.maximum(start - at, 0.0) + np.maximum(at - stop, 0.0)
