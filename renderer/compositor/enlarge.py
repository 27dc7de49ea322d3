"""Enlarging a plane about one of its pixels by plain resizes: half a warp's time, and finer steps."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.compositor.planes import Plane

Pin = tuple[tuple[int, int], tuple[int, int]]
"""A pixel corner (x, y) of the target and the one of the source that lies under it at every size."""

_TURNS: Final = (-1, 0, 1)
"""How `cv2.flip` turns the upper left, upper right and lower left quarter; the lower right stays."""


def enlarge_about(source: Plane, scale: float, pin: Pin, target: Plane) -> None:
    """Fill `target` from `source` at `scale` source pixels to a target pixel, linear between pixels.

    The source must reach so far around its pin that it fills the target. Resizing keeps the first corner of
    an image in place, so each quarter around the pin is turned to begin there.
    """
    quarters = zip(_quarters(source, pin[1]), _quarters(target, pin[0]), strict=True)
    for number, (there, here) in enumerate(quarters):
        rows, columns = here.shape
        seen = _seen(there, number, math.ceil(rows * scale) + 1, math.ceil(columns * scale) + 1)
        drawn = _resized(seen, scale)
        if not here.size:
            continue
        if number < len(_TURNS):
            cv2.flip(drawn[:rows, :columns], _TURNS[number], dst=here)
        else:
            here[:] = drawn[:rows, :columns]


def _seen(quarter: Plane, number: int, rows: int, columns: int) -> Plane:
    """As much of a quarter of the source as is needed around its pin, turned to begin there."""
    below, right = number > 1, number % 2 == 1
    near = quarter[:rows] if below else quarter[max(0, quarter.shape[0] - rows) :]
    near = near[:, :columns] if right else near[:, max(0, quarter.shape[1] - columns) :]
    return np.asarray(cv2.flip(near, _TURNS[number]), np.uint8) if number < len(_TURNS) else near


def _resized(plane: Plane, scale: float) -> Plane:
    """The plane at `scale` of its pixels to a new one, the first corner in place."""
    height, width = plane.shape
    if (round(height / scale), round(width / scale)) != (height, width):
        return np.asarray(cv2.resize(plane, None, fx=1 / scale, fy=1 / scale), np.uint8)
    # Where the size stays the same, cv2.resize copies instead: up to half a pixel off at the far edge.
    back = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(plane, back, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _quarters(plane: Plane, at: tuple[int, int]) -> tuple[Plane, Plane, Plane, Plane]:
    x, y = at
    return plane[:y, :x], plane[:y, x:], plane[y:, :x], plane[y:, x:]
