"""A pane that has just been hit: the subject's picture behind it is broken into shifted shards."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, pattern, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, add_colour, developed, lay
from renderer.painters.drawing.layering import flat, pasted, visible_box
from renderer.painters.drawing.noise import Field, chance
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import modulated, resized
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_STRIP: Final = 32
"""Rows of the half-size picture processed at a time."""

Shard = curve.Points


def paint(request: PaintRequest) -> LayeredPicture:
    """The refracted picture is the base; cracks run outwards, and loose splinters drift off."""
    rng = request.rng()
    u = request.unit
    x, y = hero_place(request)
    impact = (
        x + float(rng.uniform(-0.12, 0.12)) * hero_size(request),
        y + float(rng.uniform(-0.05, 0.15)) * hero_size(request),
    )
    spokes, rings = _web(request, rng, impact)
    clean = _picture(request, rng)
    canvas = _refracted(clean, request, rng, spokes, rings)
    return LayeredPicture(
        base=canvas,
        layers=(*_cracks(request, rng, spokes, rings, impact), *_splinters(rng, impact, u)),
    )


def _picture(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.accent, strength=0.50, lift=0.10, radius=0.36)
    canvas = developed(ground, (request.width, request.height), rng, grain=0.4)
    weave = pattern.quiet(request, pattern.dotted(request, step=54, radius=9), keep=0.2)
    add_colour(canvas, weave, palette.accent, strength=0.22)
    if has_subject(request):
        size = hero_size(request, share=1.16)
        art = staged(
            subject(request, size),
            ambient=palette.secondary,
            lamp=tone.mixed(palette.glow, tone.WHITE, 0.3),
            towards=(0.6, -0.8),
        )
        x, y = hero_place(request)
        lay(canvas, art, (int(x - size / 2), int(y - size / 2)))
    return canvas


def _web(
    request: PaintRequest, rng: np.random.Generator, impact: tuple[float, float]
) -> tuple[list[curve.Points], list[float]]:
    """Spokes as slightly bent rays with one point per ring, and the rings' radii."""
    reach = float(np.hypot(request.width, request.height))
    rings = [28.0, 74.0, 140.0, 236.0, 372.0, 570.0, 880.0, 2400.0]
    radii = [r * request.unit for r in rings[:-1]] + [reach]
    count = int(rng.integers(15, 20))
    base = np.sort((np.arange(count) + rng.uniform(-0.32, 0.32, count)) * 2 * np.pi / count)
    spokes = []
    for angle in base:
        bend = angle + np.cumsum(rng.normal(0, 0.035, len(radii)))
        wobble = np.array(radii) * rng.uniform(0.86, 1.14, len(radii))
        spokes.append(
            np.stack([impact[0] + wobble * np.cos(bend), impact[1] + wobble * np.sin(bend)], axis=1).astype(
                np.float32
            )
        )
    return spokes, radii


def _shards(spokes: list[curve.Points], rings: list[float], rng: np.random.Generator) -> list[Shard]:
    """Quads between neighbouring spokes and rings, some joined with the next one outwards."""
    shards = []
    for index, spoke in enumerate(spokes):
        after = spokes[(index + 1) % len(spokes)]
        step = 0
        while step < len(rings) - 1:
            last = step + (2 if chance(rng, 0.45) and step + 2 < len(rings) else 1)
            shards.append(np.concatenate([spoke[step : last + 1], after[step : last + 1][::-1]]))
            step = last
    return shards


