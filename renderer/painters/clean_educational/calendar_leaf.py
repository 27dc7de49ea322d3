"""The calendar leaf of a month: correct weekdays, days crossed out until the one that matters is ringed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import CalendarDay
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Colour,
    Cutout,
    cast_shadow,
    developed,
    half,
    lay,
    stain,
    tinted,
)
from renderer.painters.drawing.layering import drawn, flat, visible_box
from renderer.painters.drawing.lettering import lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import modulated, plain, resized
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import (
    companion_place,
    companion_width,
    has_subject,
    hero_size,
    is_wide,
    raised,
    subject,
)

_COLUMNS: Final = 7
_RED: Final = (196, 44, 40)
_EMPTY: Final = CalendarDay(year=1, day=1, days=30)


class Leaf(Struct, frozen=True, kw_only=True):
    """Position of the sheet in pixels: corner, width, height, and the side of a day's cell.

    `leftward`: the week begins on the right, for scripts read from right to left.
    """

    left: float
    top: float
    width: float
    height: float
    leftward: bool = False

    @property
    def cell(self) -> float:
        """Distance between neighbouring days in pixels."""
        return self.width / (_COLUMNS + 0.6)

    def at(self, place: int) -> tuple[float, float]:
        """Centre of cell number `place`; weekdays are in the row above the first."""
        row, column = divmod(place, _COLUMNS)
        across = _COLUMNS - 1 - column if self.leftward else column
        return (
            self.left + (across + 0.8) * self.cell,
            self.top + self.height - (5.4 - row) * self.cell * 0.88,
        )


def paint(request: PaintRequest) -> LayeredPicture:
    """Wall and leaf are the base; crosses and the ring draw themselves; the subject is beside them."""
    rng = request.rng()
    leaf = _leaf(request)
    day = request.facts.date if request.facts.date.year else _EMPTY
    canvas = _wall(request, rng)
    _sheet(canvas, request, rng, leaf, day)
    layers = [*_crosses(request, rng, leaf, day), _ring(request, rng, leaf, day)]
    if has_subject(request):
        size = int(hero_size(request) * (0.9 if is_wide(request) else 0.42))
        art = subject(request, size)
        at = raised(request, 0.0) if is_wide(request) else _corner(request, leaf, size)
        spot = (int(at[0] - size / 2), int(at[1] - size / 2))
        u = request.unit
        cast_shadow(canvas, art.alpha, spot, offset=(int(4 * u), int(12 * u)), blur=12 * u, strength=0.45)
        lay(canvas, art, spot)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _leaf(request: PaintRequest) -> Leaf:
    w, h = request.width, request.height
    width = companion_width(request, 0.84)
    height = min(width * 1.02, 0.86 * h if is_wide(request) else 1.22 * hero_size(request))
    width = height / 1.02
    x, y = companion_place(request, 0.0)
    leftward = request.language is Language.AR
    if is_wide(request):
        top = h * 0.5 - height / 2
        return Leaf(left=x - width / 2, top=top, width=width, height=height, leftward=leftward)
    top = min(max(y - height / 2, 0.05 * h), 0.95 * h - height)
    return Leaf(left=w / 2 - width / 2, top=top, width=width, height=height, leftward=leftward)


def _corner(request: PaintRequest, leaf: Leaf, size: int) -> tuple[float, float]:
    """Position beside the month's name, over the sheet's upper edge."""
    del request
    return leaf.left + leaf.width - 0.42 * size, leaf.top + 0.26 * size


def _wall(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    size = (request.width, request.height)
    shape = half(size)
    clouds = fractal(rng, shape, cell=min(shape) * 0.5, octaves=4, gain=0.5)
    ground = tinted(clouds, palette.background, tone.mixed(palette.ground, palette.primary, 0.22))
    dim(ground, light.vignette(shape, strength=0.4, centre=request.focus))
    light.add_light(ground, light.glow(shape, request.focus, 0.5), palette.glow, strength=0.16)
    boards = pattern.pleats((shape[0] // 8, shape[1]), count=9, phase=float(rng.uniform(0, 6)))
    dim(ground, resized(0.8 + 0.26 * boards, shape[::-1]))
    canvas = developed(ground, size, rng, grain=1.6)
    nails = pattern.dotted(request, step=92, radius=9)
    stain(canvas, nails, tone.mixed(palette.ground, palette.ink, 0.55), strength=0.6)
    return canvas


def _sheet(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, leaf: Leaf, day: CalendarDay
) -> None:
    """Paper with a coloured head that names the month, and the days below."""
    palette, u = request.palette, request.unit
    width, height = int(leaf.width) // 2 * 2, int(leaf.height) // 2 * 2
    tooth = resized(paper.fibre(rng, (height // 2, width // 2)), (width, height))
    rgb = modulated(plain(palette.paper, (height, width)), tooth)
    head = np.zeros((height, width), np.uint8)
    head[: int(0.20 * height)] = 255
    stain(rgb, head, palette.accent, strength=0.95)
    alpha = np.full((height, width), 255, np.uint8)
    corner = (int(leaf.left), int(leaf.top))
    cast_shadow(canvas, alpha, corner, offset=(int(6 * u), int(20 * u)), blur=24 * u, strength=0.5)
    lay(canvas, Cutout(rgb, alpha), corner)
    ink = np.zeros(canvas.shape[:2], np.uint8)
    bright = np.zeros_like(ink)
    face = LetteringFace.SERIF if tone.luma(palette.paper) < 0.95 else LetteringFace.PLAIN  # noqa: PLR2004 - white paper is modern
    title = lettering(
        day.month or "·",
        size=0.105 * leaf.height,
        face=face,
        language=request.language,
        widest=0.62 * leaf.width,
    )
    written(
        bright, title, (leaf.left + 0.06 * leaf.width + title.shape[1] / 2, leaf.top + 0.10 * leaf.height)
    )
    for place, name in enumerate(day.weekdays):
        letters = lettering(name, size=0.36 * leaf.cell, face=LetteringFace.PLAIN, language=request.language)
        x, y = leaf.at(place)
        written(ink, letters, (x, y - 0.78 * leaf.cell), value=150)
    for number in range(1, day.days + 1):
        letters = lettering(str(number), size=0.44 * leaf.cell, face=face, language=request.language)
        written(ink, letters, leaf.at(day.first + number - 1))
    stain(canvas, bright, _on(palette.accent))
    stain(canvas, ink, palette.paper_ink, strength=0.92)


def _on(colour: Colour) -> Colour:
    return tone.WHITE if tone.luma(colour) < 0.6 else tone.BLACK  # noqa: PLR2004 - which of the two reads better


def _crosses(
    request: PaintRequest, rng: np.random.Generator, leaf: Leaf, day: CalendarDay
) -> Iterator[Layer]:
    """A stroke through each earlier day, one after the other."""
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    reach, side = 0.26 * leaf.cell, leaf.cell / 2
    for number in range(1, day.day):
        x, y = leaf.at(day.first + number - 1)
        line = np.array([[x - reach, y + reach], [x + reach, y - reach]], np.float32)
        stroke = curve.wobbled(line, rng, reach=2 * request.unit, every=1)
        curve.stroke(mask, [stroke], width=0.07 * leaf.cell)
        rows, columns = (slice(max(int(at - side), 0), int(at + side)) for at in (y, x))
        order[rows, columns] = int(250 * number / max(day.day, 2))
    if day.day < 2:  # noqa: PLR2004 - none before the first
        return
    end = 0.45 * request.duration
    box = evened(visible_box(mask))
    cell = (int(8 * leaf.cell), int(2 * leaf.cell))
    brush = Brush(shown=lambda seconds: motion.ease_in_out(seconds / end), cell=cell)
    yield from in_parts(
        flat(box.cut(mask), tone.mixed(request.palette.paper_ink, request.palette.paper, 0.25)),
        box.cut(order),
        box,
        brush,
    )


def _ring(request: PaintRequest, rng: np.random.Generator, leaf: Leaf, day: CalendarDay) -> Layer:
    """A red ring drawn by hand, slightly more than once around."""
    at = leaf.at(day.first + day.day - 1)
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    turns = np.linspace(-1.9, -1.9 + 2.2 * np.pi, 90)
    radius = 0.46 * leaf.cell * np.linspace(1.0, 1.1, 90)
    around = np.stack([at[0] + radius * np.cos(turns), at[1] + 0.92 * radius * np.sin(turns)], axis=1)
    ring = curve.wobbled(around.astype(np.float32), rng, reach=1.5 * request.unit)
    for index in range(len(ring) - 1):
        curve.stroke(order, [ring[index : index + 2]], width=0.3 * leaf.cell, value=int(250 * index / 90) + 1)
    curve.stroke(mask, [ring], width=0.085 * leaf.cell)
    start = 0.42 * request.duration
    return drawn(
        mask,
        order,
        _RED,
        lambda x, y: motion.drawing(x, y, start=start, end=start + 0.7),
    )
