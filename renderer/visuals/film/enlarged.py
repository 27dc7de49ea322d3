"""Cels that grow or shrink about a pixel without turning, enlarged as they are drawn.

A globe that comes nearer covers most of the frame, and so does its warp. Enlarging separate planes takes less
than a third of the time, but it needs a fixed point on whole pixels: a layer gets it if its painter anchors
it on an even pixel of its image and places it on an even one of the raster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.compositor.planes import Plane
from renderer.kernels.places import Steps, steps_about
from renderer.kernels.sheets import PlacedSheets, Sheets, Window, sheets
from renderer.painters.layered_picture import ByteImage, Layer, as_bytes
from renderer.visuals.camera.affine import Affine, placed

_WHOLE: Final = 1e-6
"""Distance from a pixel's corner below which a place counts as being on it."""

_OPAQUE: Final = 255
_RIM: Final = 2
"""Transparent pixels around a cel."""


class Upright(Struct, frozen=True, eq=False, kw_only=True):
    """A cel's separated planes, which replace its interleaved pixels and take less memory.

    `anchor`: in pixels of its image; `place`: in pixels of the planes, even; `full`: everything within its
    rim hides what lies below.
    """

    sheets: Sheets
    anchor: tuple[float, float]
    place: tuple[int, int]
    full: bool

    def joined(self) -> tuple[ByteImage, ByteImage]:
        """Luma and chroma interleaved, as needed for a warp."""
        luma, *chroma = self.sheets.colours
        return _interleaved([luma], self.sheets.cover[0]), _interleaved(chroma, self.sheets.cover[1])


class _Span(Struct, frozen=True, kw_only=True):
    """One axis of a box from `start` to `stop`, with a cel of `length` whose `place` lies at `at` there."""

    start: int
    stop: int
    at: int
    place: int
    length: int
    size: float

    @property
    def reached(self) -> tuple[int, int]:
        """Range of the box that the cel fills, in even pixels of the scene."""
        before, after = (
            2 * math.floor(side * self.size / 2) for side in (self.place, self.length - self.place)
        )
        return max(self.start, self.at - before), min(self.stop, self.at + after)

    @property
    def stands_inside(self) -> bool:
        """Whether the place lies inside the filled range."""
        first, last = self.reached
        return first < self.at < last

    @property
    def ways(self) -> tuple[Steps, Steps]:
        """Sampling positions of the filled range, in luma and in chroma."""
        here = self.at - self.reached[0]
        scale = 1 / self.size
        return steps_about(here, self.place, scale), steps_about(here // 2, self.place // 2, scale)

    @property
    def is_covered(self) -> bool:
        """Whether the cel's rim affects no pixel of the box, in luma or chroma."""
        before, after = self.at - self.start - 1, self.stop - self.at - 1
        nearest = min(self.place - before / self.size, self.length - self.place - after / self.size)
        return nearest >= _RIM + 1


def upright(luma: ByteImage, chroma: ByteImage, layer: Layer, *, offset: tuple[int, int]) -> Upright | None:
    """The planes of a cel whose corner is at `offset` in its image; None if they need a warp."""
    height, width = layer.image.shape[:2]
    anchor = layer.anchor[0] * width, layer.anchor[1] * height
    place = _even_pixel(anchor[0] - offset[0], anchor[1] - offset[1])
    if place is None or layer.reveal.size or layer.window != (0, 0):
        return None
    full = bool((luma[_RIM:-_RIM, _RIM:-_RIM, 1] == _OPAQUE).all())
    return Upright(
        sheets=_apart(luma, chroma),
        anchor=anchor,
        place=place,
        full=full,
    )


def enlarged(cel: Upright, seen: Affine, box: Window) -> PlacedSheets | None:
    """The cel as `seen` maps it, in a box of even pixels of the scene.

    None if `seen` turns or stretches it, or puts its anchor between pixels or outside the box.
    """
    at = _even_pixel(*placed(seen, *cel.anchor))
    if at is None or seen.xy != 0 or seen.yx != 0 or seen.xx != seen.yy or seen.xx <= 0:
        return None
    across, down = (
        _Span(
            start=box[way],
            stop=box[way + 2],
            at=at[way],
            place=cel.place[way],
            length=cel.sheets.cover[0].shape[1 - way],
            size=seen.xx,
        )
        for way in (0, 1)
    )
    if not (across.stands_inside and down.stands_inside):
        return None
    ways = across.ways, down.ways
    return PlacedSheets(
        cel.sheets,
        (across.reached[0], down.reached[0], across.reached[1], down.reached[1]),
        x=(ways[0][0].start, ways[0][1].start),
        y=(ways[1][0].start, ways[1][1].start),
        step=ways[0][0].step,
        solid=cel.full and across.is_covered and down.is_covered,
    )


def _apart(luma: ByteImage, chroma: ByteImage) -> Sheets:
    """Separate the interleaved channels (see `Cel`), which have no reveal map."""
    bright, cover = (as_bytes(cv2.extractChannel(luma, number)) for number in (0, 1))
    blue, red, half = (as_bytes(cv2.extractChannel(chroma, number)) for number in (0, 1, 2))
    return sheets((bright, blue, red), (cover, half))


def _interleaved(colours: Sequence[Plane], cover: Plane) -> ByteImage:
    """Colours, cover and empty channels to make up four."""
    planes = [*colours, cover]
    return as_bytes(cv2.merge(planes + [np.zeros_like(cover)] * (4 - len(planes))))


def _even_pixel(x: float, y: float) -> tuple[int, int] | None:
    """The even pixel at a place, or None if there is none."""
    column, row = 2 * round(x / 2), 2 * round(y / 2)
    return (column, row) if max(abs(x - column), abs(y - row)) < _WHOLE else None
