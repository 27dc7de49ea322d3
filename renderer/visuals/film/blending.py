"""Blending what is seen of a cel onto the scene: whole sheets, or the pieces of a print."""

from __future__ import annotations

from typing import Final

from renderer.compositor.planes import Plane, Planes
from renderer.compositor.shift import near, shift_into
from renderer.kernels.blending import OPAQUE
from renderer.kernels.drawing import draw_resampled
from renderer.kernels.places import steps
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.pieces import PrintPiece
from renderer.visuals.film.prints import PlacedSheet, Window

_FULL: Final = 255


def blend_sheet(targets: tuple[Plane, ...], placed: PlacedSheet, opacity: float, table: ByteImage) -> None:
    """`target = target * (1 - cover) + colour`, both as far as they are visible, between pixels linear."""
    draw_resampled(
        targets,
        placed.sheet.drawn,
        (steps(near(placed.x), 1.0), steps(near(placed.y), 1.0)),
        opacity=round(min(opacity, 1.0) * OPAQUE),
        table=table if table.size else None,
    )


def draw_piece(
    scene: Planes,
    part: Window,
    piece: PrintPiece,
    sheets: tuple[PlacedSheet, PlacedSheet],
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
        _copy(luma, brightness)
        _copy(chroma, colour)
        return
    blend_sheet(luma, brightness, opacity, table)
    blend_sheet(chroma, colour, opacity, table)


def _copy(targets: tuple[Plane, ...], placed: PlacedSheet) -> None:
    for target, plane in zip(targets, placed.sheet.colours, strict=True):
        shift_into(target, plane, (placed.x, placed.y))
