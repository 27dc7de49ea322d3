"""Checks on arrays before they are passed to C, so that no wrong argument makes it leave their memory.

Planes are checked one by one, or the three planes of a picture once for any number of draws.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Samples = npt.NDArray[np.uint8]
"""A plane of 8-bit samples, shape (height, width); the samples of a row are contiguous."""

Place = tuple[int, int]
"""Address of the first sample, and bytes from one row to the next."""

Span = tuple[int, int]
"""Address of the first byte, and the address after the last."""

MOST: Final = 1 << 20
"""Largest side in samples: products of two sides and sums of places then fit into C's integers."""

_TABLE: Final = (256,)

_RECORD: Final = struct.Struct("@3P3n3i")
"""`Surface` of kernels.h."""


def source(plane: Samples, *, shape: tuple[int, ...] | None = None) -> Samples:
    """The plane, or a copy of it if its rows are not contiguous.

    Raises:
        ValueError: it is not a plane of bytes, is empty, or does not have the given `shape`.
    """
    _check(plane, shape)
    return plane if plane.strides[1] == 1 or plane.shape[1] == 1 else np.ascontiguousarray(plane)


def sources(planes: Iterable[tuple[Samples, tuple[int, ...]]]) -> tuple[list[Samples], list[Place]]:
    """Planes as `source` returns them, each checked against its shape, and their places.

    Raises:
        ValueError: as `source` does.
    """
    read = [source(plane, shape=shape) for plane, shape in planes]
    return read, [place(plane) for plane in read]


def target(plane: Samples, read: Iterable[Span] = (), *, shape: tuple[int, ...] | None = None) -> Place:
    """The place of a plane that can be written in place and shares no memory with what is read.

    Raises:
        ValueError: it is not a plane of bytes, is empty or read-only, does not have the given shape, its rows
            overlap or are not contiguous, or it may share memory with what is read.
    """
    own = plane_place(plane, shape=shape)
    if not (plane.flags.writeable and stands_apart(plane)):
        message = f"cannot be written in place: strides {plane.strides}, writeable {plane.flags.writeable}"
        raise ValueError(message)
    check_apart(read, span(plane, own))
    return own


def plane_place(plane: Samples, *, shape: tuple[int, ...] | None = None) -> Place:
    """The place of a plane that is used without copying.

    Raises:
        ValueError: it is not a plane of bytes, is empty, does not have the given `shape`, or its rows are not
            contiguous.
    """
    _check(plane, shape)
    if plane.strides[1] != 1 and plane.shape[1] != 1:
        message = f"samples of this plane do not stand side by side: strides {plane.strides}"
        raise ValueError(message)
    return place(plane)


def stands_apart(plane: Samples) -> bool:
    """Whether no two samples of a plane share memory."""
    rows, columns = plane.shape
    return rows == 1 or abs(plane.strides[0]) >= int(columns)


def check_apart(read: Iterable[Span], written: Span) -> None:
    """Check that written memory does not overlap memory that is read.

    Raises:
        ValueError: it does.
    """
    low, high = written
    for first, last in read:
        if first < high and low < last:
            message = "what is written shares memory with what is read"
            raise ValueError(message)


def span(plane: Samples, at: Place) -> Span:
    """The memory that a plane occupies."""
    rows, columns = plane.shape
    start, way = at[0], at[1] * (rows - 1)
    return start + min(way, 0), start + max(way, 0) + columns


def table(values: Samples) -> Samples:
    """A table of 256 bytes, contiguous.

    Raises:
        ValueError: it has another shape or type.
    """
    if values.shape != _TABLE or values.dtype != np.uint8:
        message = f"a table of {values.shape} {values.dtype} is not one of 256 bytes"
        raise ValueError(message)
    return np.ascontiguousarray(values)


def place(plane: Samples) -> Place:
    """The place of a plane, unchecked."""
    return address(plane), plane.strides[0]


def address(values: npt.NDArray[np.uint8 | np.uint16 | np.int32]) -> int:
    """Address of the first value."""
    at: int = values.__array_interface__["data"][0]  # a third of the time that `ctypes.data` takes
    return at


class Surface(Struct, frozen=True, eq=False):
    """Three planes, the second and third half as wide and high as the first; made by `surface`.

    `record` is the structure passed to C; `writeable` says whether all planes can be drawn on.
    """

    planes: tuple[Samples, Samples, Samples]
    record: bytes
    writeable: bool

    def check_target(self, *read: Samples) -> None:
        """Check that this surface can be drawn on, and that the planes read share no memory with it.

        Raises:
            ValueError: it cannot be drawn on, or one of the planes may share memory with it.
        """
        if not self.writeable:
            message = "these planes cannot be written"
            raise ValueError(message)
        own = [span(plane, place(plane)) for plane in self.planes]
        for plane in read:
            check_apart(own, span(plane, place(plane)))


def surface(luma: Samples, blue: Samples, red: Samples) -> Surface:
    """The planes of a picture with even sides; they are referenced, not copied.

    Raises:
        ValueError: an array is not a plane of bytes with contiguous rows, or the shapes do not match.
    """
    planes = luma, blue, red
    rows, columns = luma.shape
    half = rows // 2, columns // 2
    if rows % 2 or columns % 2:
        message = f"a picture of {luma.shape} has no chroma of half its size"
        raise ValueError(message)
    at = [
        plane_place(plane, shape=shape) for plane, shape in zip(planes, (luma.shape, half, half), strict=True)
    ]
    writeable = all(plane.flags.writeable and stands_apart(plane) for plane in planes)
    addresses, strides = zip(*at, strict=True)
    record = _RECORD.pack(*addresses, *strides, columns, rows, writeable)
    return Surface(planes, record, writeable)


def _check(plane: Samples, shape: tuple[int, ...] | None) -> None:
    whole = plane.ndim == 2 and plane.dtype == np.uint8 and 0 < min(plane.shape) <= max(plane.shape) <= MOST  # noqa: PLR2004  # rows and columns
    if not whole or (shape is not None and plane.shape != shape):
        message = f"shape {plane.shape} of {plane.dtype} is no plane of {shape or 'bytes'}"
        raise ValueError(message)
