"""What has to be so before C may touch an array: no wrong argument leads it outside of memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.uint8]
"""A plane of 8-bit samples, shape (height, width), its rows' samples side by side."""

Place = tuple[int, int]
"""Address of the first sample, and bytes from one row to the next."""

Span = tuple[int, int]
"""Addresses of the first byte and of the one after the last."""

MOST: Final = 1 << 20
"""Samples of a side: products of two such and sums of places fit into what C counts with."""

_TABLE: Final = (256,)


def source(plane: Samples, *, shape: tuple[int, ...] | None = None) -> Samples:
    """The plane, or a copy of it where its rows' samples do not stand side by side.

    Raises:
        ValueError: it is no plane of bytes, is empty, or has not the `shape` that it should have.
    """
    _check(plane, shape)
    return plane if plane.strides[1] == 1 or plane.shape[1] == 1 else np.ascontiguousarray(plane)


def target(plane: Samples, read: Iterable[Span] = (), *, shape: tuple[int, ...] | None = None) -> Place:
    """The place of a plane, which can be written in place and shares no memory with what is read.

    Raises:
        ValueError: it is no plane of bytes, is empty or read-only, has another shape than it should, its
            samples overlap or do not stand side by side, or it may share memory with what is read.
    """
    _check(plane, shape)
    rows, columns = plane.shape
    side_by_side = plane.strides[1] == 1 or columns == 1
    apart = abs(plane.strides[0]) >= columns or rows == 1
    if not (plane.flags.writeable and side_by_side and apart):
        message = f"cannot be written in place: strides {plane.strides}, writeable {plane.flags.writeable}"
        raise ValueError(message)
    own = place(plane)
    low, high = span(plane, own)
    for first, last in read:
        if first < high and low < last:
            message = "what is written shares memory with what is read"
            raise ValueError(message)
    return own


def beside(plane: Samples, *read: Samples) -> tuple[Place, list[tuple[Samples, Place]]]:
    """The place of a plane to be written, and planes of its shape read beside it, each with its place.

    What is read may be a copy and has to be held while its place is used.

    Raises:
        ValueError: as `source` and `target` do.
    """
    shown = [source(each, shape=plane.shape) for each in read]
    places = [place(each) for each in shown]
    return target(plane, map(span, shown, places)), list(zip(shown, places, strict=True))


def span(plane: Samples, at: Place) -> Span:
    """The memory that a plane lies in."""
    rows, columns = plane.shape
    start, way = at[0], at[1] * (rows - 1)
    return start + min(way, 0), start + max(way, 0) + columns


def table(values: Samples) -> Samples:
    """A table of 256 bytes, side by side.

    Raises:
        ValueError: it is none.
    """
    if values.shape != _TABLE or values.dtype != np.uint8:
        message = f"a table of {values.shape} {values.dtype} is not one of 256 bytes"
        raise ValueError(message)
    return np.ascontiguousarray(values)


def place(plane: Samples) -> Place:
    """Where a plane is."""
    return address(plane), plane.strides[0]


def address(values: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]) -> int:
    """Address of the first value."""
    return values.ctypes.data


def _check(plane: Samples, shape: tuple[int, ...] | None) -> None:
    whole = plane.ndim == 2 and plane.dtype == np.uint8 and 0 < min(plane.shape) <= max(plane.shape) <= MOST  # noqa: PLR2004  # rows and columns
    if not whole or (shape is not None and plane.shape != shape):
        message = f"shape {plane.shape} of {plane.dtype} is no plane of {shape or 'bytes'}"
        raise ValueError(message)
