"""Cels printed once at the size and turn at which they are shown, and then only shifted.

A warp costs several times as much as a shift. Most layers keep their size and angle for most of their time,
so they are warped once, when the shot opens, at the place where they come to rest. There they are drawn as
they are, and elsewhere with one sub-pixel shift.
"""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from renderer.compositor.shift import near
from renderer.kernels.places import ONE
from renderer.kernels.sheets import PlacedSheets, Sheets, Window, sheets
from renderer.kernels.warping import warped
from renderer.painters.layered_picture import ByteImage, Layer
from renderer.visuals.camera.affine import (
    Affine,
    chained,
    chroma_map,
    inverted,
    luma_map,
    moved,
    placed,
    scaling,
)
from renderer.visuals.film.pieces import pieces_of

_EDGE: Final = 6
"""Transparent pixels around a print, even, because a shift may read a few pixels past its content."""

_LARGE: Final = 120_000
"""Pixels below which a print is drawn in one piece."""


class Print(Struct, frozen=True, eq=False, kw_only=True):
    """A cel as it is shown. `seen`: the map it was printed with; `left`, `top`: its corner, even.

    Large prints are cut into pieces, which contain everything visible of them.
    """

    sheets: Sheets
    seen: Affine
    left: int
    top: int


def printed(
    luma: ByteImage, chroma: ByteImage, layer: Layer, *, offset: tuple[int, int], seen: Affine
) -> Print:
    """Print the planes of a cel, whose corner is at `offset` in its image, as `seen` maps it."""
    height, width = luma.shape[:2]
    image = chained(seen, scaling(1.0, *offset))
    columns, rows = zip(*(placed(image, x, y) for x in (0, width) for y in (0, height)), strict=True)
    left, top = (2 * math.floor(min(places) / 2) - _EDGE for places in (columns, rows))
    right, bottom = (2 * math.ceil(max(places) / 2) + _EDGE for places in (columns, rows))
    back = inverted(moved(image, -left, -top))
    maps, size = (luma_map(back), chroma_map(back)), (right - left, bottom - top)
    return Print(
        sheets=_cut(warped(luma, chroma, size, by=maps, revealed=bool(layer.reveal.size)), layer.softness),
        seen=seen,
        left=left,
        top=top,
    )


def _cut(whole: Sheets, softness: int) -> Sheets:
    """Cut the sheets into pieces if they are large."""
    if whole.cover[0].size < _LARGE:
        return whole
    return sheets(whole.colours, whole.cover, whole.reveal, pieces=pieces_of(whole, softness))


def slid(
    ready: Print, corner: tuple[float, float], window: Window, opacity: int, table: bytes
) -> PlacedSheets:
    """The print with its image's corner at a place of the scene, clipped to a window."""
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
