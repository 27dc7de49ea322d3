"""A trading screen: candles appear one after the other while the subject glows above them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, add_colour, developed, lay
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import PixelBox, flat, visible_box
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import Floats, modulated, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_CANDLES: Final = 22
_TOGETHER: Final = 2
"""Candles that share a layer."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Grid and glow are the base; candles appear from left to right, a few in each layer."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    area = _field(request)
    down = chart.falling(request, rng)
    trend = palette.accent if down else palette.primary
    canvas = _screen(request, rng, area, trend)
    layers: list[Layer] = _chart(canvas, request, rng, area, down=down)
    if has_subject(request):
        art = staged(
            subject(request, hero_size(request, share=0.96)),
            ambient=palette.secondary,
            lamp=tone.mixed(trend, tone.WHITE, 0.35),
            towards=(0.0, 1.0),
        )
        spot = hero_place(request)
        hover = motion.drifting(*spot, by=(0, 8 * u), period=5)
        shadow = FloatingShadow(blur=20 * u, drop=14 * u, strength=0.7)
        layers.append(floating(canvas, art, spot, hover, shadow=shadow))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _chart(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, area: chart.Panel, *, down: bool
) -> list[Layer]:
    """All candles and their average in one raster, each pixel in the colour of its strongest mask.

    The part visible from the first frame is drawn on the canvas; only the rest is a layer.
    """
    u, palette = request.unit, request.palette
    raw = _candles(request, rng, area, down=down)
    drawn = visible_box(strongest(strongest(raw[0], raw[1]), raw[2]))
    reach = int(48 * u)
    above = max(drawn.y - reach, 0) // 2 * 2
    rows = slice(above, drawn.y + drawn.height + reach)
    calm = _calm(request, rows)
    masks = [modulated(mask[rows], calm) for mask in raw]
    glowing = [chart.bloomed(mask, radius=13 * u, strength=0.45) for mask in masks]
    cover = strongest(strongest(glowing[0], glowing[1]), glowing[2])
    first = int(area.left + 0.25 * area.width)
    box = evened(visible_box(cover))
    average = tone.mixed(palette.glow, tone.WHITE, 0.3)
    image = flat(box.cut(cover), palette.primary)
    parts = [box.cut(mask) for mask in glowing]
    for part, others, colour in (
        (parts[1], parts[0], palette.accent),
        (parts[2], strongest(parts[0], parts[1]), average),
    ):
        cv2.copyTo(flat(box.cut(cover), colour), cv2.compare(part, others, cv2.CMP_GT), image)
    order = chart.across(area, box)
    split = (max(first - box.x, 0) + 1) // 2 * 2
    printed = Cutout(np.ascontiguousarray(image[:, :split, :3]), np.ascontiguousarray(image[:, :split, 3]))
    lay(canvas, printed, (box.x, above + box.y))
    moving = PixelBox(box.x + split, above + box.y, box.width - split, box.height)
    run = motion.steadily(*moving.middle, start=-0.4, end=0.85 * request.duration, first=0.25)
    brush = Brush(
        shown=lambda seconds: run(seconds).reveal,
        cell=(int(area.width / _CANDLES * _TOGETHER), request.height),
        softness=2,
    )
    return in_parts(np.ascontiguousarray(image[:, split:]), order[:, split:], moving, brush)


def _field(request: PaintRequest) -> chart.Panel:
    """The chart's area, which fills the frame behind the subject."""
    w, h = request.width, request.height
    return chart.Panel(0.04 * w, 0.12 * h, 0.97 * w, 0.80 * h)


def _calm(request: PaintRequest, part: slice) -> Floats:
    """Strength of the chart at each pixel of some rows: fainter under captions and behind the subject."""
    rows = np.arange(request.height, dtype=np.float32)[part]
    columns = np.arange(request.width, dtype=np.float32)
    lines = np.float32(1) - np.float32(0.62) * np.exp(-np.square((rows / request.height - 0.5) / 0.075))
    if not has_subject(request):
        return np.asarray(np.repeat(lines[:, None], request.width, axis=1), np.float32)
    x, y = hero_place(request)
    reach = hero_size(request) * 0.46
    down, across = np.exp(-np.square((rows - y) / reach)), np.exp(-np.square((columns - x) / reach))
    return lines[:, None] - np.outer(np.float32(0.5) * lines * down, across)


def _screen(
    request: PaintRequest, rng: np.random.Generator, area: chart.Panel, trend: tuple[int, int, int]
) -> Canvas:
    ground = backdrop.murk(request, rng, pool=trend, strength=0.30, lift=0.10, radius=0.36)
    shape = (ground.shape[0], ground.shape[1])
    middle = (area.top + area.bottom) / 2 / request.height
    light.add_light(
        ground, light.glow(shape, (0.5, middle), 0.22, squeeze=2.2), request.palette.secondary, strength=0.22
    )
    canvas = developed(backdrop.grown(ground, request), (request.width, request.height), rng, grain=0.3)
    lines = np.zeros((request.height, request.width), np.uint8)
    chart.gridded(lines, area, rows=5, columns=9, value=70)
    step = 132 * request.unit
    rest = [
        np.array([[x, 0], [x, request.height]], np.float32) for x in np.arange(step / 2, request.width, step)
    ]
    rest += [
        np.array([[0, y], [request.width, y]], np.float32) for y in np.arange(step / 2, request.height, step)
    ]
    curve.stroke(lines, rest, width=1.0, value=20)
    add_colour(canvas, lines, request.palette.glow, strength=0.8)
    return canvas


def _candles(
    request: PaintRequest, rng: np.random.Generator, area: chart.Panel, *, down: bool
) -> tuple[Mask, Mask, Mask]:
    """Masks of rising candles, falling candles, and the moving average through them."""
    u = request.unit
    count = _CANDLES
    path = chart.walk(rng, count + 1, down=down, noise=1.3)
    up_mask = np.zeros((request.height, request.width), np.uint8)
    down_mask = np.zeros_like(up_mask)
    pitch = area.width / count
    for index in range(count):
        start, end = path[index], path[index + 1]
        high = max(start, end) + abs(rng.normal(0, 0.035))
        low = min(start, end) - abs(rng.normal(0, 0.035))
        mask = up_mask if end >= start else down_mask
        x = area.left + (index + 0.5) * pitch
        ys = [area.bottom - v * area.height for v in (start, end, high, low)]
        half = pitch * 0.33
        top, bottom = min(ys[0], ys[1]), max(ys[0], ys[1], min(ys[0], ys[1]) + 4 * u)
        curve.stroke(mask, [np.array([[x, ys[2]], [x, ys[3]]], np.float32)], width=3.2 * u)
        curve.fill(
            mask,
            [
                np.array(
                    [[x - half, top], [x + half, top], [x + half, bottom], [x - half, bottom]], np.float32
                )
            ],
        )
    average = np.zeros_like(up_mask)
    smooth = np.convolve(np.pad(path, 4, mode="edge"), np.ones(9) / 9, "valid")
    curve.stroke(average, [curve.spline(area.points(smooth), per_span=8)], width=3.2 * u, value=150)
    return up_mask, down_mask, average
