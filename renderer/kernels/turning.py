"""Turns an RGB picture together with its alpha, in one pass."""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np

from renderer.kernels import colour_reference, pictures
from renderer.kernels.library import library
from renderer.kernels.pictures import Pixels

ONE: Final = 1 << 20
"""One pixel in the fixed point of places."""

_RGB: Final = 3
_FARTHEST: Final = 1 << 24
Way = tuple[float, float, float]
"""A source coordinate of the first target pixel, and its increments per column and per row."""


class _Turning(ctypes.Structure):
    """`Turning` of turn.c."""

    _fields_ = (
        ("picture", ctypes.c_void_p),
        ("alpha", ctypes.c_void_p),
        ("picture_stride", ctypes.c_ssize_t),
        ("alpha_stride", ctypes.c_ssize_t),
        ("source", ctypes.c_void_p),
        ("source_alpha", ctypes.c_void_p),
        ("source_stride", ctypes.c_ssize_t),
        ("source_alpha_stride", ctypes.c_ssize_t),
        ("x", ctypes.c_int64 * 3),
        ("y", ctypes.c_int64 * 3),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("source_width", ctypes.c_int32),
        ("source_height", ctypes.c_int32),
    )


def turned(
    source: Pixels, alpha: Pixels, size: tuple[int, int], *, across: Way, down: Way
) -> tuple[Pixels, Pixels]:
    """The picture (height, width, 3) and alpha (height, width), resampled linearly to `size` (width, height).

    `across` gives the source column and `down` the source row of each target pixel, in pixels from the middle
    of the first one. Alpha is 0 beyond the source, and colours are 0 more than a pixel beyond it.

    Raises:
        ValueError: an array cannot be used as it is, or places are too far away.
    """
    source, alpha = pictures.picture(source, _RGB), np.ascontiguousarray(alpha)
    high, wide = source.shape[:2]
    ways = [tuple(round(part * ONE) for part in way) for way in (across, down)]
    farthest = max(abs(way[0]) + abs(way[1]) * size[0] + abs(way[2]) * size[1] for way in ways)
    if alpha.shape != (high, wide) or alpha.dtype != np.uint8 or min(size) < 1 or farthest > _FARTHEST * ONE:
        message = (
            f"an alpha of {alpha.shape} {alpha.dtype} and {source.shape} do not turn to {size} by {ways}"
        )
        raise ValueError(message)
    picture, seen = np.empty((size[1], size[0], _RGB), np.uint8), np.empty((size[1], size[0]), np.uint8)
    compiled = library()
    if not compiled:
        picture[:], seen[:] = colour_reference.turned(source, alpha, ways[0], ways[1], size)
        return picture, seen
    given = _Turning(
        picture=picture.ctypes.data,
        alpha=seen.ctypes.data,
        picture_stride=picture.strides[0],
        alpha_stride=seen.strides[0],
        source=source.ctypes.data,
        source_alpha=alpha.ctypes.data,
        source_stride=source.strides[0],
        source_alpha_stride=alpha.strides[0],
        x=(ctypes.c_int64 * 3)(*ways[0]),
        y=(ctypes.c_int64 * 3)(*ways[1]),
        width=size[0],
        height=size[1],
        source_width=wide,
        source_height=high,
    )
    compiled.clipwright_turn(ctypes.byref(given))
    return picture, seen
