"""A comparison in paper: columns rise to their values, labels below, numbers on top."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import curve, light, motion, solids, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import (
    Canvas,
    Colour,
    Cutout,
    cast_shadow,
    developed,
    half,
    stain,
    window,
)
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import flat, pasted
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import chart, paper
from renderer.painters.props.comparison import Entry, entries
from renderer.painters.props.subject import bordered, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """A card with a base line; columns grow through a window; the subject watches from above."""
    rng = request.rng()
    u = request.unit
    area = chart.panel(request)
    canvas = _card(request, rng, area)
    rows = entries(request)[:5]
    longest = max(entry.value for entry in rows) or 1.0
    pitch = area.width * 0.90 / len(rows)
    layers: list[Layer] = []
    colours = (
        request.palette.primary,
        request.palette.accent,
        request.palette.secondary,
        request.palette.glow,
    )
    for index, entry in enumerate(rows):
        x = area.left + area.width * 0.05 + pitch * (index + 0.5)
        layers += _column(request, area, entry, longest, colours[index % 4], x=x, pitch=pitch, order=index)
    if has_subject(request):
        piece = bordered(
            subject(request, hero_size(request, share=0.92)), width=max(2, int(11 * u)), colour=tone.WHITE
        )
        layers.append(
            pasted(
                shadowed(piece, blur=14 * u, offset=(4 * u, 13 * u), strength=0.32),
                motion.drifting(*hero_place(request), by=(0, 7 * u), period=4.8),
            )
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _card(request: PaintRequest, rng: np.random.Generator, area: chart.Panel) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    ground = ramp(
        light.glow(shape, request.focus, 0.5),
        tone.mixed(palette.background, palette.secondary, 0.30),
        tone.mixed(palette.background, tone.WHITE, 0.35),
        factor=paper.fibre(rng, shape),
    )
    canvas = developed(ground, (w, h), rng, grain=0.4)
    spots = canvas.copy()
    step = 92 * u
    for row, y in enumerate(np.arange(step / 2, h, step)):
        for x in np.arange(step / 2 + (row % 2) * step / 2, w, step):
            solids.disc(spots, (float(x), float(y)), 12 * u, palette.secondary)
    solids.blend_quietly(canvas, spots, request, strength=0.67)
    pad = 0.035 * w
    size = (int(area.width + 2 * pad), int(area.height + 3.6 * pad))
    corner = (int(area.left - pad), int(area.top - 1.6 * pad))
    sheet = rounded(size, 30 * u)
    cast_shadow(canvas, sheet, corner, offset=(0, int(10 * u)), blur=16 * u, strength=0.25)
    part, seen = window(canvas, corner, size)
    stain(part, sheet[seen], tone.mixed(palette.paper, tone.WHITE, 0.5))
    for y in np.linspace(area.top, area.bottom - 0.16 * area.height, 5):
        first = max(int(y - 4 * u) - 2, 0)
        rows = canvas[first : int(y + 4 * u) + 3]
        line = np.zeros(rows.shape[:2], np.uint8)
        rule = np.array([[area.left, y - first], [area.right, y - first]], np.float32)
        curve.stroke(line, [rule], width=1.6 * u, value=70)
        stain(rows, line, palette.paper_ink, strength=0.5)
    return canvas


def _column(
    request: PaintRequest,
    area: chart.Panel,
    entry: Entry,
    longest: float,
    colour: Colour,
    *,
    x: float,
    pitch: float,
    order: int,
) -> list[Layer]:
    """The column, its number, which moves with its top, and its label under the line."""
    foot = area.bottom - 0.16 * area.height
    room = foot - area.top - 0.16 * area.height
    tall = max(int(room * entry.value / longest) // 2 * 2, 6)
    wide = int(pitch * 0.58) // 2 * 2
    image = flat(np.full((tall, wide), 255, np.uint8), colour)
    image[:, : max(2, wide // 10), :3] = np.array(tone.mixed(colour, tone.WHITE, 0.28), np.uint8)
    image[: max(3, wide // 9), :, :3] = np.array(tone.mixed(colour, tone.WHITE, 0.40), np.uint8)
    start, end = -0.4 + 0.22 * order, 0.45 * request.duration + 0.22 * order
    number = lettering(
        entry.text,
        size=0.105 * area.height,
        face=LetteringFace.PLAIN,
        language=request.language,
        widest=pitch * 0.92,
    )
    label = lettering(
        entry.label,
        size=0.085 * area.height,
        face=LetteringFace.PLAIN,
        language=request.language,
        widest=pitch * 0.92,
    )
    ink = request.palette.paper_ink
    return [
        Layer(image=image, motion=_rising(x, foot, start, end), anchor=(0.5, 1.0)),
        pasted(
            Cutout(flat(number, ink)[..., :3].copy(), number),
            _riding(x, foot, tall, height=number.shape[0], start=start, end=end),
        ),
        pasted(
            Cutout(flat(label, ink)[..., :3].copy(), label),
            motion.fading(x, area.bottom - 0.07 * area.height, start=-0.6, length=0.6),
        ),
    ]


def _grown(seconds: float, start: float, end: float) -> float:
    return 0.08 + 0.92 * motion.ease_in_out((seconds - start) / max(end - start, 1e-6))


def _rising(x: float, foot: float, start: float, end: float) -> Motion:
    """Grow upwards: the whole column is scaled, and its width restored by the inverse stretch."""

    def rise(seconds: float) -> Placement:
        share = _grown(seconds, start, end)
        return Placement(x=x, y=foot, scale=share, stretch=1.0 / share)

    return rise


def _riding(x: float, foot: float, tall: int, *, height: int, start: float, end: float) -> Motion:
    return lambda seconds: Placement(x=x, y=foot - tall * _grown(seconds, start, end) - height * 0.85)
