"""A financial district at night: lit windows, columns of falling light, the subject on a roof-top screen."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.visuals.painters import backdrop, chart, light, motion, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Colour, Cutout, add_colour, developed, lay
from renderer.visuals.painters.layering import flat, pasted
from renderer.visuals.painters.light import glow
from renderer.visuals.painters.noise import chance
from renderer.visuals.painters.pixels import padded, strongest
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, staged, subject
from renderer.visuals.scene import Layer, Motion, Placement, Scene


def paint(request: PaintRequest) -> Scene:
    """Towers are the base; rain of light falls behind the screen; the screen glows."""
    rng = request.rng()
    canvas = _city(request, rng)
    layers = [_drop(request, rng) for _ in range(22)]
    if has_subject(request):
        x, y = hero_place(request)
        layers.append(pasted(_screen(request), motion.breathing(x, y, depth=0.08, period=2.8)))
    return Scene(base=canvas, layers=tuple(layers))


def _city(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h = request.width, request.height
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.secondary, strength=0.42, lift=0.10, radius=0.46)
    shape = (ground.shape[0], ground.shape[1])
    light.add_light(
        ground,
        light.glow(shape, (0.5, 0.80), 0.20, squeeze=3.2),
        tone.mixed(palette.glow, palette.primary, 0.4),
        strength=0.36,
    )
    canvas = developed(ground, (w, h), rng, grain=0.3)
    for step in range(3):
        _row(canvas, request, rng, step)
    haze = np.clip((np.arange(h, dtype=np.float32) / h - 0.80) / 0.2, 0, 1)[:, None] * np.ones(
        (1, w), np.float32
    )
    add_colour(
        canvas, (haze * 60).astype(np.uint8), tone.mixed(palette.secondary, palette.glow, 0.3), strength=0.8
    )
    return canvas


def _row(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, step: int) -> None:
    """One row of towers; nearer rows are lower, darker and have larger windows."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    body = tone.mixed(
        tone.mixed(tone.darkest(palette), palette.secondary, 0.28 - 0.10 * step),
        tone.BLACK,
        0.18 + 0.2 * step,
    )
    lamp = tone.mixed(palette.glow, tone.mixed(palette.primary, tone.WHITE, 0.3), float(rng.uniform(0, 0.5)))
    x = -float(rng.uniform(0, 60)) * u
    while x < w:
        wide = float(rng.uniform(70, 140) * (1 + 0.35 * step)) * u
        tall = h * float(rng.uniform(0.13, 0.30)) * (1 - 0.22 * step)
        top = h * (0.84 + 0.05 * step) - tall
        _tower(canvas, request, rng, box=(x, top, x + wide, float(h)), body=body, lamp=lamp, step=step)
        x += wide + float(rng.uniform(-6, 22)) * u


def _tower(
    canvas: Canvas,
    request: PaintRequest,
    rng: np.random.Generator,
    *,
    box: tuple[float, float, float, float],
    body: Colour,
    lamp: Colour,
    step: int,
) -> None:
    u = request.unit
    left, top, right, bottom = (int(v) for v in box)
    cv2.rectangle(canvas, (left, top), (right, bottom), body, -1)
    if chance(rng, 0.45):
        mast = (left + right) // 2
        cv2.line(
            canvas,
            (mast, top),
            (mast, top - int(rng.uniform(30, 90) * u)),
            body,
            max(1, round(4 * u)),
            cv2.LINE_AA,
        )
    cell = (10 + 4 * step) * u
    lit = float(rng.uniform(0.18, 0.5))
    for row in range(int((bottom - top) / (cell * 1.5)) - 1):
        for column in range(int((right - left) / (cell * 1.15)) - 1):
            if rng.random() > lit:
                continue
            x, y = left + (column + 0.7) * cell * 1.15, top + (row + 0.8) * cell * 1.5
            shade = tone.mixed(body, lamp, float(rng.uniform(0.18, 0.75)))
            cv2.rectangle(canvas, (int(x), int(y)), (int(x + cell * 0.55), int(y + cell * 0.8)), shade, -1)


def _drop(request: PaintRequest, rng: np.random.Generator) -> Layer:
    """A falling streak: bright foot, long tail of broken dashes."""
    u, palette = request.unit, request.palette
    tall, wide = (
        int(float(rng.uniform(150, 420)) * u) // 2 * 2,
        max(4, int(float(rng.uniform(3, 7)) * u) // 2 * 2),
    )
    y = np.linspace(0, 1, tall, dtype=np.float32)
    dash = (np.sin(y * tall / (6 * u)) + 0.2 > 0).astype(np.float32)
    alpha = np.clip(y**2.2 * dash * 200 + 255 * np.exp(-np.square((y - 0.985) / 0.012)), 0, 255)
    image = flat(
        np.broadcast_to(alpha.astype(np.uint8)[:, None], (tall, wide)).copy(),
        tone.mixed(palette.primary, palette.glow, float(rng.random())),
    )
    return Layer(
        image=image, motion=_falling(request, rng, tall), depth=float(rng.uniform(0.7, 1.0)), light=True
    )


def _falling(request: PaintRequest, rng: np.random.Generator, tall: int) -> Motion:
    x = float(rng.random()) * request.width
    speed = float(rng.uniform(180, 420)) * request.unit
    span = request.height * 0.80 + tall
    start = float(rng.random()) * span

    def fall(seconds: float) -> Placement:
        place = (start + speed * seconds) % span
        edge = min(place, span - place) / (0.16 * span)
        return Placement(x=x, y=place - tall / 2, opacity=min(1.0, max(edge, 0.0)) * 0.75)

    return fall


def _screen(request: PaintRequest) -> Cutout:
    """A rounded panel with scan lines, the subject and a spill of light around it."""
    u, palette = request.unit, request.palette
    size = hero_size(request)
    pad = int(70 * u)
    width, height = int(size * 1.16) // 2 * 2, int(size * 1.0) // 2 * 2
    rgb = np.zeros((height, width, 3), np.uint8)
    pool = glow((height, width), (0.5, 0.48), 0.42)[..., None]
    dark, bright = (
        np.array(tone.mixed(tone.darkest(palette), tone.BLACK, 0.2), np.float32),
        np.array(tone.mixed(palette.secondary, palette.glow, 0.3), np.float32),
    )
    rgb[:] = np.clip(dark + (bright - dark) * (0.10 + 0.75 * pool), 0, 255).astype(np.uint8)
    side = int(height * 0.86)
    lay(
        rgb,
        staged(subject(request, side), ambient=palette.secondary, lamp=palette.glow, shade=0.36),
        ((width - side) // 2, (height - side) // 2),
    )
    scan = 1.0 - 0.16 * (np.arange(height) // max(2, round(3 * u)) % 2).astype(np.float32)
    rgb = np.clip(rgb * scan[:, None, None], 0, 255).astype(np.uint8)
    rim = np.zeros((height, width), np.uint8)
    cv2.rectangle(rim, (2, 2), (width - 3, height - 3), 255, max(2, round(5 * u)))
    add_colour(rgb, rim, palette.glow, strength=0.9)
    full = padded(rgb, pad, colour=palette.glow)
    solid = padded(np.full((height, width), 255, np.uint8), pad)
    halo = chart.bloomed(solid, radius=24 * u, strength=0.5)
    return Cutout(full, strongest(solid, halo))
