"""Blending what is seen of a cel onto the scene: whole sheets, or the pieces of a print."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.kernels.blending import OPAQUE, blend_plane, reveal_plane
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.pieces import PrintPiece
from renderer.visuals.film.prints import Sheet, Window

_FULL: Final = 255


def blend_sheet(targets: tuple[Plane, ...], sheet: Sheet, opacity: float, table: ByteImage) -> None:
    """`target = target * (1 - cover) + colour`, both as far as they are visible."""
    for target, plane in zip(targets, sheet.colours, strict=True):
        if table.size:
            reveal_plane(target, plane, sheet.cover, reveal=sheet.reveal, table=table)
        else:
            blend_plane(target, plane, sheet.cover, opacity=round(min(opacity, 1.0) * OPAQUE))


def draw_piece(
    scene: Planes,
    part: Window,
    piece: PrintPiece,
    sheets: tuple[Sheet, Sheet],
    shown: tuple[float, ByteImage],
) -> None:
    """Blend or copy a part of the sheets, or neither where none of it is revealed yet."""
    opacity, table = shown
    if table.size and not table[piece.first]:
        return
    rows, columns = part
    half = (slice(rows.start // 2, rows.stop // 2), slice(columns.start // 2, columns.stop // 2))
    brightness, colour = sheets[0].part(part), sheets[1].part(half)
    if table.size and table[piece.last] == _FULL:
        opacity, table = 1.0, table[:0]
    luma, chroma = (scene.y[part],), (scene.u[half], scene.v[half])
    if piece.solid and opacity >= 1 and not table.size:
        for target, plane in zip(luma + chroma, brightness.colours + colour.colours, strict=True):
            np.copyto(target, plane)
        return
    blend_sheet(luma, brightness, opacity, table)
    blend_sheet(chroma, colour, opacity, table)
