"""A number worth reading: it rolls to its value on a bright card, with the subject beside it."""

from __future__ import annotations

from typing import Final

from numpy.random import Generator

from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import light, motion, solids, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import Canvas, cast_shadow, developed, half, stain, window
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import outline, padded
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper, rolling_counter
from renderer.painters.props.subject import (
    bordered,
    companion_place,
    companion_width,
    has_subject,
    hero_size,
    raised,
    subject,
)

_INSIDE: Final = 0.88
"""Largest share of the card's width that a number may fill."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Rings and card are the base; digits roll; an underline draws itself."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    size = hero_size(request)
    at = companion_place(request, 0.30 * size)
    canvas = _card(request, rng, at, size)
    layers: list[Layer] = []
    if has_subject(request):
        piece = bordered(subject(request, int(size * 0.66)), width=max(2, int(10 * u)), colour=tone.WHITE)
        layers.append(
            pasted(
                shadowed(piece, blur=13 * u, offset=(4 * u, 12 * u), strength=0.32),
                motion.drifting(*raised(request, 0.26 * size), by=(0, 7 * u), period=4.6),
            )
        )
    layers += rolling_counter.counter(
        request.facts.number.text,
        at=at,
        size=size * 0.40,
        widest=min(companion_width(request, 0.74), _INSIDE * _card_width(request)),
        face=LetteringFace.PLAIN,
        colour=palette.primary,
        language=request.language,
        start=-0.2,
        end=0.62 * request.duration,
    )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _card_width(request: PaintRequest) -> int:
    return int(min(companion_width(request, 0.86), 1040 * request.unit)) // 2 * 2


def _card(request: PaintRequest, rng: Generator, at: tuple[float, float], size: int) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    ground = ramp(
        light.glow(shape, request.focus, 0.6),
        tone.mixed(palette.accent, tone.WHITE, 0.42),
        tone.mixed(palette.glow, tone.WHITE, 0.45),
        factor=paper.fibre(rng, shape),
    )
    canvas = developed(ground, (w, h), rng, grain=0.4)
    rings = canvas.copy()
    for step in range(9):
        radius = size * (0.55 + 0.30 * step)
        solids.disc(rings, (at[0], at[1] - size * 0.2), radius, tone.WHITE, width=44 * u)
    solids.blend_quietly(canvas, rings, request, strength=0.66, keep=0.6)
    width, height = _card_width(request), int(size * 0.46) // 2 * 2
    left, top = int(at[0] - width / 2), int(at[1] - height / 2)
    sheet = rounded((width, height), 44 * u)
    drop = (0, int(14 * u))
    cast_shadow(canvas, sheet, (left, top), offset=drop, blur=20 * u, strength=0.24)
    edge = max(round(2 * u), 1)
    sheet = padded(sheet, edge)
    part, seen = window(canvas, (left - edge, top - edge), (width + 2 * edge, height + 2 * edge))
    stain(part, sheet[seen], tone.mixed(palette.paper, tone.WHITE, 0.7))
    stain(part, outline(sheet, edge)[seen], palette.primary)
    for index, colour in enumerate((palette.secondary, palette.primary, palette.accent)):
        spot = w * (0.12 + 0.38 * index), h * (0.86 - 0.09 * (index % 2))
        solids.disc(canvas, spot, (170 + 40 * index) * u, colour, strength=0.9)
    return canvas
