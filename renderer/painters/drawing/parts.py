"""Splits layers that draw themselves into parts, so that finished parts rest while others are being drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.layering import PixelBox, visible_box
from renderer.painters.layered_picture import ByteImage, Layer, Motion, Placement

Shown = Callable[[float], float]
"""Seconds since the shot's start → how much is uncovered, in [0, 1]."""

_LEVELS = 255


class Brush(Struct, frozen=True, kw_only=True):
    """How parts appear. `cell`: their largest width and height; the rest as in `Layer` and `Placement`."""

    shown: Shown
    cell: tuple[int, int]
    softness: int = 6
    light: bool = False


def in_parts(image: ByteImage, order: npt.NDArray[np.generic], at: PixelBox, brush: Brush) -> list[Layer]:
    """Split one layer with a reveal map into layers that show the same and come to rest one by one.

    `image`: (height, width, 4); `order`: (height, width), in [0, 255], fractions allowed; `at`: their
    position, starting at an even pixel. A part costs nothing while it rests or before it begins, so a line
    that runs across the picture costs only the area near its tip. The part finished first is the lowest.
    """
    found = [_part(image, order, cell, at, brush) for cell in _cells(image[..., 3], brush.cell)]
    return [layer for _, layer in sorted(found, key=lambda part: part[0])]


def evened(box: PixelBox) -> PixelBox:
    """The box extended to start at an even pixel."""
    x, y = box.x // 2 * 2, box.y // 2 * 2
    return PixelBox(x, y, box.width + box.x - x, box.height + box.y - y)


def _cells(alpha: Mask, cell: tuple[int, int]) -> Iterator[PixelBox]:
    """Boxes around the visible part of each cell, from even pixels on so that chroma is not resampled."""
    wide, tall = (max(side // 2 * 2, 2) for side in cell)
    for top in range(0, alpha.shape[0], tall):
        for left in range(0, alpha.shape[1], wide):
            part = alpha[top : top + tall, left : left + wide]
            if part.any():
                seen = visible_box(part)
                x, y = (left + seen.x) // 2 * 2, (top + seen.y) // 2 * 2
                yield PixelBox(x, y, left + seen.x + seen.width - x, top + seen.y + seen.height - y)


def _part(
    image: ByteImage, order: npt.NDArray[np.generic], cell: PixelBox, at: PixelBox, brush: Brush
) -> tuple[float, Layer]:
    """The map value at which the part is finished, and its layer."""
    rows, columns = slice(cell.y, cell.y + cell.height), slice(cell.x, cell.x + cell.width)
    places = order[rows, columns].astype(np.float32)
    visible = places[image[rows, columns, 3] > 0]
    low, high = float(visible.min()), float(visible.max())
    gain = _LEVELS / max(high - low, 1.0)
    own = np.clip(np.rint((places - low) * gain), 0, _LEVELS).astype(np.uint8)
    soft = brush.softness * gain
    place = PixelBox(at.x + cell.x, at.y + cell.y, cell.width, cell.height).middle
    layer = Layer(
        image=cell.cut(image),
        motion=_uncovering(place, brush, low=low, gain=gain),
        reveal=own,
        softness=round(soft),
        light=brush.light,
    )
    return high, layer


def _uncovering(place: tuple[float, float], brush: Brush, *, low: float, gain: float) -> Motion:
    """Motion that follows the whole's reveal edge, converted to the values of a part's own map."""
    soft = round(brush.softness * gain)

    def motion(seconds: float) -> Placement:
        edge = brush.shown(seconds) * (_LEVELS + brush.softness)
        part = (edge - low) * gain / (_LEVELS + soft)
        return Placement(x=place[0], y=place[1], reveal=min(max(part, 0.0), 1.0))

    return motion
