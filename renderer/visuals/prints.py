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

from renderer.compositor.planes import Plane
from renderer.visuals.camera import Matrix, chained, chroma_map, inverted, luma_map, warp
from renderer.visuals.scene import ByteImage, Layer, as_bytes

_EDGE: Final = 6
"""Transparent pixels around a print, even: a shift may look a few pixels past its content."""

_WHOLE: Final = 1e-4
"""Fractions of a pixel below this are none."""

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Planes of one size: premultiplied `colours`, their `cover`, and the `reveal` map (empty without)."""

    colours: tuple[Plane, ...]
    cover: Plane
    reveal: Plane


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Print:
    """A cel as it is shown. `seen`: the map it was printed with; `left`, `top`: its corner, even."""

    luma: Sheet
    chroma: Sheet
    seen: Matrix
    left: int
    top: int


def split_luma(image: ByteImage, layer: Layer) -> Sheet:
    """Y, cover and reveal map of four interleaved channels."""
    reveal = _channel(image, 2) if layer.reveal.size else layer.reveal
    return Sheet((_channel(image, 0),), _channel(image, 1), reveal)


def split_chroma(image: ByteImage, layer: Layer) -> Sheet:
    """U, V, cover and reveal map of four interleaved channels."""
    reveal = _channel(image, 3) if layer.reveal.size else layer.reveal
    return Sheet((_channel(image, 0), _channel(image, 1)), _channel(image, 2), reveal)


def printed(
    luma: ByteImage, chroma: ByteImage, layer: Layer, *, offset: tuple[int, int], seen: Matrix
) -> Print:
    """The planes of a cel whose corner lies at `offset` in its image, printed as `seen` maps it."""
    height, width = luma.shape[:2]
    corners = np.array([(x, y) for x in (0, width) for y in (0, height)]) + offset
    places = corners @ seen[:, :2].T + seen[:, 2]
    left, top = (2 * math.floor(value / 2) - _EDGE for value in places.min(axis=0).tolist())
    right, bottom = (2 * math.ceil(value / 2) + _EDGE for value in places.max(axis=0).tolist())
    moved = np.column_stack((seen[:, :2], seen[:, 2] - (left, top)))
    back = inverted(chained(moved, np.column_stack((np.eye(2), offset))))
    size = (bottom - top, right - left)
    bright = np.zeros((*size, 4), np.uint8)
    colour = np.zeros((size[0] // 2, size[1] // 2, 4), np.uint8)
    warp(luma, luma_map(back), bright, border=cv2.BORDER_TRANSPARENT)
    warp(chroma, chroma_map(back), colour, border=cv2.BORDER_TRANSPARENT)
    return Print(
        luma=split_luma(bright, layer), chroma=split_chroma(colour, layer), seen=seen, left=left, top=top
    )


def slid(ready: Print, seen: Matrix, window: Window) -> tuple[Sheet, Sheet]:
    """The print where `seen` puts it, as far as it falls into a window of the frame with even bounds."""
    x, y = (seen[:, 2] - ready.seen[:, 2]).tolist()
    rows, columns = window
    corner = (columns.start - ready.left - x, rows.start - ready.top - y)
    size = (columns.stop - columns.start, rows.stop - rows.start)
    half_corner, half_size = (corner[0] / 2, corner[1] / 2), (size[0] // 2, size[1] // 2)
    return _slid(ready.luma, corner, size), _slid(ready.chroma, half_corner, half_size)


def _slid(sheet: Sheet, corner: tuple[float, float], size: tuple[int, int]) -> Sheet:
    colours = tuple(_part(plane, corner, size) for plane in sheet.colours)
    reveal = _part(sheet.reveal, corner, size) if sheet.reveal.size else sheet.reveal
    return Sheet(colours, _part(sheet.cover, corner, size), reveal)


def _part(plane: Plane, corner: tuple[float, float], size: tuple[int, int]) -> Plane:
    column, row = round(corner[0]), round(corner[1])
    inside = 0 <= column <= plane.shape[1] - size[0] and 0 <= row <= plane.shape[0] - size[1]
    if inside and abs(corner[0] - column) < _WHOLE and abs(corner[1] - row) < _WHOLE:
        return plane[row : row + size[1], column : column + size[0]]
    centre = (corner[0] + (size[0] - 1) / 2, corner[1] + (size[1] - 1) / 2)
    return as_bytes(cv2.getRectSubPix(plane, size, centre))


def _channel(image: ByteImage, number: int) -> Plane:
    return as_bytes(cv2.extractChannel(image, number))
