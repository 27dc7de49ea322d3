"""Pictures that keep their detail out of the caption box.

Painters compose around the box; what still falls into it (a ticker that runs through, a user's photograph,
the ground's own pattern) is drawn as if it lay out of focus there: no edge in the box is stronger than grain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Plane, Planes
from renderer.core.picture_spec import NO_REGION, Region

GRAIN: Final = 4
"""Levels by which a pixel in the box may differ from its surroundings: paper and grain stay, edges do not."""

_FEATHER: Final = 0.075
"""Part of the frame's shorter side over which detail comes back around the box."""

_BLUR: Final = 0.085
"""Standard deviation of the blur as part of the shorter side: more than the stem of a headline's letter."""

_SHRINK: Final = 4.0
"""Pixels of the blur's standard deviation that one pixel of the shrunk copy stands for."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Patch:
    """The part of a plane that is softened; `detail`: how far its pixels may differ from the blurred copy.

    `small` is the size (width, height) of the blurred copy, a whole fraction of the patch, and `sigma` its
    blur in its own pixels. `soft`, `upper` and `lower` are room for what is worked out from frame to frame.
    """

    rows: slice
    columns: slice
    detail: Plane
    small: tuple[int, int]
    sigma: float
    soft: Plane
    upper: Plane
    lower: Plane

    def apply(self, plane: Plane) -> None:
        """Clamp the plane to its blurred copy."""
        part = plane[self.rows, self.columns]
        small = cv2.resize(part, self.small, interpolation=cv2.INTER_AREA)
        blurred = cv2.GaussianBlur(small, (0, 0), self.sigma, borderType=cv2.BORDER_REPLICATE)
        cv2.resize(blurred, self.soft.shape[::-1], dst=self.soft, interpolation=cv2.INTER_LINEAR)
        cv2.add(self.soft, self.detail, dst=self.upper)
        cv2.subtract(self.soft, self.detail, dst=self.lower)
        cv2.min(part, self.upper, dst=part)
        cv2.max(part, self.lower, dst=part)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SoftenedPicture:
    """A `Picture` whose detail in the caption box is no stronger than grain."""

    picture: Picture
    luma: _Patch
    chroma: _Patch

    def draw(self, target: Planes, seconds: float) -> None:
        """Draw the picture, then soften what lies in the box."""
        self.picture.draw(target, seconds)
        self.luma.apply(target.y)
        self.chroma.apply(target.u)
        self.chroma.apply(target.v)


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
    short = min(width, height)
    sigma, pad = _BLUR * short, _FEATHER * short
    shrink = max(1, round(sigma / _SHRINK))
    left, right = region[0] * width, region[2] * width
    top, bottom = region[1] * height, region[3] * height
    rows, columns = (
        _whole(top - pad, bottom + pad, height, shrink),
        _whole(left - pad, right + pad, width, shrink),
    )
    away = np.hypot(_beyond(columns, left, right)[None, :], _beyond(rows, top, bottom)[:, None]) / pad
    detail = np.rint(GRAIN + (255 - GRAIN) * np.minimum(away, 1.0) ** 2).astype(np.uint8)
    return _Patch(
        rows=rows,
        columns=columns,
        detail=detail,
        small=(detail.shape[1] // shrink, detail.shape[0] // shrink),
        sigma=sigma / shrink,
        soft=np.empty_like(detail),
        upper=np.empty_like(detail),
        lower=np.empty_like(detail),
    )


def _whole(start: float, stop: float, side: int, step: int) -> slice:
    """The pixels between two places of a side, as many as are a multiple of `step`: such shrink fast."""
    first = max(0, math.floor(start))
    count = max(1, min(math.ceil((stop - first) / step), (side - first) // step))
    return slice(first, first + count * step)


def _beyond(pixels: slice, start: float, stop: float) -> npt.NDArray[np.float64]:
    """How far each pixel lies outside of [start, stop]."""
    at = np.arange(pixels.start, pixels.stop, dtype=np.float64)
    return np.maximum(start - at, 0.0) + np.maximum(at - stop, 0.0)
