"""Blending what is seen of a cel onto the scene: whole sheets, or the pieces of a print."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.painters.layered_picture import ByteImage, as_bytes
from renderer.visuals.film.pieces import PrintPiece
from renderer.visuals.film.prints import Sheet, Window

_FULL: Final = 255


def blend_sheet(targets: tuple[Plane, ...], sheet: Sheet, opacity: float, table: ByteImage) -> None:
    """`target = target * (1 - cover) + colour`, both as far as they are visible."""
    shown = as_bytes(cv2.LUT(sheet.reveal, table)) if table.size else table
    if shown.size or opacity >= 1:
        keep = cv2.bitwise_not(_visible(sheet.cover, shown, opacity))
    else:
        keep = cv2.convertScaleAbs(sheet.cover, alpha=-opacity, beta=255)
    for target, plane in zip(targets, sheet.colours, strict=True):
        cv2.multiply(target, keep, dst=target, scale=1 / 255)
        cv2.add(target, _visible(plane, shown, opacity), dst=target)


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


def _visible(plane: Plane, shown: Plane, opacity: float) -> Plane:
    if shown.size:
        return as_bytes(cv2.multiply(plane, shown, scale=1 / 255))
    return as_bytes(cv2.convertScaleAbs(plane, alpha=opacity)) if opacity < 1 else plane
