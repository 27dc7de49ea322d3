"""Pictures that keep their detail out of the caption box.

Painters compose around the box. Whatever still falls into it (a ticker that runs through, a user's
photograph, the ground's own pattern) is drawn as if out of focus: no edge in the box is stronger than grain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from renderer.compositor.assembled import AssembledPicture
from renderer.compositor.damage import UNKNOWN, Box, Shown
from renderer.compositor.look import Look
from renderer.compositor.picture import Picture, RedrawnPicture, redrawn
from renderer.compositor.planes import Plane, Planes, copied
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


@dataclass(slots=True, eq=False)
class SoftCache:
    """A `ground` asked for lately, and a copy of it with softened boxes, which no longer changes."""

    ground: Planes = UNKNOWN.ground
    soft: Planes | None = None


class SoftenedPicture(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture` whose detail in the caption box is no stronger than grain.

    `boxes` are those that softening changes. While nothing moves in them, they are softened once, together
    with the ground. `parts` is the picture, if it can tell what its frames consist of.
    """

    picture: RedrawnPicture
    parts: AssembledPicture | None
    luma: Patch
    chroma: Patch
    boxes: tuple[Box, Box]
    cache: SoftCache

    def look(self, seconds: float) -> Look:
        """The look of the wrapped picture."""
        return self.picture.look(seconds)

    def draw(self, target: Planes, seconds: float) -> None:
        """Draw the picture, then soften the content of the box."""
        self.redraw(target, seconds, over=UNKNOWN)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Draw onto a target whose contents `over` describes; returns what it shows afterwards."""
        whole = self.parts.assembled(seconds, (target.width, target.height)) if self.parts else None
        if whole and not whole.touches(self.boxes) and (soft := self._soft(whole.ground)):
            return replace(whole, ground=soft).draw(target, over=self._as_on(soft, over))
        if whole:
            shown = whole.draw(target, over=self._as_on(whole.ground, over))
        else:
            shown = self.picture.redraw(target, seconds, over=over)
        self._soften(target)
        return shown.beneath(self.boxes)

    def _soft(self, ground: Planes) -> Planes | None:
        """The softened ground, or None if it is asked for the first time: some grounds last for a frame."""
        cache = self.cache
        if cache.ground is not ground:
            cache.ground, cache.soft = ground, None
        elif not cache.soft:
            cache.soft = copied(ground)
            self._soften(cache.soft)
        return cache.soft

    def _as_on(self, ground: Planes, over: Shown) -> Shown:
        """What a buffer shows, told from `ground`: it differs from its softened copy only in the boxes."""
        pair = self.cache.ground, self.cache.soft
        if over.ground is ground or over.ground not in pair or ground not in pair:
            return over
        return Shown(ground, (*over.boxes, *self.boxes))

    def _soften(self, target: Planes) -> None:
        soften(target.surface, self.luma, self.chroma, _STRENGTH)


def softened(picture: Picture, region: Region, *, width: int, height: int) -> Picture:
    """The picture for captions in `region`; unchanged if there are none."""
    if region == NO_REGION:
        return picture
    luma, chroma = softening(region, width, height)
    return SoftenedPicture(
        picture=redrawn(picture),
        parts=picture if isinstance(picture, AssembledPicture) else None,
        luma=luma,
        chroma=chroma,
        boxes=_boxes(luma, chroma),
        cache=SoftCache(),
    )


def softening(region: Region, width: int, height: int) -> tuple[Patch, Patch]:
    """What of frames of this size is softened, in luma and in chroma."""
    return _patch(region, width, height), _patch(region, width // 2, height // 2)


def _boxes(luma: Patch, chroma: Patch) -> tuple[Box, Box]:
    (left, top), (rows, columns) = luma.corner, luma.detail.shape
    around = left // 2 * 2, top // 2 * 2, (left + columns + 1) // 2 * 2, (top + rows + 1) // 2 * 2
    (left, top), (rows, columns) = chroma.corner, chroma.detail.shape
    return around, (2 * left, 2 * top, 2 * (left + columns), 2 * (top + rows))


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
