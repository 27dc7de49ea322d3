"""Checks on pictures with interleaved channels and on tables of numbers before they are passed to C."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""Pictures, shape (height, width, channels)."""

Numbers = npt.NDArray[np.int16] | npt.NDArray[np.uint16] | npt.NDArray[np.uint64] | npt.NDArray[np.float32]


_MOST: Final = 1 << 20
"""Largest side in pixels: products of two sides then fit into C's integers."""


def picture(image: Pixels, channels: int, *, shape: tuple[int, ...] | None = None) -> Pixels:
    """The picture, or a copy of it if its rows are not contiguous.

    Its shape is (height, width, `channels`); height and width must be those of `shape`, if given.

    Raises:
        ValueError: it is not such a picture of bytes, or is empty.
    """
    _check(image, channels, shape)
    return image if image.strides[1:] == (channels, 1) else np.ascontiguousarray(image)


def painted(image: Pixels, channels: int, *, read: tuple[tuple[int, int], ...] = ()) -> tuple[int, int]:
    """The place of a picture that can be written in place and shares no memory with what is read.

    Raises:
        ValueError: it is not such a picture of bytes, is empty or read-only, its rows are not contiguous or
            overlap, or it may share memory with what is read.
    """
    _check(image, channels, None)
    rows, columns, _ = image.shape
    apart = image.strides[0] >= columns * channels or rows == 1
    if not (image.flags.writeable and image.strides[1:] == (channels, 1) and apart):
        message = f"cannot be written in place: strides {image.strides}, writeable {image.flags.writeable}"
        raise ValueError(message)
    low, high = span(image)
    for first, last in read:
        if first < high and low < last:
            message = "what is written shares memory with what is read"
            raise ValueError(message)
    return place(image)


def span(image: Pixels) -> tuple[int, int]:
    """The memory that a picture or plane occupies; its strides within a row must not be negative."""
    start, way = image.ctypes.data, image.strides[0] * (image.shape[0] - 1)
    inner = sum(step * (count - 1) for step, count in zip(image.strides[1:], image.shape[1:], strict=True))
    return start + min(way, 0), start + max(way, 0) + inner + 1


def place(image: Pixels) -> tuple[int, int]:
    """Address of the first byte, and bytes from one row to the next."""
    return image.ctypes.data, image.strides[0]


def numbers(values: Numbers, kind: type[np.generic], shape: tuple[int, ...]) -> int:
    """Address of a contiguous table of numbers; the caller must keep the table alive.

    Raises:
        ValueError: it has another type or shape, or is not contiguous.
    """
    if values.dtype != kind or values.shape != shape or not values.flags.c_contiguous:
        message = f"{values.shape} of {values.dtype} is no table {shape} of {kind.__name__}"
        raise ValueError(message)
    return values.ctypes.data


def _check(image: Pixels, channels: int, shape: tuple[int, ...] | None) -> None:
    whole = image.ndim == 3 and image.dtype == np.uint8 and image.shape[2] == channels  # noqa: PLR2004  # rows, columns, channels
    if not whole or not 0 < min(image.shape[:2]) <= max(image.shape[:2]) <= _MOST:
        message = f"shape {image.shape} of {image.dtype} is no picture of {channels} channels"
        raise ValueError(message)
    if shape is not None and image.shape[:2] != shape[:2]:
        message = f"a picture of {image.shape} is not as large as {shape}"
        raise ValueError(message)
