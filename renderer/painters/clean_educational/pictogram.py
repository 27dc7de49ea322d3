"""A number as a count: that many of a thing, or that many of a hundred dots, each of them shown."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, developed, half, lay, stain, tinted
from renderer.painters.drawing.cutout import outlined
from renderer.painters.drawing.layering import visible_box, with_alpha
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import plain
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props.subject import has_subject, hero_place, hero_size, is_wide, subject, toned

_HUNDRED, _TEN = 100, 10
_WIDE, _TALL = 0.84, 0.42
_OF_WIDE: Final = (0.84, 0.62)
_DARK: Final = 0.45
_TOP, _GAP = 0.03, 18
"""Margin above the number, as a share of the height; gap between number and grid, in units."""


def paint(request: PaintRequest) -> LayeredPicture:
    """All places are the base, faintly; the counted ones appear one after the other."""
    rng = request.rng()
    total, shown = _counts(request)
    canvas = _ground(request, rng)
    label = _label(request)
    spots, side = _grid(request, total, below=_TOP * request.height + label.size[1] + _GAP * request.unit)
    piece = _piece(request, int(side * 0.86))
    faint = toned(piece, _faint(request), tone.mixed(_faint(request), tone.lightest(request.palette), 0.4))
    order = np.zeros((request.height, request.width), np.uint8)
    over = Cutout(np.zeros((*order.shape, 3), np.uint8), np.zeros_like(order))
    for number, (x, y) in enumerate(spots):
        corner = (round(x - piece.size[0] / 2), round(y - piece.size[1] / 2))
        lay(canvas, faint, corner, opacity=0.6)
        if number < shown:
            rows = slice(max(corner[1], 0), corner[1] + piece.size[1])
            columns = slice(max(corner[0], 0), corner[0] + piece.size[0])
            over.rgb[rows, columns] = piece.rgb[: rows.stop - rows.start, : columns.stop - columns.start]
            over.alpha[rows, columns] = piece.alpha[: rows.stop - rows.start, : columns.stop - columns.start]
            order[rows, columns] = int(250 * number / max(shown, 1))
    _lay_label(canvas, request, label, top=spots[0][1] - side / 2 - label.size[1] - _GAP * request.unit)
    end = 0.6 * request.duration
    box = evened(visible_box(over.alpha))
    brush = Brush(
        shown=lambda seconds: 0.04 + 0.96 * motion.ease_in_out((seconds + 0.2) / (end + 0.2)),
        cell=(request.width, max(int(side), 2)),
        softness=4,
    )
    image = with_alpha(box.cut(over.rgb), box.cut(over.alpha))
    return LayeredPicture(base=canvas, layers=tuple(in_parts(image, box.cut(order), box, brush)))


def _counts(request: PaintRequest) -> tuple[int, int]:
    """The number of places, and how many of them are filled."""
    facts = request.facts
    if facts.count:
        return facts.count, facts.count
    share = float(facts.number.value) if facts.number.unit == "%" else 40.0
    return _HUNDRED, min(max(round(share), 1), _HUNDRED)


def _grid(request: PaintRequest, total: int, *, below: float) -> tuple[list[tuple[float, float]], float]:
    """Centres of the cells, row by row, all of them below `below`, and the side of a cell in pixels."""
    w, h = request.width, request.height
    across, down = (_OF_WIDE[0] * w, _OF_WIDE[1] * h) if is_wide(request) else (_WIDE * w, _TALL * h)
    down = min(down, hero_size(request))
    columns = min(max(round(math.sqrt(total * across / down)), 1), total)
    if total == _HUNDRED:
        columns = 2 * _TEN if is_wide(request) else _TEN
    rows = math.ceil(total / columns)
    middle = (w / 2, hero_place(request)[1] if not is_wide(request) else 0.46 * h)
    room = middle[1] + down / 2 - max(middle[1] - down / 2, below)
    side = min(across / columns, room / rows)
    top = max(middle[1] - rows * side / 2, below)
    spots = []
    for number in range(total):
        row, column = divmod(number, columns)
        inside = min(columns, total - row * columns)
        left = middle[0] - (columns if row < rows - 1 else inside) * side / 2
        spots.append((left + (column + 0.5) * side, top + (row + 0.5) * side))
    return spots, side


def _piece(request: PaintRequest, side: int) -> Cutout:
    """The counted thing; a percentage is shown with dots."""
    side = max(side, 4)
    if request.facts.count and has_subject(request):
        return subject(request, side)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side * 0.42)
    return Cutout(plain(request.palette.accent, alpha.shape), alpha)


def _faint(request: PaintRequest) -> tuple[int, int, int]:
    palette = request.palette
    return tone.mixed(palette.background, palette.ink, 0.3)


def _ground(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    size = (request.width, request.height)
    shape = half(size)
    clouds = fractal(rng, shape, cell=min(shape) * 0.7, octaves=3, gain=0.5)
    ground = tinted(clouds, palette.background, tone.mixed(palette.ground, palette.secondary, 0.18))
    light.add_light(ground, light.glow(shape, request.focus, 0.6), palette.glow, strength=0.18)
    canvas = developed(ground, size, rng, grain=1.2)
    strewn = np.zeros(canvas.shape[:2], np.uint8)
    for strokes in pattern.sprinkled(request, rng, count=80, size=40):
        for line, width in strokes:
            curve.stroke(strewn, [line], width=1.2 * width)
    colour = tone.mixed(palette.background, palette.primary, 0.6)
    stain(canvas, pattern.quiet(request, strewn), colour, strength=0.6)
    return canvas


def _label(request: PaintRequest) -> Cutout:
    """The number as written in the text; empty if there is none."""
    text = str(request.facts.count) if request.facts.count else request.facts.number.text
    if not text:
        return Cutout(np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), np.uint8))
    palette, u = request.palette, request.unit
    letters = lettering(
        text, size=150 * u, face=LetteringFace.POSTER, language=request.language, widest=0.6 * request.width
    )
    dark = tone.luma(palette.background) < _DARK
    rim = tone.mixed(palette.background, tone.BLACK, 0.4) if dark else palette.paper
    return outlined(letters, ink=palette.ink, rim=rim, width=max(int(8 * u), 2))


def _lay_label(canvas: Canvas, request: PaintRequest, label: Cutout, *, top: float) -> None:
    """Draw the number above the grid and, for a percentage, the subject beside it."""
    if not label.alpha.size:
        return
    w, h, u = request.width, request.height, request.unit
    lay(canvas, label, (round(w / 2 - label.size[0] / 2), round(max(top, _TOP * h))))
    if has_subject(request) and not request.facts.count:
        art = subject(request, int(210 * u))
        lay(canvas, art, (round(w * 0.8 - 105 * u), round(max(top - 20 * u, 0.02 * h))))
