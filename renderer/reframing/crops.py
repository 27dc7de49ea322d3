"""Frames of given shapes, and the crops that fill them; positions are fractions of the picture's size."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.contract.orders.remix import Aspect

SHORT_SIDE: Final = 1080
"""Shorter side of an exported frame, in pixels."""
LONG_SHARE: Final = Fraction(16, 9)
"""Upper bound of a frame's longer side, as a multiple of the requested shorter side."""
LEAST_SIDE: Final = 144
_SHAPES: Final = {
    Aspect.PORTRAIT: (Fraction(1), Fraction(16, 9)),
    Aspect.FEED: (Fraction(1), Fraction(5, 4)),
    Aspect.SQUARE: (Fraction(1), Fraction(1)),
    Aspect.LANDSCAPE: (Fraction(16, 9), Fraction(1)),
}

Size = tuple[int, int]
"""Width and height in pixels."""


class CropExtent(Struct, frozen=True, kw_only=True):
    """Size of a crop, as fractions of the picture's width and height."""

    width: float
    height: float


class CropPoint(Struct, frozen=True, kw_only=True):
    """The upper left corner of a crop, as fractions, at the moment `at` (frames from the start of a shot)."""

    at: float
    left: float
    top: float


def frame_size(aspect: Aspect, source: Size, *, side: int = SHORT_SIDE) -> Size:
    """Width and height, both even, of the frame for a source of this size.

    With `Aspect.SOURCE` the source keeps its size unless it is larger than `side` by 16/9 of `side`.
    """
    if aspect is not Aspect.SOURCE:
        across, down = _SHAPES[aspect]
        return _even(across * side), _even(down * side)
    short, long = min(source), max(source)
    scale = min(Fraction(1), Fraction(side, short), LONG_SHARE * side / long)
    return max(_even(source[0] * scale), LEAST_SIDE), max(_even(source[1] * scale), LEAST_SIDE)


def _even(side: Fraction) -> int:
    return max(2, 2 * round(side / 2))


def largest_crop(source: Size, frame: Size, *, zoom: float = 1.0) -> CropExtent:
    """The largest crop of the frame's shape in a source, its sides divided by `zoom` (>= 1)."""
    scale = min(source[0] / frame[0], source[1] / frame[1]) / zoom
    return CropExtent(
        width=min(1.0, frame[0] * scale / source[0]), height=min(1.0, frame[1] * scale / source[1])
    )


def same_shape(source: Size, frame: Size) -> bool:
    """Whether a frame shows all of a source, apart from what rounding to even sides cuts off."""
    extent = largest_crop(source, frame)
    return extent.width * source[0] > source[0] - 2 and extent.height * source[1] > source[1] - 2


def crop_around(x: float, y: float, extent: CropExtent, *, at: float = 0.0) -> CropPoint:
    """The crop whose centre is as near to (x, y) as the picture's edges allow."""
    return CropPoint(
        at=at,
        left=min(max(x - extent.width / 2, 0.0), 1.0 - extent.width),
        top=min(max(y - extent.height / 2, 0.0), 1.0 - extent.height),
    )


def along(points: Sequence[CropPoint], at: float) -> CropPoint:
    """The crop at a moment: linear between points, constant before the first and after the last."""
    after = bisect_right(points, at, key=lambda point: point.at)
    if after in {0, len(points)}:
        edge = points[min(after, len(points) - 1)]
        return CropPoint(at=at, left=edge.left, top=edge.top)
    before, behind = points[after - 1], points[after]
    share = (at - before.at) / (behind.at - before.at)
    return CropPoint(
        at=at,
        left=before.left + share * (behind.left - before.left),
        top=before.top + share * (behind.top - before.top),
    )


def within(points: Sequence[CropPoint], start: float, stop: float) -> tuple[CropPoint, ...]:
    """The part of a path over [start, stop], moments relative to `start`; one point if the crop rests."""
    inner = [point for point in points if start < point.at < stop]
    found = [along(points, start), *inner, along(points, stop)]
    moved = [CropPoint(at=point.at - start, left=point.left, top=point.top) for point in found]
    rests = all((point.left, point.top) == (moved[0].left, moved[0].top) for point in moved)
    return tuple(moved[:1]) if rests else tuple(moved)
