"""Hills cut out of coloured paper, one behind the other, with the subject in front of a large paper sun.

Without a subject they lie low, at dusk, in front of a sky of sheets around a small sun.
"""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.documentary.paper_dusk import dusk
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Colour,
    Cutout,
    Mask,
    cast_shadow,
    developed,
    half,
    lay,
    tinted,
)
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.pixels import resized
from renderer.painters.layered_picture import Layer, LayeredPicture, standing
from renderer.painters.props import paper
from renderer.painters.props.subject import (
    bordered,
    form,
    has_subject,
    hero_place,
    hero_size,
    lit,
    subject,
    toned,
)

_FAR = 3
_WOODED = 2
_NEAREST = 4
"""Indices of the first ridge with trees, and of the last ridge."""

_TOPS = (0.47, 0.55, 0.64, 0.76, 0.88)
_LOW = (0.72, 0.77, 0.82, 0.87, 0.93)
"""Heights of the ridges' centre lines as fractions, with a subject above them and without one."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Far hills are in the base; the two nearest ridges, the clouds and the subject move in depth."""
    rng = request.rng()
    u = request.unit
    canvas = _sky(request, rng) if has_subject(request) else dusk(request, rng)
    for step in range(_FAR):
        ridge = _ridge(request, rng, step)
        top = request.height - ridge.size[1]
        edge = ridge.alpha[: int(0.30 * request.height)]
        cast_shadow(canvas, edge, (0, top), offset=(0, -int(9 * u)), blur=13 * u, strength=0.32)
        lay(canvas, ridge, (0, top))
    near = [
        _near(_ridge(request, rng, _FAR + step), request, depth=depth)
        for step, depth in enumerate((1.25, 1.6))
    ]
    if not has_subject(request):
        return LayeredPicture(base=canvas, layers=tuple(near))
    return LayeredPicture(base=canvas, layers=(*_clouds(request, rng), _subject(request), *near))


