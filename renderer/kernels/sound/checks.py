"""Checks on sound before it is passed to C: rows of contiguous single-precision samples."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Sound = npt.NDArray[np.float32]
"""Samples of shape (channels, frames)."""

Doubles = npt.NDArray[np.float64]

Place = tuple[int, int]
"""Address of the first sample, and samples from one row to the next."""

WIDTH: Final = 4
"""Bytes of a sample."""

MOST: Final = (1 << 30) - 1
"""Most frames of a row: positions in it then fit into C's integers."""


def source(sound: Sound) -> Sound:
    """The sound, or a copy of it if its rows are not contiguous.

    Raises:
        ValueError: it is not (channels, frames) in single precision, or too long.
    """
    if sound.ndim != 2 or sound.dtype != np.float32 or sound.shape[1] > MOST:  # noqa: PLR2004  # channels and frames
        message = f"shape {sound.shape} of {sound.dtype} is no sound"
        raise ValueError(message)
    whole = sound.strides[1] == WIDTH and sound.strides[0] % WIDTH == 0
    return sound if whole or not sound.size else np.ascontiguousarray(sound)


def target(sound: Sound, shape: tuple[int, ...]) -> Place:
    """The place of sound of this shape that can be written in place.

    Raises:
        ValueError: it has another shape, its rows are not contiguous or overlap, or it is read-only.
    """
    apart = sound.shape[0] == 1 or sound.strides[0] >= sound.shape[1] * WIDTH
    if sound.shape != shape or source(sound) is not sound or not (sound.flags.writeable and apart):
        message = f"cannot be written in place: {sound.shape} of {shape}, strides {sound.strides}"
        raise ValueError(message)
    return place(sound)


def place(sound: Sound) -> Place:
    """The place of a sound, unchecked."""
    return address(sound), sound.strides[0] // WIDTH


def address(values: npt.NDArray[Any]) -> int:
    """Address of the first value."""
    pointer: int = values.__array_interface__["data"][0]  # half the time of `ctypes.data`
    return pointer
