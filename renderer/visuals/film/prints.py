"""Cels printed once at the size and turn at which they are shown, then only slid about.

A warp costs ten times a shift. Most layers keep their size and angle for most of their time, so they are
warped once, when the shot opens, in the place where they come to rest: there they are then drawn as they
are, and elsewhere by one sub-pixel shift.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.planes import Plane
from renderer.kernels.drawing import DrawnPlanes, drawn_planes
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
from renderer.visuals.film.pieces import PrintPiece, pieces_of

_EDGE: Final = 6
"""Transparent pixels around a print, even: a shift may look a few pixels past its content."""

_WHOLE: Final = 1e-4
"""A map this near to whole pixels and no turn only moves."""

_LARGE: Final = 120_000
"""Pixels below which a print is drawn in one."""

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Planes of one size: premultiplied `colours`, their `cover`, and the `reveal` map (empty without)."""

    colours: tuple[Plane, ...]
    cover: Plane
    reveal: Plane
    drawn: DrawnPlanes = field(init=False)
    """The same, as they are drawn."""

    def __post_init__(self) -> None:
        reveal = self.reveal if self.reveal.size else None
        object.__setattr__(self, "drawn", drawn_planes(self.colours, self.cover, reveal))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedSheet:
    """A sheet of which a window is drawn; (`x`, `y`): the window's upper left corner in it, in pixels."""

    sheet: Sheet
    x: float = 0.0
    y: float = 0.0

    def part(self, window: Window) -> PlacedSheet:
        """A rectangle of the window."""
        return PlacedSheet(self.sheet, self.x + window[1].start, self.y + window[0].start)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Print:
    """A cel as it is shown. `seen`: the map it was printed with; `left`, `top`: its corner, even.

    `pieces`: all that is to be seen of it; empty where it is drawn in one, being small.
    """

    luma: Sheet
    chroma: Sheet
    seen: Affine
    left: int
    top: int
    pieces: tuple[PrintPiece, ...]

    def placed_pieces(self, seen: Affine, window: Window) -> Iterator[tuple[PrintPiece, Window]]:
        """The pieces where `seen` puts them, as parts of a window of the frame with even bounds."""
        rows, columns = window
        left = self.left + 2 * round((seen.x - self.seen.x) / 2) - columns.start
        top = self.top + 2 * round((seen.y - self.seen.y) / 2) - rows.start
        wide, high = columns.stop - columns.start, rows.stop - rows.start
        for piece in self.pieces:
            across = slice(max(0, left + piece.left), min(wide, left + piece.right))
            down = slice(max(0, top + piece.top), min(high, top + piece.bottom))
            if across.start < across.stop and down.start < down.stop:
                yield piece, (down, across)


def split_luma(image: ByteImage, layer: Layer) -> Sheet:
    """Y, cover and reveal map of four interleaved channels."""
    reveal = _channel(image, 2) if layer.reveal.size else layer.reveal
    return Sheet((_channel(image, 0),), _channel(image, 1), reveal)


def split_chroma(image: ByteImage, layer: Layer) -> Sheet:
    """U, V, cover and reveal map of four interleaved channels."""
    reveal = _channel(image, 3) if layer.reveal.size else layer.reveal
    return Sheet((_channel(image, 0), _channel(image, 1)), _channel(image, 2), reveal)


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
    large = size[0] * size[1] >= _LARGE
    revealed = bool(layer.reveal.size)
    return Print(
        luma=split_luma(bright, layer),
        chroma=split_chroma(colour, layer),
        seen=seen,
        left=left,
        top=top,
        pieces=pieces_of(bright, colour, softness=layer.softness, revealed=revealed) if large else (),
    )


def _lay(image: ByteImage, matrix: npt.NDArray[np.float64], paper: ByteImage) -> None:
    """Draw the image on transparent paper that it fits on; `matrix` maps places of the paper to its own."""
    whole = np.rint(matrix)
    if np.abs(matrix - whole).max() > _WHOLE or (whole[:, :2] != np.eye(2)).any():
        warp(image, matrix, paper, border=cv2.BORDER_TRANSPARENT)
        return
    left, top = (-whole[:, 2]).astype(int).tolist()
    paper[top : top + image.shape[0], left : left + image.shape[1]] = image


def slid(ready: Print, seen: Affine, window: Window) -> tuple[PlacedSheet, PlacedSheet]:
    """The print where `seen` puts it, as far as it falls into a window of the frame with even bounds."""
    rows, columns = window
    x = columns.start - ready.left - (seen.x - ready.seen.x)
    y = rows.start - ready.top - (seen.y - ready.seen.y)
    return PlacedSheet(ready.luma, x, y), PlacedSheet(ready.chroma, x / 2, y / 2)


def _channel(image: ByteImage, number: int) -> Plane:
    return as_bytes(cv2.extractChannel(image, number))