def _sky(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette, u = request.palette, request.unit
    size = (request.width, request.height)
    shape = half(size)
    _, y = light.grid(shape)
    low = tone.mixed(tone.mixed(palette.background, palette.glow, 0.5), tone.WHITE, 0.15)
    ground = tinted(
        np.clip(y * 1.7, 0, 1) + np.zeros(shape, np.float32),
        tone.mixed(palette.secondary, palette.background, 0.45),
        low,
    )
    dim(ground, paper.fibre(rng, shape))
    canvas = developed(ground, size, rng, grain=0.8)
    x, y_hero = hero_place(request)
    for radius, colour in ((0.80, tone.mixed(palette.glow, low, 0.55)), (0.64, palette.glow)):
        side = int(hero_size(request) * radius) * 2
        disc = np.zeros((side, side), np.uint8)
        curve.disc(disc, (side / 2, side / 2), side / 2 - 2)
        piece = _sheet(rng, disc, colour)
        corner = (int(x - side / 2), int(y_hero - side / 2))
        cast_shadow(canvas, disc, corner, offset=(0, int(8 * u)), blur=13 * u, strength=0.22)
        lay(canvas, piece, corner)
    return canvas


def _sheet(rng: np.random.Generator, alpha: Mask, colour: Colour) -> Cutout:
    """A shape of coloured paper with its fibre."""
    height, width = alpha.shape
    side = min(256, max(height, width) // 2 + 1)
    swatch = tinted(
        0.5 + 3.0 * (paper.fibre(rng, (side, side)) - 1.0),
        tone.mixed(colour, tone.BLACK, 0.07),
        tone.mixed(colour, tone.WHITE, 0.07),
    )
    tile = resized(np.clip(swatch * 255, 0, 255).astype(np.uint8), (2 * side, 2 * side))
    below, right = max(height - 2 * side, 0), max(width - 2 * side, 0)
    mirrored = cv2.copyMakeBorder(tile[:height, :width], 0, below, 0, right, cv2.BORDER_REFLECT)
    return Cutout(np.asarray(mirrored, np.uint8), alpha)


def _ridge(request: PaintRequest, rng: np.random.Generator, step: int) -> Cutout:
    """Ridge number `step`, 0 the farthest, as a sheet: jagged in the distance, rolling nearby.

    It is as wide as the raster and reaches from its highest point down to the lower edge.
    """
    w, h = request.width, request.height
    palette = request.palette
    tops = _TOPS if has_subject(request) else _LOW
    swing = (0.085, 0.075, 0.065, 0.055, 0.045)[step] * h
    line = fractal(
        rng, (1, w), cell=w / (2.2 if step < _WOODED else 1.4), octaves=6 if step < _WOODED else 3, gain=0.46
    )[0]
    edge = tops[step] * h + (0.5 - line) * 2 * swing
    outline = np.stack([np.arange(w), edge], axis=1)[:: 3 if step < _WOODED else 6]
    if step >= _WOODED:
        outline = np.concatenate(
            [_trees(rng, outline, request.unit * (1.0 + 0.5 * step), dense=0.16 if step < _NEAREST else 0.28)]
        )
    polygon = np.concatenate([[[-9, h + 9], [-9, edge[0]]], outline, [[w + 9, edge[-1]], [w + 9, h + 9]]])
    top = max(int(polygon[:, 1].min() - 1) // 2 * 2, 0)
    alpha = np.zeros((h - top, w), np.uint8)
    curve.fill(alpha, [(polygon - (0, top)).astype(np.float32)])
    far = tone.mixed(tone.mixed(palette.secondary, palette.background, 0.62), palette.glow, 0.15)
    near = tone.mixed(tone.mixed(palette.primary, palette.ink, 0.72), palette.secondary, 0.2)
    return _sheet(rng, alpha, tone.mixed(far, near, (step / 4) ** 1.1))


def _trees(rng: np.random.Generator, outline: curve.Points, unit: float, *, dense: float) -> curve.Points:
    """Scattered small firs standing up from the edge."""
    points = []
    skip = 0.0
    for x, y in outline:
        points.append((x, y))
        if x < skip or rng.random() > dense:
            continue
        tall, wide = rng.uniform(16, 34) * unit, rng.uniform(5, 8) * unit
        for level in range(3):
            points += [
                (x - wide * (1 - level * 0.26), y - tall * level * 0.28),
                (x - wide * (0.45 - level * 0.12), y - tall * (level * 0.28 + 0.30)),
            ]
        points.append((x, y - tall))
        for level in (2, 1, 0):
            points += [
                (x + wide * (0.45 - level * 0.12), y - tall * (level * 0.28 + 0.30)),
                (x + wide * (1 - level * 0.26), y - tall * level * 0.28),
            ]
        skip = x + wide * 1.6
    return np.array(points, np.float32)


def _near(ridge: Cutout, request: PaintRequest, *, depth: float) -> Layer:
    """A ridge with the shadow it casts on what is behind it."""
    u = request.unit
    thick = shadowed(ridge, blur=13 * u, offset=(0, -9 * u), strength=0.38)
    return pasted(thick, standing(ridge.size[0] / 2, request.height - ridge.size[1] / 2), depth=depth)


def _clouds(request: PaintRequest, rng: np.random.Generator) -> list[Layer]:
    u, palette = request.unit, request.palette
    layers = []
    for index in range(4):
        size = (int(rng.uniform(190, 300) * u), int(96 * u))
        alpha = np.zeros((size[1], size[0]), np.uint8)
        base = size[1] * 0.72
        cv2.rectangle(
            alpha,
            (int(size[1] * 0.3), int(base - 26 * u)),
            (int(size[0] - size[1] * 0.3), int(base)),
            255,
            -1,
        )
        for x in np.linspace(size[1] * 0.35, size[0] - size[1] * 0.35, 5):
            radius = float(rng.uniform(0.20, 0.36)) * size[1]
            curve.disc(alpha, (float(x), base - radius * 0.8), radius)
        alpha[int(base) :] = 0
        piece = _sheet(rng, alpha, tone.mixed(tone.lightest(palette), tone.WHITE, 0.45))
        spot = (
            request.width * (0.16 + 0.72 * (index % 2) + float(rng.uniform(-0.08, 0.08))),
            request.height * (0.10 + 0.095 * index),
        )
        path = motion.moving(*spot, speed=(float(rng.uniform(6, 14)) * u * (1 if index % 2 else -1), 0))
        layers.append(pasted(shadowed(piece, blur=9 * u, offset=(0, 10 * u), strength=0.25), path, depth=0.9))
    return layers


def _subject(request: PaintRequest) -> Layer:
    u = request.unit
    art = subject(request, hero_size(request, share=0.88))
    palette = request.palette
    printed = toned(
        art,
        tone.mixed(palette.primary, palette.ink, 0.55),
        tone.mixed(palette.paper, palette.glow, 0.3),
        keep=0.62,
    )
    shaded = lit(printed, 1.0 + 0.20 * form(art))
    piece = bordered(
        shaded, width=int(9 * u), colour=tone.mixed(tone.lightest(request.palette), tone.WHITE, 0.4)
    )
    floating = shadowed(piece, blur=15 * u, offset=(4 * u, 20 * u), strength=0.42)
    return pasted(floating, motion.drifting(*hero_place(request), by=(0, 8 * u), period=4.6))