def _refracted(
    clean: Canvas,
    request: PaintRequest,
    rng: np.random.Generator,
    spokes: list[curve.Points],
    rings: list[float],
) -> Canvas:
    """Every shard shows the picture from a slightly different position and catches different light."""
    h, w = clean.shape[:2]
    labels = np.zeros((h // 2, w // 2), np.uint8)
    shards = _shards(spokes, rings, rng)[:250]
    for index, shard in enumerate(shards):
        cv2.fillPoly(labels, [np.rint(shard / 2).astype(np.int32)], index + 1)
    count = len(shards) + 1
    far = np.array(
        [0.0] + [float(np.hypot(*(shard.mean(axis=0) - np.array(hero_place(request))))) for shard in shards]
    )
    near = np.exp(-far / (420 * request.unit))
    shift = rng.uniform(-1, 1, (count, 2)) * (26 * request.unit) * near[:, None]
    gain = 1.0 + rng.uniform(-0.42, 0.50, count) * (0.5 + 0.5 * near)
    return _displaced(clean, labels, np.rint(shift).astype(np.float32), gain.astype(np.float32))


def _displaced(clean: Canvas, labels: Mask, shift: Field, gain: Field) -> Canvas:
    """The picture displaced and lit shard by shard, with soft transitions along their edges.

    `labels`: the shard of each pixel at half size; per shard `shift`, whole pixels across and down, and
    `gain`. It works in strips, so that the sampling positions stay in the processor's cache.
    """
    rows, columns = labels.shape
    across = np.arange(columns, dtype=np.float32) * 2 + 0.5
    broken = np.empty((2 * rows, 2 * columns, 3), np.uint8)
    for top in range(0, rows, _STRIP):
        bottom = min(top + _STRIP, rows)
        first, last = max(top - 1, 0), min(bottom + 1, rows)
        part = labels[first:last]
        down = np.arange(first, last, dtype=np.float32)[:, None] * 2 + 0.5
        size, inner = (2 * columns, 2 * (last - first)), slice(2 * (top - first), 2 * (bottom - first))
        fields: tuple[Field, ...] = (across + shift[part, 0], down + shift[part, 1], gain[part])
        x, y, light = (resized(field, size)[inner] for field in fields)
        seen = cv2.remap(clean, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT_101)
        broken[2 * top : 2 * bottom] = modulated(np.asarray(seen, np.uint8), light)
    return broken


def _cracks(
    request: PaintRequest,
    rng: np.random.Generator,
    spokes: list[curve.Points],
    rings: list[float],
    impact: tuple[float, float],
) -> list[Layer]:
    """Lines that run outwards from the impact, in parts, so that only the growing ones cost anything."""
    u = request.unit
    mask = np.zeros((request.height, request.width), np.uint8)
    for spoke in spokes:
        line = np.concatenate([np.array([impact], np.float32), spoke])
        curve.stroke(mask, [line[:5]], width=3.4 * u, value=235)
        curve.stroke(mask, [line[4:]], width=1.8 * u, value=130)
    for step in range(len(rings) - 1):
        for index, spoke in enumerate(spokes):
            if rng.random() < 0.80 - 0.09 * step:
                curve.stroke(
                    mask,
                    [np.stack([spoke[step], spokes[(index + 1) % len(spokes)][step]])],
                    width=max(2.6 - 0.25 * step, 1) * u,
                    value=int(235 - 22 * step),
                )
    for _ in range(46):
        angle, far = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 26)) * u
        spot = np.array([impact[0] + far * np.cos(angle), impact[1] + far * np.sin(angle)])
        curve.fill(
            mask,
            [(spot + rng.uniform(-9, 9, (3, 2)) * u).astype(np.float32)],
            value=int(rng.uniform(120, 255)),
        )
    mask[int(request.height * 0.62) :] = 0
    box = evened(visible_box(mask))
    below = np.arange(box.y, box.y + box.height, dtype=np.float32)[:, None]
    aside = np.arange(box.x, box.x + box.width, dtype=np.float32)[None, :] - np.float32(impact[0])
    under = below - np.float32(impact[1])
    order = np.sqrt(aside * aside + under * under) * np.float32(200 / (900 * u))
    calm = 1.0 - 0.75 * np.exp(-np.square((below / request.height - 0.5) / 0.05))
    dimmed = modulated(box.cut(mask), np.repeat(calm, box.width, axis=1))
    colour = tone.mixed(tone.lightest(request.palette), tone.WHITE, 0.6)
    side = 2 * math.ceil(max(box.width, box.height) / 6)
    return in_parts(
        flat(dimmed, colour),
        np.minimum(order, 254),
        box,
        Brush(shown=_running, cell=(side, side), softness=20),
    )


def _running(seconds: float) -> float:
    """Visible share of the cracks, which have already begun when the shot starts."""
    return 0.35 + 0.65 * motion.ease_in_out((seconds + 0.25) / 0.95)


def _splinters(rng: np.random.Generator, impact: tuple[float, float], unit: float) -> list[Layer]:
    """Loose triangles of glass that drift away slowly; every other one tumbles."""
    layers = []
    for index in range(11):
        side = int(rng.uniform(26, 84) * unit) // 2 * 2 + 4
        alpha = np.zeros((side, side), np.uint8)
        corners = (
            0.5
            + 0.46
            * np.stack(
                [np.cos(a := np.sort(rng.uniform(0, 2 * np.pi, 3) * 0.5 + np.arange(3) * 2.1)), np.sin(a)],
                axis=1,
            )
        ) * side
        curve.fill(alpha, [corners.astype(np.float32)], value=70)
        curve.stroke(
            alpha, [np.concatenate([corners, corners[:1]]).astype(np.float32)], width=2.2 * unit, value=220
        )
        glass = Cutout(np.full((side, side, 3), 235, np.uint8), alpha)
        angle = float(rng.uniform(0, 2 * np.pi))
        start = float(rng.uniform(110, 420)) * unit
        speed, spin = float(rng.uniform(8, 30)) * unit, float(rng.uniform(-18, 18)) * (index % 2)
        path = _tumbling(impact, angle, start, speed, spin)
        layers.append(pasted(glass, path, depth=1.3, light=True))
    return layers


def _tumbling(impact: tuple[float, float], angle: float, start: float, speed: float, spin: float) -> Motion:
    def motion_at(seconds: float) -> Placement:
        far = start + speed * seconds + 90 * (1 - np.exp(-seconds * 2.2)) * speed / 30
        return Placement(
            x=float(impact[0] + far * np.cos(angle)),
            y=float(impact[1] + far * np.sin(angle) + 5 * seconds * seconds),
            angle=angle * 57 + spin * seconds,
        )

    return motion_at
