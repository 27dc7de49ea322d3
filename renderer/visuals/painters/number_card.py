"""A number worth reading: it rolls to its value on a bright card, with the subject beside it."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import curve, light, motion, paper, pattern, rolling, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, cast_shadow, developed, half, stain, tinted
from renderer.visuals.painters.cutout import shadowed
from renderer.visuals.painters.layering import pasted
from renderer.visuals.painters.paper_cards import rounded
from renderer.visuals.painters.pixels import outline
from renderer.visuals.painters.subject import bordered, has_subject, hero_place, hero_size, subject
from renderer.visuals.painters.type import Face
from renderer.visuals.scene import Layer, Scene


def paint(request: PaintRequest) -> Scene:
    """Rings and card are the base; digits roll; an underline draws itself."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    x, y = hero_place(request)
    size = hero_size(request)
    low = y + (size * 0.30 if has_subject(request) else 0.0)
    canvas = _card(request, rng, (x, low), size)
    layers: list[Layer] = []
    if has_subject(request):
        piece = bordered(subject(request, int(size * 0.66)), width=max(2, int(10 * u)), colour=tone.WHITE)
        layers.append(
            pasted(
                shadowed(piece, blur=13 * u, offset=(4 * u, 12 * u), strength=0.32),
                motion.drifting(x, y - size * 0.26, by=(0, 7 * u), period=4.6),
            )
        )
    layers += rolling.counter(
        request.data.get("number_text", request.data.get("number", "")),
        at=(x, low),
        size=size * 0.40,
        widest=0.74 * request.width,
        face=Face.PLAIN,
        colour=palette.primary,
        language=request.language,
        start=-0.2,
        end=0.62 * request.duration,
    )
    return Scene(base=canvas, layers=tuple(layers))


def _card(request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], size: int) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    ground = tinted(
        light.glow(shape, request.focus, 0.6),
        tone.mixed(palette.accent, tone.WHITE, 0.42),
        tone.mixed(palette.glow, tone.WHITE, 0.45),
    )
    ground *= paper.fibre(rng, shape)[..., None]
    canvas = developed(ground, (w, h), rng, grain=0.4)
    rings = np.zeros((h, w), np.uint8)
    for step in range(9):
        curve.disc(rings, (at[0], at[1] - size * 0.2), size * (0.55 + 0.30 * step), width=44 * u, value=150)
    stain(canvas, pattern.quiet(request, rings, keep=0.5), tone.WHITE, strength=0.9)
    width, height = int(min(0.86 * w, 1040 * u)) // 2 * 2, int(size * 0.46) // 2 * 2
    sheet = np.zeros((h, w), np.uint8)
    left, top = int(at[0] - width / 2), int(at[1] - height / 2)
    sheet[max(top, 0) : top + height, max(left, 0) : left + width] = rounded((width, height), 44 * u)[
        max(-top, 0) :, max(-left, 0) :
    ]
    cast_shadow(canvas, sheet, (0, 0), offset=(0, int(14 * u)), blur=20 * u, strength=0.24)
    stain(canvas, sheet, tone.mixed(palette.paper, tone.WHITE, 0.7))
    stain(canvas, outline(sheet, round(2 * u)), palette.primary)
    for index, colour in enumerate((palette.secondary, palette.primary, palette.accent)):
        dot = np.zeros((h, w), np.uint8)
        curve.disc(dot, (w * (0.12 + 0.38 * index), h * (0.86 - 0.09 * (index % 2))), (170 + 40 * index) * u)
        stain(canvas, dot, colour, strength=0.9)
    return canvas
