"""One line of light climbs or falls across a dark grid floor, with a burning head and haze below it."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, add_colour, developed, stain
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat, pasted, visible_box, with_alpha
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import blurred, modulated, plain, scaled, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_PARTS: Final = 9
"""Layers that share the line."""


def paint(request: PaintRequest) -> LayeredPicture:
    """The perspective floor is the base; haze, line and head are light layers."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    area = chart.panel(request)
    down = chart.falling(request, rng)
    colour = palette.accent if down else palette.primary
    canvas = _floor(request, rng, area)
    line = curve.evenly(curve.spline(area.points(chart.walk(rng, 34, down=down)), per_span=12), 400)
    end = 0.88 * request.duration
    layers: list[Layer] = [
        *_line(request, area, line, colour, end),
        _head(request, line, area, colour, end),
    ]
    if has_subject(request):
        art = staged(
            subject(request, hero_size(request)),
            ambient=palette.secondary,
            lamp=tone.mixed(colour, tone.WHITE, 0.4),
            towards=(0.7, 0.6),
        )
        spot = hero_place(request)
        hover = motion.drifting(*spot, by=(4 * u, 8 * u), period=5.6)
        shadow = FloatingShadow(blur=22 * u, drop=16 * u, strength=0.7)
        layers.append(floating(canvas, art, spot, hover, shadow=shadow))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _floor(request: PaintRequest, rng: np.random.Generator, area: chart.Panel) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    ground = backdrop.murk(request, rng, pool=palette.glow, strength=0.26, lift=0.08, radius=0.34)
    horizon = (area.top / h) - 0.015
    shape = (ground.shape[0], ground.shape[1])
    light.add_light(ground, light.glow(shape, (0.5, horizon), 0.05, squeeze=9), palette.glow, strength=0.34)
    canvas = developed(backdrop.grown(ground, request), (w, h), rng, grain=0.3)
    lines = np.zeros((h, w), np.uint8)
    top = horizon * h
    rays = [
        np.array([[w / 2 + k * w * 0.045, top], [w / 2 + k * w * 0.42, h * 1.02]], np.float32)
        for k in np.arange(-14, 15)
    ]
    levels = [
        np.array([[0, y], [w, y]], np.float32) for y in top + (h - top) * np.linspace(0.05, 1, 14) ** 2.0
    ]
    curve.stroke(lines, rays + levels, width=2.6 * u, value=170)
    fade = np.clip((np.arange(h) - top) / (h * 0.30), 0, 1) * np.clip(
        (h * 1.08 - np.arange(h)) / (h * 0.2), 0, 1
    )
    low = int(top)
    strip = np.repeat(fade[low:, None].astype(np.float32), w, axis=1)
    add_colour(canvas[low:], modulated(lines[low:], strip), palette.secondary, strength=1.5)
    sky = pattern.dotted(request, step=40, radius=4.5)
    sky[low:] = 0
    add_colour(canvas, pattern.quiet(request, sky), palette.secondary, strength=0.38)
    return canvas


def _line(
    request: PaintRequest, area: chart.Panel, line: curve.Points, colour: tuple[int, int, int], end: float
) -> list[Layer]:
    """Core, bloom and the haze under the curve in one raster, uncovered from the left."""
    u = request.unit
    core = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(core, [line], width=7 * u)
    under = np.zeros_like(core)
    foot = np.array([[line[-1, 0], area.bottom], [line[0, 0], area.bottom]], np.float32)
    curve.fill(under, [np.concatenate([line, foot])])
    rows = np.arange(request.height, dtype=np.float32)
    fade = np.clip((area.bottom - rows) / area.height, 0, 1) * np.float32(0.42)
    halo = chart.bloomed(core, radius=20 * u, strength=1.1)
    box = evened(visible_box(strongest(halo, under)))
    strip = fade[box.y : box.y + box.height, None].repeat(box.width, axis=1)
    cover = strongest(box.cut(halo), modulated(box.cut(under), strip))
    white = scaled(blurred(box.cut(core), 1.2 * u + 0.3), 0.75)
    rgb = plain(colour, cover.shape)
    stain(rgb, white, tone.WHITE)
    brush = Brush(
        shown=lambda seconds: _part(seconds, end),
        cell=(int(area.width / _PARTS), request.height),
        softness=3,
        light=True,
    )
    return in_parts(with_alpha(rgb, cover), chart.across(area, box), box, brush)


def _part(seconds: float, end: float) -> float:
    """Share of the panel's width that the line has covered."""
    run = min(max((seconds + 0.6) / (end + 0.6), 0.0), 1.0)
    return float(np.sin(run * np.pi / 2)) * 250 / 255


def _head(
    request: PaintRequest, line: curve.Points, area: chart.Panel, colour: tuple[int, int, int], end: float
) -> Layer:
    """The burning point, which moves exactly at the end of the line."""
    side = int(150 * request.unit) // 2 * 2
    rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
    far = np.hypot(rows, columns) / side
    alpha = np.clip(
        255 * (np.exp(-np.square(far / 0.055)) + 0.55 * np.exp(-np.square(far / 0.16))), 0, 255
    ).astype(np.uint8)
    image = flat(alpha, tone.mixed(colour, tone.WHITE, 0.45))

    def ride(seconds: float) -> Placement:
        x = area.left + _part(seconds, end) * 255 / 250 * area.width
        y = float(np.interp(x, line[:, 0], line[:, 1]))
        return Placement(x=x, y=y, opacity=0.88 + 0.12 * float(np.sin(seconds * 5)))

    return pasted(Cutout(np.ascontiguousarray(image[..., :3]), alpha), ride, light=True)
