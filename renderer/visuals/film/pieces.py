"""The parts of a print that must be blended: empty parts are left out, and opaque ones are copied.

Most cels fill little of their box (a route across a map) or hide what lies below nearly everywhere (a disc).
A print is therefore cut into a few rectangles if blending these takes less time than blending all of it.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.compositor.planes import Plane
from renderer.kernels.sheets import SheetPiece, Sheets
from renderer.painters.layered_picture import as_bytes

_BLOCK: Final = 32
"""Pixels in both directions; what is visible in a block is found at half the print's size."""
_LEAST: Final = 4
"""Parts of at most this many blocks in both directions are not divided further."""

_REACH: Final = np.ones((5, 5), np.uint8)
"""Neighbourhood that decides about a pixel of half size: a shifted print takes chroma from up to two away."""

_CALLS: Final = 30_000.0
_COPIES: Final = 10_000.0
"""Nanoseconds to blend or copy a rectangle, however small it is."""

_BLENDED: Final = 0.24
_COPIED: Final = 0.03
_REVEALED: Final = 0.62
"""Nanoseconds per pixel, chroma included; blending a part that is being revealed takes `_BLENDED` and
`_REVEALED`.
"""

_OPAQUE: Final = 255
_Blocks = tuple[int, int, int, int]
"""Top, left, bottom, right."""


class _Grid(Struct, frozen=True, eq=False):
    """Per block: 0 if none of it is visible, whether it is solid, and the bounds of its reveal map."""

    seen: Plane
    solid: npt.NDArray[np.bool_]
    first: Plane
    last: Plane
    revealed: bool


def pieces_of(whole: Sheets, softness: int) -> tuple[SheetPiece, ...]:
    """The non-overlapping rectangles of a print's sheets."""
    height, width = whole.cover[0].shape
    grid = _grid(whole)
    _, found = _cut(grid, (0, 0, *grid.seen.shape), softness)
    return tuple(
        SheetPiece(
            left=left * _BLOCK,
            top=top * _BLOCK,
            right=min(right * _BLOCK, width),
            bottom=min(bottom * _BLOCK, height),
            solid=bool(grid.solid[top:bottom, left:right].all()),
            first=int(grid.first[top:bottom, left:right].min()),
            last=int(grid.last[top:bottom, left:right].max()),
        )
        for top, left, bottom, right in found
    )


def _grid(whole: Sheets) -> _Grid:
    luma, *colours = whole.colours
    cover, half = whole.cover
    most = _paired(as_bytes(cv2.max(cover, luma)), np.maximum)
    for plane in (half, *colours):
        most = as_bytes(cv2.max(most, plane))
    seen = as_bytes(cv2.dilate(as_bytes(cv2.threshold(most, 0, 255, cv2.THRESH_BINARY)[1]), _REACH))
    solid = as_bytes(cv2.erode(as_bytes(cv2.min(_paired(cover, np.minimum), half)), _REACH))
    blocks = _largest(seen)
    first = last = np.zeros_like(blocks)
    if whole.reveal:
        reveal, small = whole.reveal
        earliest = cv2.min(_paired(reveal, np.minimum), small)
        latest = cv2.max(_paired(reveal, np.maximum), small)
        first = _least(as_bytes(cv2.bitwise_or(earliest, cv2.bitwise_not(seen))))
        last = _largest(as_bytes(cv2.bitwise_and(latest, seen)))
    return _Grid(blocks, _least(solid) == _OPAQUE, first, last, bool(whole.reveal))


def _cut(grid: _Grid, blocks: _Blocks, softness: int) -> tuple[float, list[_Blocks]]:
    """Time to draw these blocks in the best way found, and their rectangles."""
    top, left, bottom, right = tight = _tight(grid, blocks)
    if top >= bottom:
        return 0.0, []
    plain = bool(grid.solid[top:bottom, left:right].all())
    whole = _cost(grid, tight, softness, plain=plain)
    high, wide = bottom - top, right - left
    if plain or max(high, wide) <= _LEAST:
        return whole, [tight]
    if high > wide:
        middle = (top + bottom) // 2
        halves = (top, left, middle, right), (middle, left, bottom, right)
    else:
        middle = (left + right) // 2
        halves = (top, left, bottom, middle), (top, middle, bottom, right)
    (one, these), (other, those) = (_cut(grid, half, softness) for half in halves)
    return (one + other, these + those) if one + other < whole else (whole, [tight])


def _tight(grid: _Grid, blocks: _Blocks) -> _Blocks:
    """The blocks without empty rows and columns at the edges; of zero height if all are empty."""
    top, left, bottom, right = blocks
    x, y, width, height = cv2.boundingRect(grid.seen[top:bottom, left:right])
    return top + y, left + x, top + y + height, left + x + width


def _cost(grid: _Grid, blocks: _Blocks, softness: int, *, plain: bool) -> float:
    top, left, bottom, right = blocks
    area = (bottom - top) * (right - left) * _BLOCK * _BLOCK
    if not grid.revealed:
        return _COPIES + _COPIED * area if plain else _CALLS + _BLENDED * area
    part = np.s_[top:bottom, left:right]
    steps = int(grid.last[part].max()) - int(grid.first[part].min()) + softness
    return _CALLS + (_BLENDED + _REVEALED * min(1.0, steps / 255)) * area


def _paired(plane: Plane, choose: np.ufunc) -> Plane:
    """The least or largest of each 2 x 2 pixels."""
    rows = choose(plane[::2], plane[1::2])
    return as_bytes(choose(rows[:, ::2], rows[:, 1::2]))


def _largest(plane: Plane) -> Plane:
    return _per_block(plane, np.maximum, 0)


def _least(plane: Plane) -> Plane:
    return _per_block(plane, np.minimum, _OPAQUE)


def _per_block(plane: Plane, choose: np.ufunc, beyond: int) -> Plane:
    """The least or largest pixel of each block; `beyond` stands for those past the edges."""
    side = _BLOCK // 2
    down, across = (-length % side for length in plane.shape)
    full = as_bytes(cv2.copyMakeBorder(plane, 0, down, 0, across, cv2.BORDER_CONSTANT, value=[beyond]))
    rows = choose.reduce(full.reshape(-1, side, full.shape[1]), axis=1)
    return as_bytes(choose.reduce(rows.reshape(rows.shape[0], -1, side), axis=2))
