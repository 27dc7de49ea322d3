"""A soft RGB picture of floats, doubled to bytes with noise in place of steps."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import colour_reference, pictures
from renderer.kernels.library import check, library
from renderer.kernels.pictures import Pixels

ONE_LEVEL: Final = 128
"""The noise's unit: parts of a level."""

_RGB: Final = 3
_OVER: Final = (0, 1)
"""Rows and columns that a doubled ground may have too many."""

Ground = npt.NDArray[np.float32]
Noise = npt.NDArray[np.int16]


def strewn(noise: npt.NDArray[np.int16]) -> Noise:
    """Noise (side, side), `side` even, 128 to a level, half a level included, as `doubled` wants it.

    Shape (side, 2, side / 2, 3): of each row its even and its odd columns, for three channels.
    """
    apart = np.stack([noise[:, ::2], noise[:, 1::2]], axis=1)
    return np.ascontiguousarray(apart[..., None].repeat(_RGB, axis=-1))


def doubled(ground: Ground, size: tuple[int, int], noise: Noise, *, row: int = 0, column: int = 0) -> Pixels:
    """Bytes of `ground` (rows, columns, 3; 1 is 255) at `size` (width, height), twice its own or one less.

    Linear between pixels, plus `noise` (made by `strewn`, it repeats), rounded down: its `row` and `column`
    lie under the first pixel. What is outside [0, 1] is clipped.

    Raises:
        ValueError: the ground or the noise has another shape or type, or gaps.
    """
    rows, columns = ground.shape[:2]
    (width, height), side = size, len(noise)
    fits = 2 * rows - height in _OVER and 2 * columns - width in _OVER
    if not fits or min(size) < 1 or side % 2 or not side or min(row, column) < 0:
        message = f"ground of {ground.shape} and noise of {noise.shape} do not make {size}"
        raise ValueError(message)
    read = pictures.numbers(ground, np.float32, (rows, columns, _RGB))
    strewn_at = pictures.numbers(noise, np.int16, (side, 2, side // 2, _RGB))
    canvas = np.empty((height, width, _RGB), np.uint8)
    compiled = library()
    if not compiled:
        canvas[:] = colour_reference.doubled(ground, size, noise, row, column)
        return canvas
    onto = *pictures.place(canvas), width, height
    given = read, ground.strides[0], rows, columns
    check(compiled.clipwright_dither(*onto, *given, strewn_at, side, row % side, column % side))
    return canvas
