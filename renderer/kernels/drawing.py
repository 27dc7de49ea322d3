"""Draws pictures at sub-pixel positions: samples and blends row by row, without intermediate pictures.

Where cover is 0 nothing is drawn, whatever the colour.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import reference
from renderer.kernels.checks import Surface
from renderer.kernels.library import check, library, packed
from renderer.kernels.places import OPAQUE, Steps, check_opacity, check_places
from renderer.kernels.sheets import TABLE, PlacedSheets, SheetPiece, Window

_PLACED: Final = struct.Struct("@5q10i")
"""The second part of `Sheets` of draw.c."""

_FULL: Final = 255


def draw_sheets(target: Surface, drawn: Sequence[PlacedSheets]) -> None:
    """Resample sheets and blend them: `ground * (1 - cover * visible) + colour * visible`, at most 255.

    The first is drawn lowest.

    Raises:
        ValueError: a window leaves the target, a place is too far away, an opacity is out of range, a table
            comes without a reveal map, or the target cannot be written or is also read.
    """
    compiled = library()
    if not compiled:
        for placed in drawn:
            _check(target, placed)
        for placed in drawn:
            for piece, window in _boxes(placed):
                _draw(target, placed, piece, window)
        return
    records: list[bytes] = []
    tables: list[bytes] = []
    for sheets, window, x, y, step, origin, opacity, table, solid in drawn:
        number = -1
        if table:
            _check_table(table)
            number = len(tables)
            tables.append(table)
        records.append(sheets.record)
        records.append(packed(_PLACED, *x, *y, step, *window, *origin, opacity, number, solid, 0))
    check(
        compiled.clipwright_draw(target.record, b"".join(records), len(drawn), b"".join(tables), len(tables))
    )


def _check_table(table: bytes) -> None:
    if len(table) != TABLE:
        message = f"a table of {len(table)} bytes is not one of {TABLE}"
        raise ValueError(message)


def _check(target: Surface, placed: PlacedSheets) -> None:
    left, top, right, bottom = placed.window
    rows, columns = target.planes[0].shape
    inside = 0 <= left < right <= columns and 0 <= top < bottom <= rows
    even = not (left | top | right | bottom | placed.origin[0] | placed.origin[1]) % 2
    if not (inside and even) or (placed.table and not placed.sheets.reveal):
        message = f"a window {placed.window} of a surface of {(columns, rows)}, or a table without a map"
        raise ValueError(message)
    check_opacity(placed.opacity)
    if placed.table:
        _check_table(placed.table)
    for number, part in enumerate((1, 2)):
        shape = (bottom - top) // part, (right - left) // part
        check_places(Steps(placed.x[number], placed.step), Steps(placed.y[number], placed.step), shape)
    target.check_target(*placed.sheets.colours, *placed.sheets.cover, *placed.sheets.reveal)


def _boxes(placed: PlacedSheets) -> Iterator[tuple[SheetPiece | None, Window]]:
    """The parts of the window that are drawn."""
    if not placed.opacity:
        return
    left, top, right, bottom = placed.window
    if not placed.sheets.pieces:
        yield None, placed.window
    x, y = placed.origin
    for piece in placed.sheets.pieces:
        box = (
            max(left, x + piece.left),
            max(top, y + piece.top),
            min(right, x + piece.right),
            min(bottom, y + piece.bottom),
        )
        if box[0] < box[2] and box[1] < box[3]:
            yield piece, box


def _draw(target: Surface, placed: PlacedSheets, piece: SheetPiece | None, box: Window) -> None:
    opacity, table = placed.opacity, np.frombuffer(placed.table, np.uint8)
    if piece and table.size and not table[piece.first]:
        return
    if piece and table.size and table[piece.last] == _FULL:
        opacity, table = OPAQUE, table[:0]
    solid = (piece.solid if piece else placed.solid) and not table.size and opacity == OPAQUE
    for number, (plane, colour) in enumerate(zip(target.planes, placed.sheets.colours, strict=True)):
        chroma = min(number, 1)
        left, top, right, bottom = (side >> chroma for side in box)
        ground = plane[top:bottom, left:right]
        ways = _ways(placed, box, chroma)
        shown = reference.resampled(colour, ground.shape, *ways)
        if solid:
            ground[:] = shown
            continue
        cover = reference.resampled(placed.sheets.cover[chroma], ground.shape, *ways)
        visible: npt.NDArray[np.int64] | np.int64 = np.int64(opacity)
        if table.size:
            reveal = reference.resampled(placed.sheets.reveal[chroma], ground.shape, *ways)
            visible = reference.visible(reveal, table)
        ground[:] = reference.blended(ground, shown, cover, visible)


def _ways(placed: PlacedSheets, box: Window, chroma: int) -> tuple[Steps, Steps]:
    """Places of the samples of a box inside the window, in luma (0) or chroma (1)."""
    starts = placed.x[chroma], placed.y[chroma]
    across, down = (
        start + ((box[way] >> chroma) - (placed.window[way] >> chroma)) * placed.step
        for way, start in enumerate(starts)
    )
    return Steps(across, placed.step), Steps(down, placed.step)
