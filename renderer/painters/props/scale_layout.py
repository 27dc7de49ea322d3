"""Positions of things drawn to scale, and of their names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, Spread
from renderer.painters.base import PaintRequest

_SIDE: Final = 0.07
_HIGHEST, _LOWEST = 0.05, 0.95
_AWAY: Final = 0.08
"""Distance from the captions, as a share of the shorter side, within which captions soften the picture."""

_HALF: Final = 0.32
"""Half of the band's height where there are no captions, as a share of the frame."""

_NAMES: Final = 132.0
_NAME: Final = 62.0
"""Heights of two lines of text and of one, in units."""

_LEAST_LABEL: Final = {2: 0.30, 3: 0.25, 4: 0.21}
_POST: Final = 0.20
"""Width of a plain form that represents a height, as a share of the band."""

_GAP: Final = 0.03
_DISC: Final = math.pi / 4
_SHRINK: Final = 0.94
_SMALLEST: Final = 8.0
"""Height in pixels of the tallest thing at which shrinking for the sake of names stops."""


class Band(Struct, frozen=True, kw_only=True):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels down."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the rectangle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Stand(Struct, frozen=True, kw_only=True):
    """One thing's rectangle, and the centres of its number and its name.

    `side`: 0 for a thing on the ground; 1 or -1 for one that grows to the right or to the left, whose text
    begins at its line. `label_width`: the greatest width of its text.
    """

    value: float
    left: float
    top: float
    width: float
    height: float
    number_at: tuple[float, float]
    name_at: tuple[float, float]
    label_width: float
    number_size: float
    side: int = 0

    @property
    def foot(self) -> float:
        """Row of the thing's lower edge."""
        return self.top + self.height

    def grown(self, spread: Spread) -> float:
        """Its extent in pixels, in the direction in which it grows."""
        return self.width if spread == "length" else self.height


def band(request: PaintRequest) -> Band:
    """The part of the frame that the picture may fill: the full width on one side of the captions."""
    _, top, _, bottom = request.captions
    if bottom:
        above = request.focus[1] <= (top + bottom) / 2
        away = _AWAY * min(request.width, request.height) / request.height
        first, last = (_HIGHEST, top - away) if above else (bottom + away, _LOWEST)
    else:
        first, last = max(request.focus[1] - _HALF, _HIGHEST), min(request.focus[1] + _HALF, _LOWEST)
    w, h = request.width, request.height
    return Band(left=_SIDE * w, top=first * h, right=(1 - _SIDE) * w, bottom=last * h)


def arranged(
    request: PaintRequest, measures: Sequence[Measure], spread: Spread, shapes: Sequence[tuple[float, float]]
) -> list[Stand]:
    """A place for each measure; `shapes`: aspect ratio and coverage of drawings, (0, 0) for plain forms."""
    values = [float(measure.value) for measure in measures]
    area = band(request)
    if spread == "length":
        return _rows(request, area, values, shapes)
    return _side_by_side(request, area, values, shapes, round_=spread == "area")


def _side_by_side(
    request: PaintRequest,
    area: Band,
    values: Sequence[float],
    shapes: Sequence[tuple[float, float]],
    *,
    round_: bool,
) -> list[Stand]:
    shelf = _shelf(request, area)
    names = (_NAME if shelf else _NAMES) * request.unit
    room = area.height - names - 0.02 * area.height
    tall = _heights(values, shapes, round_=round_)
    scale = room / max(tall)
    least = _LEAST_LABEL[len(values)] * area.width
    gap = _GAP * area.width
    while True:
        sizes = [
            (_width(high * scale, shape, area, round_=round_), high * scale)
            for high, shape in zip(tall, shapes, strict=True)
        ]
        slots = [max(wide, least) for wide, _ in sizes]
        if sum(slots) + gap * (len(slots) - 1) <= area.width or scale * max(tall) < _SMALLEST:
            break
        scale *= _SHRINK
    free = max(area.width - sum(slots), 0.0) / len(slots)
    ground = area.bottom - names - max(room - max(high for _, high in sizes), 0.0) / 2
    order = list(range(len(values)))
    if request.language is Language.AR:
        order.reverse()
    stands: dict[int, Stand] = {}
    x = area.left
    for index in order:
        (wide, high), slot = sizes[index], slots[index] + free
        middle = x + slot / 2
        stands[index] = Stand(
            value=values[index],
            left=middle - wide / 2,
            top=ground - high,
            width=wide,
            height=high,
            number_at=(middle, shelf or ground + 0.36 * names),
            name_at=(middle, ground + (0.6 if shelf else 0.78) * names),
            label_width=slot * 0.88,
            number_size=(92 if shelf else 50) * request.unit,
        )
        x += slot
    return [stands[index] for index in range(len(values))]


def _shelf(request: PaintRequest, area: Band) -> float:
    """The row for large numbers beyond the captions, if an upright frame has room there; else 0."""
    top, bottom = (edge * request.height for edge in request.shelf)
    return (top + bottom) / 2 if top > area.bottom and request.height > request.width else 0.0


def _heights(values: Sequence[float], shapes: Sequence[tuple[float, float]], *, round_: bool) -> list[float]:
    """Relative heights: proportional to the values, or such that the covered areas are."""
    if not round_:
        return list(values)
    return [
        math.sqrt(value / (ratio * cover if ratio else _DISC))
        for value, (ratio, cover) in zip(values, shapes, strict=True)
    ]


def _width(high: float, shape: tuple[float, float], area: Band, *, round_: bool) -> float:
    if shape[0]:
        return high * shape[0]
    return high if round_ else _POST * area.width


def _rows(
    request: PaintRequest, area: Band, values: Sequence[float], shapes: Sequence[tuple[float, float]]
) -> list[Stand]:
    """One below the other, all from one line: on the left, or on the right where writing begins there."""
    text = _NAME * request.unit
    pitch = area.height / len(values)
    most = pitch - text - 0.06 * pitch
    longest = max(values)
    tall = [value / ratio for value, (ratio, _) in zip(values, shapes, strict=True) if ratio]
    scale = min([1.0, *(most * longest / (area.width * high) for high in tall)])
    side = -1 if request.language is Language.AR else 1
    stands = []
    for index, (value, (ratio, _)) in enumerate(zip(values, shapes, strict=True)):
        wide = area.width * scale * value / longest
        high = wide / ratio if ratio else min(most * 0.72, 120 * request.unit)
        top = area.top + pitch * index
        start = area.left if side > 0 else area.right
        line = top + text / 2
        stands.append(
            Stand(
                value=value,
                left=start if side > 0 else start - wide,
                top=top + text + (most - high) / 2,
                width=wide,
                height=high,
                number_at=(area.right if side > 0 else area.left, line),
                name_at=(start, line),
                label_width=area.width * 0.47,
                number_size=50 * request.unit,
                side=side,
            )
        )
    return stands
