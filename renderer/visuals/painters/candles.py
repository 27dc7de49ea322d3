"""A trading screen: candles print one after the other while the subject glows above them."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import backdrop, chart, curve, light, motion, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Cutout, Mask, add_colour, developed, lay
from renderer.visuals.painters.cutout import shadowed
from renderer.visuals.painters.layering import Box, flat, pasted, visible_box
from renderer.visuals.painters.pixels import modulated, strongest
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, staged, subject
from renderer.visuals.scene import Layer, Scene


def paint(request: PaintRequest) -> Scene:
    """Grid and glow are the base; rising and falling candles are two layers that draw left to right."""
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
        floating = shadowed(art, blur=20 * u, offset=(0, 14 * u), strength=0.7)
        layers.append(pasted(floating, motion.drifting(*hero_place(request), by=(0, 8 * u), period=5)))
    return Scene(base=canvas, layers=tuple(layers))


def _chart(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, area: chart.Panel, *, down: bool
) -> list[Layer]:
    """All candles and their average in one raster: each pixel in the colour of what is strongest there.

    What is there from the first frame on goes into the canvas; only the rest is a layer.
    """
    u, palette = request.unit, request.palette
    masks = [_calmed(mask, request) for mask in _candles(request, rng, area, down=down)]
    glowing = [chart.bloomed(mask, radius=13 * u, strength=0.45) for mask in masks]
    cover = strongest(strongest(glowing[0], glowing[1]), glowing[2])
    first = int(area.left + 0.25 * area.width)
    box = visible_box(cover)
    average = tone.mixed(palette.glow, tone.WHITE, 0.3)
    image = flat(box.cut(cover), palette.primary)
    parts = [box.cut(mask) for mask in glowing]
    image[parts[1] > parts[0], :3] = np.array(palette.accent, np.uint8)
    image[parts[2] > strongest(parts[0], parts[1]), :3] = np.array(average, np.uint8)
    order = np.minimum(box.cut(chart.left_to_right(cover, area)), 254)
    split = max(first - box.x, 0)
    printed = Cutout(np.ascontiguousarray(image[:, :split, :3]), np.ascontiguousarray(image[:, :split, 3]))
    lay(canvas, printed, (box.x, box.y))
    moving = Box(box.x + split, box.y, box.width - split, box.height)
    run = motion.steadily(*moving.middle, start=-0.4, end=0.85 * request.duration, first=0.25)
    return [
        Layer(
            image=np.ascontiguousarray(image[:, split:]),
            motion=run,
            reveal=np.ascontiguousarray(order[:, split:]),
            softness=2,
        )
    ]


def _field(request: PaintRequest) -> chart.Panel:
    """The chart fills the frame behind the subject."""
    w, h = request.width, request.height
    return chart.Panel(0.04 * w, 0.12 * h, 0.97 * w, 0.80 * h)


def _calmed(mask: Mask, request: PaintRequest) -> Mask:
    """Fainter where captions stand and behind the subject."""
    rows = np.arange(request.height, dtype=np.float32)[:, None] / request.height
    columns = np.arange(request.width, dtype=np.float32)[None, :] / request.width
    lines = 0.62 * np.exp(-np.square((rows - 0.5) / 0.075))
    x, y = hero_place(request)
    reach = hero_size(request) * 0.46
    behind = np.exp(
        -(np.square((columns * request.width - x) / reach) + np.square((rows * request.height - y) / reach))
    )
    keep = (1 - lines) * (1 - 0.5 * behind * has_subject(request))
    return modulated(mask, keep.astype(np.float32))


def _screen(
    request: PaintRequest, rng: np.random.Generator, area: chart.Panel, trend: tuple[int, int, int]
) -> Canvas:
    ground = backdrop.gloom(request, rng, pool=trend, strength=0.30, lift=0.10, radius=0.36)
    shape = (ground.shape[0], ground.shape[1])
    middle = (area.top + area.bottom) / 2 / request.height
    light.add_light(
        ground, light.glow(shape, (0.5, middle), 0.22, squeeze=2.2), request.palette.secondary, strength=0.22
    )
    canvas = developed(ground, (request.width, request.height), rng, grain=0.3)
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
    count = 22
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
