"""A night sky over a dark horizon whose stars, joined by lines, draw the subject."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed, half, tinted
from renderer.painters.drawing.layering import drawn, pasted, stained
from renderer.painters.drawing.noise import Field, fractal, ridged, smoothstep
from renderer.painters.drawing.pixels import blurred, resized, scaled, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.subject import (
    edges,
    has_subject,
    hero_place,
    hero_size,
    outline_points,
    silhouette,
    subject,
)

_STARLIGHT: Final = ((214, 226, 255), (255, 226, 190), (40, 52, 84))
"""Colours of the coldest and the warmest star, and the colour that faint stars fade to."""


def paint(request: PaintRequest) -> LayeredPicture:
    """The sky turns imperceptibly; lines run from star to star; the figure lights up when they close."""
    rng = request.rng()
    canvas = _sky(request, rng)
    layers = _figure(request) if has_subject(request) else []
    layers += _twinkles(request, rng)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _sky(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    shape = half(size)
    palette = request.palette
    deep = tone.night(palette, depth=0.62)
    x, y = light.grid(shape)
    ground = tinted(
        np.repeat(y**1.4, shape[1], axis=1),
        deep,
        tone.mixed(tone.night(palette, depth=0.1), palette.secondary, 0.30),
    )
    band = np.exp(-np.square((x - 0.15 - 0.75 * y) / 0.24))
    dust = fractal(rng, shape, cell=min(shape) * 0.5, octaves=5, gain=0.6)
    light.add_light(
        ground, band * dust * dust, tone.mixed(palette.glow, (150, 170, 230), 0.62), strength=0.50
    )
    light.add_light(
        ground,
        band * smoothstep(ridged(rng, shape, cell=min(shape) * 0.4), 0.5, 0.95) * dust,
        palette.glow,
        strength=0.16,
    )
    horizon = light.glow(shape, (0.5, 0.98), 0.30, squeeze=3.0)
    light.add_light(ground, horizon, tone.mixed(palette.glow, palette.accent, 0.35), strength=0.42)
    canvas = developed(ground, size, rng, grain=0.3)
    _stars(canvas, request, rng, band)
    _horizon(canvas, request, rng, deep)
    return canvas


def _stars(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, band: Field) -> None:
    """Hundreds of faint stars, denser in the band, and a few bright ones; none large under captions."""
    u = request.unit
    found = []
    for _ in range(620):
        fx, fy = rng.random(2).tolist()
        crowd = band[int(fy * (band.shape[0] - 1)), int(fx * (band.shape[1] - 1))]
        if rng.random() <= 0.45 + 0.55 * crowd:
            found.append((fx * request.width, fy * request.height, rng.pareto(3.0), rng.random()))
    x, y, power, warmth = np.array(found).T
    size = power * 1.4 * u + 0.8
    cold, hot, dusk = (np.array(colour, np.float64) for colour in _STARLIGHT)
    warm = cold + (hot - cold) * warmth[:, None]
    seen = dusk + (warm - dusk) * np.minimum(0.35 + size / (4 * u), 1.0)[:, None]
    places = np.rint(np.stack([x, y], axis=1) * curve.ONE).astype(int).tolist()
    radii = np.rint(np.minimum(size, 4.2 * u) * curve.ONE).astype(int).tolist()
    for place, radius, colour in zip(places, radii, np.rint(seen).tolist(), strict=True):
        cv2.circle(canvas, place, radius, colour, -1, cv2.LINE_AA, curve.SHIFT)


def _horizon(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, deep: Colour) -> None:
    w, h = request.width, request.height
    for step, top in enumerate((0.885, 0.935)):
        line = fractal(rng, (1, w), cell=w / 2.4, octaves=6, gain=0.44)[0]
        edge = top * h + (0.5 - line) * 0.09 * h
        shape = np.concatenate(
            [[[0, h + 9]], np.stack([np.arange(w), edge], axis=1)[::3], [[w, edge[-1]], [w, h + 9]]]
        )
        cv2.fillPoly(
            canvas, [curve.fixed(shape)], tone.mixed(deep, tone.BLACK, 0.25 + 0.5 * step), cv2.LINE_AA, 5
        )


def _figure(request: PaintRequest) -> list[Layer]:
    """Stars at the outline's corners, lines between them, and the drawing's ghost."""
    palette, u = request.palette, request.unit
    size = hero_size(request, share=1.12)
    art = subject(request, size)
    x, y = hero_place(request)
    corner = np.array([x - size / 2, y - size / 2], np.float32)
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    stars = np.zeros_like(mask)
    outlines = outline_points(art, most=34)
    total = sum(map(len, outlines)) or 1
    count = 0
    for outline in outlines:
        ring = np.concatenate([outline, outline[:1]]) + corner
        for start, end in pairwise(ring):
            gap = (end - start) * min(0.2, 13 * u / max(float(np.hypot(*(end - start))), 1))
            line = curve.evenly(np.stack([start + gap, end - gap]), 8)
            curve.stroke(mask, [line], width=2.6 * u, value=215)
            for part in range(7):
                curve.stroke(
                    order,
                    [line[part : part + 2]],
                    width=12 * u,
                    value=1 + int(250 * (count + part / 7) / total),
                )
            curve.disc(
                stars, (float(start[0]), float(start[1])), float(4.4 + 3.6 * ((count * 7) % 5) / 4) * u
            )
            count += 1
    cool = tone.mixed(palette.glow, (225, 235, 255), 0.6)
    end = 0.62 * request.duration
    ghost = edges(art, width=2.2 * u)
    tint = silhouette(art, tone.mixed(palette.glow, (120, 150, 220), 0.55))
    small = resized(stars, (stars.shape[1] // 4, stars.shape[0] // 4), interpolation=cv2.INTER_AREA)
    halo = resized(blurred(small, 9 / 4 * u), stars.shape[::-1])
    return [
        pasted(
            Cutout(
                tint.rgb,
                scaled(strongest(scaled(art.alpha, 0.20), scaled(ghost, 0.5)), 0.8),
            ),
            motion.fading(x, y, start=end * 0.5, length=1.4, first=0.25),
            light=True,
        ),
        drawn(
            mask, order, cool, lambda a, b: motion.steadily(a, b, start=-0.2, end=end, first=0.2), light=True
        ),
        stained(
            strongest(stars, scaled(halo, 1.5)),
            tone.mixed(cool, tone.WHITE, 0.5),
            light=True,
        ),
    ]


def _twinkles(request: PaintRequest, rng: np.random.Generator) -> list[Layer]:
    """A few four-pointed stars that pulse, away from the middle."""
    layers = []
    for index in range(7):
        side = int(float(rng.uniform(40, 80)) * request.unit) // 2 * 2
        rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
        near = np.exp(
            -np.square(np.minimum(abs(rows), abs(columns)) / (side * 0.018))
            - np.maximum(abs(rows), abs(columns)) / (side * 0.11)
        )
        core = np.exp(-(rows**2 + columns**2) / (side * 0.07) ** 2)
        alpha = np.clip(255 * (near + core), 0, 255).astype(np.uint8)
        spot = (
            request.width * float(rng.uniform(0.05, 0.95)),
            request.height * float(rng.choice([rng.uniform(0.03, 0.12), rng.uniform(0.62, 0.82)])),
        )
        star = Cutout(np.full((side, side, 3), (236, 240, 255), np.uint8), alpha)
        layers.append(
            pasted(
                star,
                motion.breathing(*spot, depth=0.65, period=float(rng.uniform(2.2, 4.0)), phase=index / 7),
                light=True,
            )
        )
    return layers
