"""Sheets: the premultiplied planes of a picture drawn at sub-pixel positions, as values checked once."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels import checks
from renderer.kernels.checks import Samples
from renderer.kernels.places import ONE, OPAQUE

_RECORD: Final = struct.Struct("@8P4i")
"""The first part of `Sheets` of draw.c, and of `Warp` of warp.c."""

TABLE: Final = 256
"""Bytes of a table for reveal maps."""

Window = tuple[int, int, int, int]
"""Left, top, right, bottom in even pixels."""


class SheetPiece(NamedTuple):
    """A rectangle of sheets in even pixels; `solid` means that all of it hides what is below.

    The values of its reveal map are in [`first`, `last`], wherever it is slid.
    """

    left: int
    top: int
    right: int
    bottom: int
    solid: bool
    first: int
    last: int


_FIELDS: Final = len(SheetPiece._fields)
_NO_PIECES: Final = np.zeros((0, _FIELDS), np.int32)


class Sheets(Struct, frozen=True, eq=False):
    """Premultiplied planes of a picture with even sides; made by `sheets`.

    `colours` are a luma plane and two of half its size; `cover` and `reveal` (empty without a reveal map) are
    for luma and for chroma. With `pieces`, nothing is visible outside them. `record` is the structure passed
    to C, valid as long as this value lives, and `table` holds the pieces for it.
    """

    colours: tuple[Samples, Samples, Samples]
    cover: tuple[Samples, Samples]
    reveal: tuple[Samples, ...]
    pieces: tuple[SheetPiece, ...]
    table: npt.NDArray[np.int32]
    record: bytes


class PlacedSheets(NamedTuple):
    """Sheets in a `window` of a surface.

    `x` and `y` are the places of the window's first sample in luma and in chroma, `step` the distance to the
    next (`places.Steps`). `origin` is the position of the pieces' corner on the surface, even. `opacity` is
    in [0, 256]; a `table` of 256 bytes instead gives the visibility for each value of the reveal map. `solid`
    means that all of it hides the ground, whatever its cover.
    """

    sheets: Sheets
    window: Window
    x: tuple[int, int] = (0, 0)
    y: tuple[int, int] = (0, 0)
    step: int = ONE
    origin: tuple[int, int] = (0, 0)
    opacity: int = OPAQUE
    table: bytes = b""
    solid: bool = False


def sheets(
    colours: tuple[Samples, Samples, Samples],
    cover: tuple[Samples, Samples],
    reveal: tuple[Samples, ...] = (),
    *,
    pieces: tuple[SheetPiece, ...] = (),
) -> Sheets:
    """The planes as `draw_sheets` takes them; copied if they are not contiguous.

    Raises:
        ValueError: an array is not a plane of bytes, the shapes do not match, or a piece leaves them.
    """
    rows, columns = shape = colours[0].shape
    half = rows // 2, columns // 2
    if rows % 2 or columns % 2 or len(reveal) not in {0, 2}:
        message = f"sheets of {shape} have no chroma of half their size, or {len(reveal)} reveal maps"
        raise ValueError(message)
    luma, blue, red = (_close(plane, like) for plane, like in zip(colours, (shape, half, half), strict=True))
    covers = _close(cover[0], shape), _close(cover[1], half)
    maps = tuple(_close(plane, like) for plane, like in zip(reveal, (shape, half), strict=False))
    for piece in pieces:
        _check_piece(piece, (columns, rows))
    table = np.array(pieces, np.int32).reshape(len(pieces), _FIELDS) if pieces else _NO_PIECES
    addresses = [checks.address(plane) for plane in (luma, blue, red, *covers, *maps)]
    addresses += [0] * (2 - len(maps))
    record = _RECORD.pack(*addresses, checks.address(table), columns, rows, len(pieces), 0)
    return Sheets((luma, blue, red), covers, maps, pieces, table, record)


def room(size: tuple[int, int], *, revealed: bool) -> Sheets:
    """Uninitialised sheets of a `size` (width, height) for a kernel to fill, with reveal maps if `revealed`.

    Raises:
        ValueError: a side is odd, 0 or too large.
    """
    width, height = size
    if width % 2 or height % 2 or not 0 < min(size) <= max(size) <= checks.MOST:
        message = f"sheets of {size} have no chroma of half their size"
        raise ValueError(message)
    area, quarter, whole = width * height, width * height // 4, 2 + revealed
    memory = np.empty(whole * area + (whole + 1) * quarter, np.uint8)
    luma, cover, *maps = memory[: whole * area].reshape(whole, height, width)
    blue, red, small, *more = memory[whole * area :].reshape(whole + 1, height // 2, width // 2)
    first = checks.address(memory)
    half = first + whole * area
    addresses = first, half, half + quarter, first + area, half + 2 * quarter
    reveals = (first + 2 * area, half + 3 * quarter) if revealed else (0, 0)
    record = _RECORD.pack(*addresses, *reveals, checks.address(_NO_PIECES), width, height, 0, 0)
    return Sheets((luma, blue, red), (cover, small), (*maps, *more), (), _NO_PIECES, record)


def _close(plane: Samples, shape: tuple[int, ...]) -> Samples:
    return np.ascontiguousarray(checks.source(plane, shape=shape))


def _check_piece(piece: SheetPiece, size: tuple[int, int]) -> None:
    inside = 0 <= piece.left < piece.right <= size[0] and 0 <= piece.top < piece.bottom <= size[1]
    even = not (piece.left | piece.top | piece.right | piece.bottom) % 2
    if not (inside and even and 0 <= min(piece.first, piece.last) <= max(piece.first, piece.last) < TABLE):
        message = f"{piece} is not one of sheets of {size}"
        raise ValueError(message)
