"""Cutting a window out of a plane at fractions of a pixel, linear between pixels.

Where the fraction is in one direction only, two windows are mixed: a third faster than the general cut.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.compositor.planes import Plane

_WHOLE: Final = 1e-4
"""Fractions of a pixel below this are none."""

Corner = tuple[float, float]
"""x, y of a window's upper left corner in the plane. One that leaves it is not exact at its edges."""

Size = tuple[int, int]
"""Width, height."""


def window_at(plane: Plane, corner: Corner, size: Size) -> Plane:
    """The window of `size` at `corner`: at whole pixels a view of the plane, to be read only."""
    pair = _pair(plane, corner, size)
    if not pair:
        return _cut(plane, corner, size)
    here, there, share = pair
    return np.asarray(cv2.addWeighted(here, 1 - share, there, share, 0), np.uint8) if share else here


def shift_into(target: Plane, plane: Plane, corner: Corner) -> None:
    """Fill `target` with the window of its size at `corner`."""
    size = (target.shape[1], target.shape[0])
    pair = _pair(plane, corner, size)
    if not pair:
        cv2.getRectSubPix(plane, size, _centre(corner, size), patch=target)
        return
    here, there, share = pair
    if share:
        cv2.addWeighted(here, 1 - share, there, share, 0, dst=target)
    else:
        target[:] = here


def _cut(plane: Plane, corner: Corner, size: Size) -> Plane:
    return np.asarray(cv2.getRectSubPix(plane, size, _centre(corner, size)), np.uint8)


def _centre(corner: Corner, size: Size) -> tuple[float, float]:
    return corner[0] + (size[0] - 1) / 2, corner[1] + (size[1] - 1) / 2


def _pair(plane: Plane, corner: Corner, size: Size) -> tuple[Plane, Plane, float] | None:
    """Two windows and the second's share, where their mixture is the cut; else None."""
    (column, right), (row, down) = _split(corner[0]), _split(corner[1])
    if right and down:
        return None
    next_column, next_row = column + bool(right), row + bool(down)
    height, width = plane.shape
    if not (0 <= column <= next_column <= width - size[0] and 0 <= row <= next_row <= height - size[1]):
        return None
    here = plane[row : row + size[1], column : column + size[0]]
    there = plane[next_row : next_row + size[1], next_column : next_column + size[0]]
    return here, there, right + down


def _split(value: float) -> tuple[int, float]:
    """Whole pixels, and the fraction beyond them in [0, 1)."""
    near = round(value)
    if abs(value - near) < _WHOLE:
        return near, 0.0
    whole = math.floor(value)
    return whole, value - whole
