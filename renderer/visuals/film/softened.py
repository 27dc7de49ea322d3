"""Pictures that keep their detail out of the caption box.

Painters compose around the box; what still falls into it (a ticker that runs through, a user's photograph,
the ground's own pattern) is drawn as if it lay out of focus there: no edge in the box is stronger than grain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Plane, Planes
from renderer.core.picture_spec import NO_REGION, Region
from renderer.kernels.blurring import blurred
from renderer.kernels.places import steps
from renderer.kernels.resampling import clamp
from renderer.kernels.shrinking import shrunk

GRAIN: Final = 4
"""Levels by which a pixel in the box may differ from its surroundings: paper and grain stay, edges do not."""

_FEATHER: Final = 0.08
"""Part of the frame's shorter side over which detail comes back above and below the box."""

_SIDES: Final = 0.15
"""The same to its left and right, where pictures seldom have their subject: no upright edge shows."""

_BLUR: Final = 0.085
"""Standard deviation of the blur as part of the shorter side: more than the stem of a headline's letter."""

_SLIGHT_BLUR: Final = 0.5
"""The blur of what has little contrast, as part of `_BLUR`: coasts and folds stay where they are."""

_CONTRAST: Final = (12, 26)
"""Mean deviations from the surroundings, in levels: up to the first the slight blur is used, from the
second on the full one."""

_SHRINK: Final = 4.0
"""Pixels of the blur's standard deviation that one pixel of the shrunk copy stands for."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Patch:
    """The part of a plane that is softened; `detail`: how far its pixels may differ from the blurred copy.

    A pixel of the blurred copy stands for `shrink` by `shrink` of the patch; `sigma`: its blur in its own
    pixels.
    """

    rows: slice
    columns: slice
    detail: Plane
    shrink: int
    sigma: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SoftenedPicture:
    """A `Picture` whose detail in the caption box is no stronger than grain."""

    picture: Picture
    luma: _Patch
    chroma: _Patch

    def draw(self, target: Planes, seconds: float) -> None:
        """Draw the picture, then soften what lies in the box."""
        self.picture.draw(target, seconds)
        soften(target.y, self.luma)
        soften(target.u, self.chroma)
        soften(target.v, self.chroma)


def soften(plane: Plane, patch: _Patch) -> None:
    """Clamp a plane to its blurred copy in the patch."""
    part = plane[patch.rows, patch.columns]
    soft = _out_of_focus(shrunk(part, patch.shrink), patch.sigma)
    # all of the copy on all of the patch
    way = steps(0.5 / patch.shrink - 0.5, 1 / patch.shrink)
    clamp(part, patch.detail, soft, way, way)


def softened(picture: Picture, region: Region, *, width: int, height: int) -> Picture:
    """The picture for captions in `region`; itself where there are none."""
    if region == NO_REGION:
        return picture
    return SoftenedPicture(
        picture=picture,
        luma=_patch(region, width, height),
        chroma=_patch(region, width // 2, height // 2),
    )


def _patch(region: Region, width: int, height: int) -> _Patch:
    sigma, shrink = _blur(width, height)
    rows, columns, detail = _feathered(region, width, height)
    return _Patch(
        rows=rows,
        columns=columns,
        detail=detail,
        shrink=shrink,
        sigma=sigma / shrink,
    )


@lru_cache(maxsize=4)
def _feathered(region: Region, width: int, height: int) -> tuple[slice, slice, Plane]:
    """Rows and columns around the region, and how much detail each pixel there may have: read only."""
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
    return rows, columns, detail


def _blur(width: int, height: int) -> tuple[float, int]:
    """Standard deviation of the full blur in pixels, and by how much the blurred copy is smaller."""
    sigma = _BLUR * min(width, height)
    return sigma, max(1, round(sigma / _SHRINK))


def _out_of_focus(small: Plane, sigma: float) -> Plane:
    """The blurred copy: the more contrast there is around a pixel, the wider its blur."""
    wide, slight = blurred(small, sigma), blurred(small, _SLIGHT_BLUR * sigma)
    strength = _STRENGTH[blurred(np.asarray(cv2.absdiff(small, wide), np.uint8), sigma)]
    return np.asarray(cv2.add(_part(wide, strength), _part(slight, 255 - strength)), np.uint8)


def _part(plane: Plane, strength: Plane) -> Plane:
    """The plane times `strength` / 255."""
    return np.asarray(cv2.multiply(plane, strength, scale=1 / 255), np.uint8)


def _strength() -> Plane:
    """How much of the full blur each mean deviation asks for, 0 to 255."""
    low, high = _CONTRAST
    return np.rint(np.clip((np.arange(256) - low) / (high - low), 0.0, 1.0) * 255).astype(np.uint8)


_STRENGTH: Final = _strength()


def _whole(start: float, stop: float, side: int, step: int) -> slice:
    """The pixels between two places of a side, as many as are a multiple of `step`: such shrink fast."""
    first = max(0, math.floor(start))
    count = max(1, min(math.ceil((stop - first) / step), (side - first) // step))
    return slice(first, first + count * step)


def _beyond(pixels: slice, start: float, stop: float) -> npt.NDArray[np.float64]:
    """How far each pixel lies outside of [start, stop]."""
    at = np.arange(pixels.start, pixels.stop, dtype=np.float64)
    return np.maximum(start - at, 0.0) + np.maximum(at - stop, 0.0)
