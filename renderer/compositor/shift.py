"""Cutting a window out of a plane at fractions of a pixel, linear between pixels."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.kernels.places import steps
from renderer.kernels.resampling import Ways, resample, view

_WHOLE: Final = 1e-4
"""Fractions of a pixel below this count as 0."""

Corner = tuple[float, float]
"""x, y of a window's upper left corner in the plane, whose edges are repeated beyond it."""

Size = tuple[int, int]
"""Width, height."""


def window_at(plane: Plane, corner: Corner, size: Size) -> Plane:
    """The window of `size` at `corner`; at whole pixels inside the plane, a view not to be written to."""
    left, top = (near(value) for value in corner)
    inside = 0 <= left <= plane.shape[1] - size[0] and 0 <= top <= plane.shape[0] - size[1]
    if inside and left.is_integer() and top.is_integer():
        return plane[int(top) : int(top) + size[1], int(left) : int(left) + size[0]]
    window = np.empty((size[1], size[0]), np.uint8)
    shift_into(window, plane, corner)
    return window


def shift_into(target: Plane, plane: Plane, corner: Corner) -> None:
    """Fill `target` with the window of its size at `corner`."""
    resample(target, plane, *ways_from(corner))


def shift_all(target: Planes, source: Planes, corner: Corner) -> None:
    """Fill `target` with the window of its size at `corner` of the luma plane."""
    left, top = corner
    view(target.surface, source.surface, ways_from(corner), ways_from((left / 2, top / 2)))


def ways_from(corner: Corner) -> Ways:
    """Places across and down of a window's pixels."""
    return steps(near(corner[0]), 1.0), steps(near(corner[1]), 1.0)


def near(value: float) -> float:
    """The value, or the whole number from which it differs only by rounding."""
    whole = float(round(value))
    return whole if abs(value - whole) < _WHOLE else value
