"""A school board: the subject in coloured chalk, drawn stroke by stroke in a wooden rim."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import curve, light, motion, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Mask, developed, half, tinted
from renderer.visuals.painters.layering import drawn
from renderer.visuals.painters.noise import Field, fractal, smoothstep
from renderer.visuals.painters.pixels import blurred, modulated, resized, weighted
from renderer.visuals.painters.subject import edges, has_subject, hero_place, hero_size, subject
from renderer.visuals.scene import Layer, Scene


def paint(request: PaintRequest) -> Scene:
    """Slate and frame are the base; chalk fill and line appear with the hand's movement."""
    rng = request.rng()
    canvas = _slate(request, rng)
    dust = _tooth(request, rng)
    doodles, order = _doodles(request, rng)
    layers: list[Layer] = [
        drawn(
            _chalked(doodles, dust),
            order,
            request.palette.glow,
            lambda x, y: motion.steadily(x, y, start=0.2, end=0.8 * request.duration, first=0.0),
        )
    ]
    if has_subject(request):
        layers.append(_subject(request, dust))
    return Scene(base=canvas, layers=tuple(layers))


def _slate(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    shape = half((w, h))
    slate = tone.mixed((38, 62, 54), tone.mixed(request.palette.secondary, tone.BLACK, 0.72), 0.45)
    clouds = fractal(rng, shape, cell=min(shape) * 0.5, octaves=4)
    wiped = blurred(rng.random(shape, np.float32), 46, 3)
    wiped = smoothstep((wiped - wiped.mean()) / max(float(wiped.std()), 1e-6) * 0.2 + clouds, 0.4, 1.1)
    ground = tinted(wiped, tone.mixed(slate, tone.BLACK, 0.22), tone.mixed(slate, tone.WHITE, 0.16))
    light.add_light(ground, light.glow(shape, (0.35, 0.2), 0.5), tone.WHITE, strength=0.10)
    ground *= light.vignette(shape, strength=0.35)[..., None]
    _frame(ground, rng, max(8, int(19 * u)))
    return developed(ground, (w, h), rng, grain=0.7)


def _frame(ground: Field, rng: np.random.Generator, wide: int) -> None:
    """A wooden rim with grain along each side and a soft shadow on the slate."""
    rows, columns = ground.shape[:2]
    wood = np.array([0.62, 0.44, 0.27], np.float32)
    inward = np.minimum(
        np.minimum(np.arange(columns)[None, :], columns - 1 - np.arange(columns)[None, :]),
        np.minimum(np.arange(rows)[:, None], rows - 1 - np.arange(rows)[:, None]),
    ).astype(np.float32)
    ground *= (1.0 - 0.5 * np.exp(-np.clip(inward - wide, 0, None) / (wide * 0.5)))[..., None]
    grain = blurred(rng.standard_normal((rows, columns), np.float32), 1.0, 22)
    bevel = 0.72 + 0.5 * np.sin(np.clip(inward / wide, 0, 1) * np.pi) + 0.5 * grain
    rim = smoothstep(inward, wide + 0.8, wide - 0.8)
    ground += (wood * bevel[..., None] - ground) * rim[..., None]


def _tooth(request: PaintRequest, rng: np.random.Generator) -> Field:
    """How well chalk holds at each pixel: grains with gaps, factor in [0, 1]."""
    shape = (request.height, request.width)
    fine = blurred(rng.random(shape, np.float32), max(0.9 * request.unit, 0.5))
    fine = (fine - fine.mean()) / max(float(fine.std()), 1e-6)
    return np.asarray(np.clip(0.72 + 0.34 * fine, 0.08, 1.0), np.float32)


def _chalked(mask: Mask, dust: Field) -> Mask:
    return modulated(mask, dust)


def _subject(request: PaintRequest, dust: Field) -> Layer:
    """Own colours made chalky, filled with slanted strokes, outlined in white."""
    u = request.unit
    size = hero_size(request, share=1.02)
    art = subject(request, size)
    x, y = hero_place(request)
    left, top = int(x - size / 2), int(y - size / 2)
    rows, columns = np.indices((size, size), np.float32)
    strokes = 0.62 + 0.38 * np.sin(
        (columns * 0.8 + rows * 0.6) * np.float32(2 * np.pi / max(15 * u, 5)) + 1.2 * np.sin(rows / (31 * u))
    )
    fill = art.alpha * np.clip(strokes, 0.15, 1) * 0.95
    outline = edges(art, width=max(5.0 * u, 2.0))
    hold = dust[top : top + size, left : left + size]
    if hold.shape != fill.shape:
        hold = resized(dust[: size // 2, : size // 2], (size, size))
    alpha = np.maximum(fill * 1.15, outline.astype(np.float32)) * (0.35 + 0.65 * hold)
    chalky = weighted(art.rgb, 0.80, np.full_like(art.rgb, 250), 0.36)
    share = (outline.astype(np.float32) / 255)[..., None]
    rgb = (chalky * (1 - share) + np.array([250, 250, 244], np.float32) * share).astype(np.uint8)
    order = np.clip((columns * 0.45 + rows * 0.75) / (1.2 * size) * 235, 0, 250).astype(np.uint8)
    image = np.dstack([rgb, np.clip(alpha, 0, 255).astype(np.uint8)])
    run = motion.steadily(x, y, start=-1.0, end=0.5 * request.duration, first=0.35)
    return Layer(image=image, motion=run, reveal=order, softness=18)


def _doodles(request: PaintRequest, rng: np.random.Generator) -> tuple[Mask, Mask]:
    """Underlines, arrows, a small diagram: decoration round the edges, none under the captions."""
    u, w, h = request.unit, request.width, request.height
    mask = np.zeros((h, w), np.uint8)
    order = np.zeros_like(mask)
    x, y = hero_place(request)
    r = hero_size(request) * 0.5

    def put(line: curve.Points, when: int, width: float = 5.0) -> None:
        hand = curve.wobbled(curve.evenly(line, 60), rng, reach=3.0 * u)
        curve.stroke(mask, [hand], width=width * u)
        for part in range(12):
            curve.stroke(
                order,
                [hand[part * 5 : part * 5 + 6]],
                width=(width + 14) * u,
                value=min(when + part * 3, 253),
            )

    swoosh = np.stack(
        [np.linspace(x - r * 0.9, x + r * 0.9, 40), y + r * 1.13 + 10 * u * np.sin(np.linspace(0, 3, 40))],
        axis=1,
    ).astype(np.float32)
    put(swoosh, 4, 7.0)
    for index in range(7):
        angle = np.pi * (1.1 + 0.8 * index / 6)
        put(
            np.array(
                [
                    [x + r * 1.16 * np.cos(angle), y + r * 1.16 * np.sin(angle)],
                    [x + r * 1.32 * np.cos(angle), y + r * 1.32 * np.sin(angle)],
                ],
                np.float32,
            ),
            60 + index * 12,
        )
    base = h * 0.80
    put(np.array([[w * 0.16, base - h * 0.15], [w * 0.16, base], [w * 0.86, base]], np.float32), 90)
    t = np.linspace(0, 1, 40)
    put(
        np.stack([w * (0.17 + 0.62 * t), base - h * 0.13 * (0.1 + 0.9 * t**2)], axis=1).astype(np.float32),
        140,
        7.0,
    )
    for index in range(4):
        tall = h * (0.02 + 0.022 * index)
        left = w * (0.24 + 0.15 * index)
        put(
            np.array(
                [[left, base], [left, base - tall], [left + 60 * u, base - tall], [left + 60 * u, base]],
                np.float32,
            ),
            120 + 24 * index,
        )
    return mask, order
