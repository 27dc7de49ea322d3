"""A glass slide in a projector.

It shows a hand-tinted view with the subject, a dark mount, scratches, and pulsing lamp light.
"""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Cutout,
    Mask,
    add_colour,
    cast_shadow,
    developed,
    half,
    lay,
    stain,
    tinted,
)
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.noise import fractal, smoothstep
from renderer.painters.drawing.pixels import modulated, plain, resized
from renderer.painters.layered_picture import Layer, LayeredPicture, as_bytes
from renderer.painters.props import backdrop
from renderer.painters.props.motes import motes
from renderer.painters.props.subject import engraved, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Room, mount and picture are the base; lamp light and dust move."""
    rng = request.rng()
    x, y = hero_place(request)
    size = hero_size(request)
    window = (int(min(size * 1.36, 0.84 * request.width)) // 2 * 2, int(size * 1.16) // 2 * 2)
    canvas = _room(request, rng, window)
    picture = _picture(request, rng, window)
    corner = (int(x - window[0] / 2), int(y - window[1] / 2))
    lay(canvas, Cutout(picture, rounded(window, 46 * request.unit)), corner)
    return LayeredPicture(base=canvas, layers=(_lamp(request, window), *motes(request, rng, count=12)))


def _room(request: PaintRequest, rng: np.random.Generator, window: tuple[int, int]) -> Canvas:
    """Darkness, the projector's beam from below, and the slide's black paper mount with its label."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = backdrop.quarter(request)
    dark = tone.mixed(tone.mixed(tone.darkest(palette), (40, 24, 14), 0.5), tone.BLACK, 0.45)
    ground = tinted(
        fractal(rng, shape, cell=min(shape) * 0.6, octaves=4), dark, tone.mixed(dark, palette.secondary, 0.20)
    )
    gx, gy = light.grid(shape)
    wide = 0.05 + 0.42 * np.clip(1.02 - gy, 0, 1)
    beam = smoothstep(np.abs(gx - 0.5) / wide, 1.1, 0.5) * smoothstep(gy, 0.36, 0.6)
    light.add_light(ground, beam * (0.35 + 0.65 * gy), palette.glow, strength=0.28)
    light.add_light(ground, light.glow(shape, (0.5, 1.02), 0.12), palette.glow, strength=0.8)
    canvas = developed(backdrop.grown(ground, request), (w, h), rng, grain=0.6)
    paper = pattern.guilloche(request, pitch=30, width=5.0)
    add_colour(canvas, pattern.quiet(request, paper), palette.secondary, strength=0.20)
    x, y = hero_place(request)
    pad = int(58 * u)
    mount_size = (window[0] + 2 * pad, window[1] + 2 * pad + int(40 * u))
    mount = plain(tone.mixed(dark, (30, 26, 24), 0.6), mount_size[::-1])
    alpha = rounded(mount_size, 16 * u)
    corner = (int(x - mount_size[0] / 2), int(y - window[1] / 2 - pad))
    cast_shadow(canvas, alpha, corner, offset=(0, int(14 * u)), blur=22 * u, strength=0.8)
    lay(canvas, Cutout(mount, alpha), corner)
    glowing = light.glow((h // 8, w // 8), (x / w, y / h), 0.36, squeeze=1.15)
    warm = cv2.transform(glowing, np.array(palette.glow, np.float32)[:, None] * np.float32(0.5 * 60 / 255))
    cv2.add(canvas, resized(as_bytes(warm), (w, h)), dst=canvas)
    return canvas


def _picture(request: PaintRequest, rng: np.random.Generator, size: tuple[int, int]) -> Canvas:
    """Sky, distance and ground as tinted washes, the subject in front, signs of age over everything."""
    palette, u = request.palette, request.unit
    shape = half(size)
    _, y = light.grid(shape)
    sky = tinted(
        np.clip(y * 1.6, 0, 1) + np.zeros(shape, np.float32),
        tone.mixed(palette.glow, (120, 150, 160), 0.55),
        tone.mixed(palette.glow, tone.WHITE, 0.35),
    )
    hills = 0.60 + 0.10 * (0.5 - fractal(rng, (1, shape[1]), cell=shape[1] / 2.2, octaves=4))
    land = smoothstep(y - hills, -0.004, 0.004)
    meadow = 0.74 + 0.05 * (0.5 - fractal(rng, (1, shape[1]), cell=shape[1] / 1.6, octaves=3))
    near = smoothstep(y - meadow, -0.004, 0.004)
    for mask, colour in (
        (land, tone.mixed((120, 134, 116), palette.secondary, 0.35)),
        (near, tone.mixed((116, 108, 70), palette.secondary, 0.4)),
    ):
        part = slice(shape[0] // 2, shape[0])  # no hill is higher
        sky[part] += (np.array(colour, np.float32) / 255 - sky[part]) * mask[part, :, None]
    dim(sky, 0.90 + 0.2 * fractal(rng, shape, cell=shape[1] * 0.3, octaves=5))
    picture = developed(sky, size, rng, grain=2.0)
    if has_subject(request):
        side = int(min(size) * 0.80)
        art = engraved(
            subject(request, side),
            ink=tone.darkest(palette),
            page=tone.lightest(palette),
            pitch=max(5.4 * u, 3),
            wash=0.85,
        )
        corner = ((size[0] - side) // 2, int(size[1] * 0.50 - side / 2))
        cast_shadow(picture, art.alpha, corner, offset=(int(8 * u), int(10 * u)), blur=12 * u, strength=0.4)
        lay(picture, art, corner)
    _age(picture, rng, u)
    return picture


def _age(picture: Canvas, rng: np.random.Generator, unit: float) -> None:
    """Darkened corners, stains at the edge, scratches and dust specks in the emulsion."""
    h, w = picture.shape[:2]
    shape = half((w, h))
    shade = light.vignette(shape, strength=0.95, centre=(0.5, 0.5)) * (
        0.88 + 0.2 * fractal(rng, shape, cell=shape[1] * 0.5, octaves=3)
    )
    warm = cv2.transform(shade, np.array([[1.0], [0.94], [0.80]], np.float32))
    picture[:] = modulated(picture, resized(np.asarray(warm, np.float32), (w, h)))
    marks: Mask = np.zeros((h, w), np.uint8)
    for _ in range(9):
        x = float(rng.random()) * w
        line = np.array(
            [
                [x, float(rng.uniform(0, 0.5)) * h],
                [x + float(rng.uniform(-9, 9)) * unit, float(rng.uniform(0.5, 1)) * h],
            ],
            np.float32,
        )
        curve.stroke(marks, [line], width=1.0, value=int(rng.uniform(40, 120)))
    for _ in range(60):
        curve.disc(
            marks,
            (float(rng.random()) * w, float(rng.random()) * h),
            float(rng.uniform(0.8, 3.4)) * unit,
            value=int(rng.uniform(60, 190)),
        )
    stain(picture, marks, (255, 246, 226), strength=0.8)


def _lamp(request: PaintRequest, window: tuple[int, int]) -> Layer:
    """Uneven lamp light over the slide, pulsing slowly."""
    size = (int(window[0] * 1.25) // 2 * 2, int(window[1] * 1.25) // 2 * 2)
    pool = light.glow((size[1] // 4, size[0] // 4), (0.56, 0.44), 0.20)
    alpha = resized(np.clip(pool * 126 - 6, 0, 255), size).astype(np.uint8)
    path = motion.breathing(*hero_place(request), depth=0.6, period=3.4)
    return Layer(image=flat(alpha, request.palette.glow), motion=path, light=True)
