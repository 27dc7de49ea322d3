"""A cross-section of the ground.

Grass, soil and rock form bands with finds in them; the subject is on top in the sun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, solids, tone
from renderer.painters.drawing.blend import dim, lit_ramp
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Colour, Mask, cast_shadow, developed, half, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import fractal
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import bordered, has_subject, hero_place, hero_size, subject

_SOIL, _ROCK = 2, 4
"""Indices of the first band of soil and of the first band of dark rock."""

_WAVE: Final = 0.045
"""Greatest swing of a band's edge, as a share of the height."""

_DEEPEST: Final = 0.97
"""Lowest upper edge of a band, as a share of the height."""

_NEAR = 1.12
"""Depth of the subject: in front of the ground it was found in."""

_MARKS = ("grass", "dash", "pebble", "stone")


def paint(request: PaintRequest) -> LayeredPicture:
    """Bands are the base, each with its own texture; a band marker slides down, the subject bobs above."""
    rng = request.rng()
    u = request.unit
    canvas = _section(request, rng)
    layers: list[Layer] = []
    if has_subject(request):
        piece = bordered(subject(request, hero_size(request)), width=max(2, int(10 * u)), colour=tone.WHITE)
        layers.append(
            pasted(
                shadowed(piece, blur=14 * u, offset=(4 * u, 14 * u), strength=0.30),
                motion.drifting(*hero_place(request), by=(0, 8 * u), period=4.8),
                depth=_NEAR,
            )
        )
        for index in range(1, min(len(request.artwork), 4)):
            find = bordered(
                subject(request, int(128 * u), index=index),
                width=max(2, int(6 * u)),
                colour=tone.mixed(request.palette.paper, tone.WHITE, 0.5),
            )
            spot = (
                request.width * (0.24 + 0.26 * (index - 1)),
                request.height * (0.665 + 0.062 * ((index * 2) % 3)),
            )
            layers.append(
                pasted(
                    shadowed(find, blur=7 * u, offset=(2 * u, 6 * u), strength=0.3),
                    motion.settling(
                        *spot,
                        start=0.1 + 0.35 * index,
                        length=0.6,
                        rise=40 * u,
                        angle=(-14.0, 10.0, -6.0)[index - 1],
                    ),
                )
            )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _section(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    _, y = light.grid(shape)
    sky = tone.mixed(palette.primary, tone.WHITE, 0.62)
    ground = lit_ramp(
        np.clip(y * 1.9, 0, 1),
        sky,
        tone.mixed(palette.background, tone.WHITE, 0.3),
        lamp=tone.mixed(palette.glow, tone.WHITE, 0.35),
        amount=light.glow(shape, request.focus, 0.30),
        strength=0.8,
    )
    dim(ground, paper.fibre(rng, shape))
    canvas = developed(ground, (w, h), rng, grain=0.4)
    bands: tuple[tuple[float, Colour], ...] = (
        (0.455, tone.mixed(palette.secondary, tone.WHITE, 0.22)),
        (0.500, palette.secondary),
        (0.575, tone.mixed(palette.glow, palette.accent, 0.35)),
        (0.660, tone.mixed(palette.accent, palette.ink, 0.12)),
        (0.745, tone.mixed(palette.accent, palette.ink, 0.38)),
        (0.830, tone.mixed(palette.primary, palette.ink, 0.45)),
        (0.915, tone.mixed(palette.primary, palette.ink, 0.70)),
    )
    tops = _clear_of_captions(request, [top for top, _ in bands])
    for index, (top, colour) in enumerate(zip(tops, (colour for _, colour in bands), strict=True)):
        line = fractal(rng, (1, w), cell=w / (1.6 + 0.4 * index), octaves=2)[0]
        swell = (70 if index < _SOIL else 44) * u
        edge = top * h + (0.5 - line) * 2 * swell
        outline = np.concatenate(
            [
                np.stack([np.arange(w), edge], axis=1)[::8],
                [[w + 9, edge[-1]], [w + 9, h + 9], [-9, h + 9], [-9, edge[0]]],
            ]
        ).astype(np.float32)
        first = max(int(edge.min() - 60 * u), 0)
        last = min(int(edge.max() + 0.16 * h), h) if index < len(bands) - 1 else h
        part = canvas[first:last]
        mask = np.zeros(part.shape[:2], np.uint8)
        curve.fill(mask, [outline - np.array([0, first], np.float32)])
        marks = np.zeros_like(mask)
        _texture(marks, rng, index, edge, request, first=first)
        cast_shadow(
            part,
            mask[: int(220 * u)],
            (0, 0),
            offset=(0, -int(6 * u)),
            blur=10 * u,
            strength=0.24,
        )
        solids.fill(canvas[:last], [outline], colour)
        stain(
            part,
            np.minimum(marks, mask),
            tone.mixed(colour, tone.WHITE if index >= _ROCK else palette.ink, 0.30),
            strength=0.8,
        )
    return canvas


def _clear_of_captions(request: PaintRequest, tops: Sequence[float]) -> list[float]:
    """The bands' upper edges, with those that would cross the caption box moved below it."""
    _, top, _, bottom = request.captions
    first = next((edge for edge in tops if edge > top - _WAVE), _DEEPEST)
    if not bottom or first > bottom + _WAVE or bottom + _WAVE > _DEEPEST:
        return list(tops)
    scale = (_DEEPEST - bottom - _WAVE) / (_DEEPEST - first)
    return [edge if edge < first else bottom + _WAVE + scale * (edge - first) for edge in tops]


def _texture(
    marks: Mask,
    rng: np.random.Generator,
    index: int,
    edge: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    request: PaintRequest,
    *,
    first: int,
) -> None:
    """Grass, pebbles, dashes or bones: one kind of mark per band; the mask begins at row `first`."""
    u, w, h = request.unit, request.width, request.height
    for _ in range(54):
        x = float(rng.uniform(0, w - 1))
        down = float(rng.uniform(0.012, 0.07)) * h
        y = float(edge[int(x)]) + down
        if index > 0 and under_captions(request, y, reach=0.055):
            continue
        y -= first
        size = float(rng.uniform(5, 13)) * u
        kind = _MARKS[index % len(_MARKS)]
        if kind == "grass":
            blade = np.array(
                [[x, y], [x + size * 0.3, y - size * 1.6], [x + size * 0.9, y - size * 2.2]], np.float32
            )
            curve.stroke(marks, [blade], width=3.4 * u, value=150)
        elif kind == "dash":
            curve.stroke(marks, [np.array([[x, y], [x + size * 2.4, y]], np.float32)], width=4 * u, value=120)
        elif kind == "pebble":
            curve.disc(marks, (x, y), size * 0.7, value=120)
        else:
            stone = (
                curve.ring((x, y), size * 1.2, count=9)
                + rng.uniform(-0.3, 0.3, (9, 2)).astype(np.float32) * size
            )
            curve.fill(marks, [stone.astype(np.float32)], value=110)
