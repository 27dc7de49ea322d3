"""Doubles a smooth RGB picture of floats and dithers it to bytes, so that noise replaces banding."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import colour_reference, pictures
from renderer.kernels.library import check, library
from renderer.kernels.pictures import Pixels

ONE_LEVEL: Final = 128
"""Units of the noise per level."""

AS_IT_IS: Final = 16
"""The strength of unscaled noise."""

_MOST: Final = 2 * ONE_LEVEL
_STRONGEST: Final = 100
"""Bounds of the noise and its strength, so that their product fits 16 bits."""

_RGB: Final = 3
_OVER: Final = (0, 1)
"""Rows or columns by which a doubled ground may exceed the wanted size."""

Ground = npt.NDArray[np.float32]
Noise = npt.NDArray[np.int16]


def strewn(noise: npt.NDArray[np.int16]) -> Noise:
    """Noise (side, side), even `side`, in 128ths of a level, clipped to two levels, laid out for `doubled`.

    Shape (side, 2, side / 2, 3): the even and the odd columns of each row, for three channels.
    """
    within = np.clip(noise, -_MOST, _MOST)
    apart = np.stack([within[:, ::2], within[:, 1::2]], axis=1)
    return np.ascontiguousarray(apart[..., None].repeat(_RGB, axis=-1))


def doubled(
    ground: Ground,
    size: tuple[int, int],
    noise: Noise,
    *,
    corner: tuple[int, int] = (0, 0),
    strength: int = AS_IT_IS,
) -> Pixels:
    """Bytes of `ground` (rows, columns, 3; 1 is 255) at `size` (width, height), twice its own or one less.

    Linear between pixels, plus `noise` (made by `strewn`, it repeats) times `strength` / 16, rounded;
    `corner` is the row and column of the noise under the first pixel. Values outside [0, 1] are clipped.

    Raises:
        ValueError: the ground or the noise has another shape or type or is not contiguous, or the size,
        corner or strength is out of range.
    """
    rows, columns = ground.shape[:2]
    (width, height), side = size, len(noise)
    fits = 2 * rows - height in _OVER and 2 * columns - width in _OVER
    usable = min(size) > 0 and side > 0 and side % 2 == 0 and min(corner) >= 0
    if not (fits and usable and 0 <= strength <= _STRONGEST):
        message = f"ground of {ground.shape} and noise of {noise.shape} x {strength} do not make {size}"
        raise ValueError(message)
    read = pictures.numbers(ground, np.float32, (rows, columns, _RGB))
    strewn_at = pictures.numbers(noise, np.int16, (side, 2, side // 2, _RGB))
    canvas = np.empty((height, width, _RGB), np.uint8)
    compiled = library()
    if not compiled:
        canvas[:] = colour_reference.doubled(ground, size, noise, corner, strength)
        return canvas
    onto = *pictures.place(canvas), width, height
    given = read, ground.strides[0], rows, columns
    check(
        compiled.clipwright_dither(
            *onto, *given, strewn_at, side, corner[0] % side, corner[1] % side, strength
        )
    )
    return canvas
