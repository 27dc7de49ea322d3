"""Cels printed once at the size and turn at which they are shown, then only slid about.

A warp costs ten times a shift. Most layers keep their size and angle for most of their time, so they are
warped once, when the shot opens, in the place where they come to rest: there they are then drawn as they
are, and elsewhere by one sub-pixel shift.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.planes import Plane
from renderer.compositor.shift import near
from renderer.kernels.places import ONE
from renderer.kernels.sheets import PlacedSheets, SheetPiece, Sheets, Window, sheets
from renderer.painters.layered_picture import ByteImage, Layer, as_bytes
from renderer.visuals.camera.affine import (
    Affine,
    chained,
    chroma_map,
    inverted,
    luma_map,
    moved,
    placed,
    scaling,
    warp,
)
from renderer.visuals.film.pieces import pieces_of

_EDGE: Final = 6
"""Transparent pixels around a print, even: a shift may look a few pixels past its content."""

_WHOLE: Final = 1e-4
"""A map this near to whole pixels and no turn only moves."""

_LARGE: Final = 120_000
"""Pixels below which a print is drawn in one."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Print:
    """A cel as it is shown. `seen`: the map it was printed with; `left`, `top`: its corner, even.

    Large ones are cut into pieces, which are all that is to be seen of them.
    """

    sheets: Sheets
    seen: Affine
    left: int
    top: int


def sheets_of(
    luma: ByteImage, chroma: ByteImage, *, revealed: bool = False, pieces: tuple[SheetPiece, ...] = ()
) -> Sheets:
    """The planes of interleaved channels: Y, cover, reveal map and nothing; U, V, cover and reveal map."""
    colours = _channel(luma, 0), _channel(chroma, 0), _channel(chroma, 1)
    reveal = (_channel(luma, 2), _channel(chroma, 3)) if revealed else ()
    return sheets(colours, (_channel(luma, 1), _channel(chroma, 2)), reveal, pieces=pieces)


def printed(
    luma: ByteImage, chroma: ByteImage, layer: Layer, *, offset: tuple[int, int], seen: Affine
) -> Print:
    """The planes of a cel whose corner lies at `offset` in its image, printed as `seen` maps it."""
    height, width = luma.shape[:2]
    image = chained(seen, scaling(1.0, *offset))
    columns, rows = zip(*(placed(image, x, y) for x in (0, width) for y in (0, height)), strict=True)
    left, top = (2 * math.floor(min(places) / 2) - _EDGE for places in (columns, rows))
    right, bottom = (2 * math.ceil(max(places) / 2) + _EDGE for places in (columns, rows))
    back = inverted(moved(image, -left, -top))
    size = (bottom - top, right - left)
    bright = np.zeros((*size, 4), np.uint8)
    colour = np.zeros((size[0] // 2, size[1] // 2, 4), np.uint8)
    _lay(luma, luma_map(back), bright)
    _lay(chroma, chroma_map(back), colour)
    large, revealed = size[0] * size[1] >= _LARGE, bool(layer.reveal.size)
    pieces = pieces_of(bright, colour, softness=layer.softness, revealed=revealed) if large else ()
    return Print(
        sheets=sheets_of(bright, colour, revealed=revealed, pieces=pieces),
        seen=seen,
        left=left,
        top=top,
    )


def _lay(image: ByteImage, matrix: npt.NDArray[np.float64], paper: ByteImage) -> None:
    """Draw the image on transparent paper that it fits on; `matrix` maps places of the paper to its own."""
    whole = np.rint(matrix)
    if np.abs(matrix - whole).max() > _WHOLE or (whole[:, :2] != np.eye(2)).any():
        warp(image, matrix, paper, border=cv2.BORDER_TRANSPARENT)
        return
    left, top = (-whole[:, 2]).astype(int).tolist()
    paper[top : top + image.shape[0], left : left + image.shape[1]] = image


def slid(
    ready: Print, corner: tuple[float, float], window: Window, opacity: int, table: bytes
) -> PlacedSheets:
    """The print with its image's corner at a place of the scene, as far as it falls into a window."""
    right, down = corner[0] - ready.seen.x, corner[1] - ready.seen.y
    x, y = window[0] - ready.left - right, window[1] - ready.top - down
    return PlacedSheets(
        ready.sheets,
        window,
        (round(near(x) * ONE), round(near(x / 2) * ONE)),
        (round(near(y) * ONE), round(near(y / 2) * ONE)),
        ONE,
        (ready.left + 2 * round(right / 2), ready.top + 2 * round(down / 2)),
        opacity,
        table,
    )


def _channel(image: ByteImage, number: int) -> Plane:
    return as_bytes(cv2.extractChannel(image, number))
