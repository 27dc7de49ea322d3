"""Cels that grow or shrink about a pixel and do not turn, enlarged by plain resizes.

A globe that comes nearer covers most of the frame, and so does its warp. A resize of single planes takes a
third of the time, but it wants a point that stands still on whole pixels: a painter who anchors such a layer
on an even pixel of its image, and places it on one of the raster, gets it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from renderer.compositor.enlarge import Pin, enlarge_about
from renderer.compositor.planes import Plane
from renderer.painters.layered_picture import ByteImage, Layer, as_bytes
from renderer.visuals.camera.affine import Affine, placed
from renderer.visuals.film.prints import Sheet, split_chroma, split_luma

_WHOLE: Final = 1e-6
"""A place this near to a pixel's corner is on it."""

_OPAQUE: Final = 255
_RIM: Final = 2
"""Transparent pixels around a cel."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Upright:
    """A cel's planes taken apart, which take its pixels' place: together they are smaller.

    `anchor`: in pixels of its image; `place`: in those of the planes, even; `full`: all of it within its rim
    hides what lies below.
    """

    luma: Sheet
    chroma: Sheet
    anchor: tuple[float, float]
    place: tuple[int, int]
    full: bool

    def joined(self) -> tuple[ByteImage, ByteImage]:
        """Luma and chroma interleaved, as a warp wants them."""
        return _interleaved(self.luma), _interleaved(self.chroma)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """One way across a box from `start` to `stop`, and a cel whose `place` of `length` lies at `at` there."""

    start: int
    stop: int
    at: int
    place: int
    length: int
    size: float

    @property
    def reached(self) -> slice:
        """What the cel fills, in even pixels of the box."""
        before, after = (
            2 * math.floor(side * self.size / 2) for side in (self.place, self.length - self.place)
        )
        first, last = max(self.start, self.at - before), min(self.stop, self.at + after)
        return slice(first - self.start, last - self.start)

    @property
    def stands_inside(self) -> bool:
        """Whether the place lies inside what is filled."""
        return bool(self.reached.start < self.at - self.start < self.reached.stop)

    @property
    def is_covered(self) -> bool:
        """Whether no pixel of the box, nor of its colours, sees the cel's rim."""
        before, after = self.at - self.start - 1, self.stop - self.at - 1
        nearest = min(self.place - before / self.size, self.length - self.place - after / self.size)
        return nearest >= _RIM + 1


def upright(luma: ByteImage, chroma: ByteImage, layer: Layer, *, offset: tuple[int, int]) -> Upright | None:
    """The planes of a cel whose corner lies at `offset` in its image; None where they need a warp."""
    height, width = layer.image.shape[:2]
    anchor = layer.anchor[0] * width, layer.anchor[1] * height
    place = _even_pixel(anchor[0] - offset[0], anchor[1] - offset[1])
    if place is None or layer.reveal.size or layer.window != (0, 0):
        return None
    full = bool((luma[_RIM:-_RIM, _RIM:-_RIM, 1] == _OPAQUE).all())
    return Upright(
        luma=split_luma(luma, layer),
        chroma=split_chroma(chroma, layer),
        anchor=anchor,
        place=place,
        full=full,
    )


def enlarged(cel: Upright, seen: Affine, box: tuple[int, int, int, int]) -> tuple[Sheet, Sheet] | None:
    """The cel as `seen` maps it, in a box (left, top, right, bottom) of even pixels.

    None where `seen` turns or stretches it, or puts its anchor between pixels or outside the box.
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
            length=cel.luma.cover.shape[1 - way],
            size=seen.xx,
        )
        for way in (0, 1)
    )
    if not (across.stands_inside and down.stands_inside):
        return None
    full = cel.full and across.is_covered and down.is_covered
    return (
        _grown(cel.luma, across, down, cel.place, part=1, full=full),
        _grown(cel.chroma, across, down, cel.place, part=2, full=full),
    )


def _grown(
    sheet: Sheet, across: _Span, down: _Span, place: tuple[int, int], *, part: int, full: bool
) -> Sheet:
    """The planes in the box; `part` 2 where they are half as wide and high as it."""
    shape = (down.stop - down.start) // part, (across.stop - across.start) // part
    rows, columns = (slice(span.reached.start // part, span.reached.stop // part) for span in (down, across))
    here = (across.at - across.start) // part - columns.start, (down.at - down.start) // part - rows.start
    pin: Pin = (here, (place[0] // part, place[1] // part))

    def drawn(plane: Plane) -> Plane:
        target = np.zeros(shape, np.uint8)
        enlarge_about(plane, 1 / across.size, pin, target[rows, columns])
        return target

    cover = np.full(shape, _OPAQUE, np.uint8) if full else drawn(sheet.cover)
    return Sheet(tuple(drawn(plane) for plane in sheet.colours), cover, sheet.reveal)


def _interleaved(sheet: Sheet) -> ByteImage:
    """Colours, cover and as many empty channels as make four."""
    planes = [*sheet.colours, sheet.cover]
    return as_bytes(cv2.merge(planes + [np.zeros_like(sheet.cover)] * (4 - len(planes))))


def _even_pixel(x: float, y: float) -> tuple[int, int] | None:
    """The even pixel at a place, None where it lies beside one."""
    column, row = 2 * round(x / 2), 2 * round(y / 2)
    return (column, row) if max(abs(x - column), abs(y - row)) < _WHOLE else None
