"""Affine maps of the plane as plain numbers.

A frame chains dozens of them, one for each moving layer, and arrays of six numbers would cost ten times as
much.

Coordinates are continuous: pixel i covers [i, i + 1). Luma sample i is at i + 0.5. Chroma sample k is the
mean of its 2 x 2 pixels (see compositor/planes.py) and is at 2k + 1.
"""

from __future__ import annotations

from typing import Final, NamedTuple

LUMA_SITE: Final = 0.5
CHROMA_SITE: Final = 1.0


class Affine(NamedTuple):
    """x' = `xx` x + `xy` y + `x`; y' = `yx` x + `yy` y + `y`."""

    xx: float
    xy: float
    x: float
    yx: float
    yy: float
    y: float


def scaling(factor: float, left: float, top: float) -> Affine:
    """The map that scales by `factor` and moves the origin to (`left`, `top`)."""
    return Affine(factor, 0.0, left, 0.0, factor, top)


def placed(by: Affine, x: float, y: float) -> tuple[float, float]:
    """The image of a point."""
    return by.xx * x + by.xy * y + by.x, by.yx * x + by.yy * y + by.y


def moved(by: Affine, x: float, y: float) -> Affine:
    """Apply `by`, then a shift."""
    return Affine(by.xx, by.xy, by.x + x, by.yx, by.yy, by.y + y)


def inverted(of: Affine) -> Affine:
    """The inverse map.

    Raises:
        ZeroDivisionError: the map flattens the plane.
    """
    size = of.xx * of.yy - of.xy * of.yx
    xx, xy, yx, yy = of.yy / size, -of.xy / size, -of.yx / size, of.xx / size
    return Affine(xx, xy, -(xx * of.x + xy * of.y), yx, yy, -(yx * of.x + yy * of.y))


def chained(outer: Affine, inner: Affine) -> Affine:
    """Apply `inner` first, then `outer`."""
    x, y = placed(outer, inner.x, inner.y)
    return Affine(
        outer.xx * inner.xx + outer.xy * inner.yx,
        outer.xx * inner.xy + outer.xy * inner.yy,
        x,
        outer.yx * inner.xx + outer.yy * inner.yx,
        outer.yx * inner.xy + outer.yy * inner.yy,
        y,
    )


def same_shape(one: Affine, other: Affine, *, within: float) -> bool:
    """Whether two maps differ only by a shift."""
    return (
        abs(one.xx - other.xx) < within
        and abs(one.xy - other.xy) < within
        and abs(one.yx - other.yx) < within
        and abs(one.yy - other.yy) < within
    )


def luma_map(of: Affine) -> Affine:
    """Convert a map of continuous coordinates to one of luma indices."""
    x, y = placed(of, LUMA_SITE, LUMA_SITE)
    return of._replace(x=x - LUMA_SITE, y=y - LUMA_SITE)


def chroma_map(of: Affine) -> Affine:
    """Convert a map of continuous coordinates to one of chroma indices (planes of half the size)."""
    x, y = placed(of, CHROMA_SITE, CHROMA_SITE)
    return of._replace(x=(x - CHROMA_SITE) / 2, y=(y - CHROMA_SITE) / 2)
