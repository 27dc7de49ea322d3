"""Ink poured into clear water: plumes sink and unfold behind the subject, which is printed on the glass."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, motion, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, developed, half, stain, tinted
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import Field, fractal, ridged, smoothstep, warped
from renderer.painters.drawing.pixels import blurred, resized
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion
from renderer.painters.props import backdrop, paper
from renderer.painters.props.subject import engraved, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """A dark plume and a coloured one, uncovered in the order in which the ink arrives."""
    rng = request.rng()
    palette, u = request.palette, request.unit
    side = float(rng.choice([-1, 1]))
    canvas = _water(request, rng)

    def sinking(x: float, y: float) -> Motion:
        return motion.steadily(x, y, start=-0.6, end=request.duration * 1.2, first=0.34)

    layers = [_ink(request, rng, side, sinking)]
    if has_subject(request):
        size = hero_size(request, share=0.95)
        art = engraved(
            subject(request, size), ink=palette.paper_ink, page=palette.paper, pitch=max(6 * u, 3), wash=0.8
        )
        layers.append(pasted(art, motion.drifting(*hero_place(request), by=(5 * u, 9 * u), period=6)))
    else:
        _settled(canvas, request, rng)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _water(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    shape = backdrop.quarter(request)
    palette = request.palette
    clouds = fractal(rng, shape, cell=min(shape) * 0.9, octaves=3)
    _, y = light.grid(shape)
    field = np.clip(0.55 + 0.35 * clouds + 0.25 * (0.5 - y), 0, 1)
    shallow = tone.mixed(tone.lightest(palette), tone.WHITE, 0.35)
    ground = tinted(field, tone.mixed(shallow, palette.secondary, 0.42), shallow)
    light.add_light(ground, light.glow(shape, (0.5, 0.62), 0.5, squeeze=0.9), tone.WHITE, strength=0.5)
    dim(ground, light.vignette(shape, strength=0.35))
    water = backdrop.grown(ground, request)
    dim(water, paper.fibre(rng, half(size)))
    return developed(water, size, rng, grain=0.8)


def _settled(canvas: Canvas, request: PaintRequest, rng: np.random.Generator) -> None:
    """Draw ink that has already settled, in veils over the lower half, where no subject needs clear water."""
    palette = request.palette
    shape = (request.height // 4, request.width // 4)
    short = min(shape)
    veins = ridged(rng, shape, cell=short * 0.30, octaves=5, gain=0.62)
    veins = warped(veins, rng, cell=short * 0.30, reach=short * 0.22)
    _, y = light.grid(shape)
    veil = smoothstep(veins, 0.45, 0.76) * smoothstep(y, 0.46, 0.66)
    mask = resized((255 * veil).astype(np.uint8), (request.width, request.height))
    ink = tone.mixed(palette.primary, palette.secondary, 0.25)
    stain(canvas, pattern.quiet(request, mask), ink, strength=0.72)


def _ink(
    request: PaintRequest, rng: np.random.Generator, side: float, sinking: Callable[[float, float], Motion]
) -> Layer:
    """Both plumes in one raster that ends above the captions; the dark one is on top of the coloured one."""
    rows = request.height * 11 // 20
    red, red_time = _plume(request, rng, drop=0.5 + 0.30 * side, deep=0.62)
    dark, dark_time = _plume(request, rng, drop=0.5 - 0.14 * side, deep=0.80)
    red *= np.float32(0.80)
    dark *= np.float32(0.93)
    cover = dark + (1 - dark) * red
    inks = [request.palette.accent, tone.mixed(tone.darkest(request.palette), request.palette.primary, 0.10)]
    share = (dark / np.maximum(cover, 1e-4))[..., None]
    colour = (1 - share) * np.array(inks[0], np.float32) + share * np.array(inks[1], np.float32)
    when = np.where(dark > 0.3 * red, dark_time, red_time)
    size = (request.width, request.height)
    small = np.clip(np.dstack([colour, cover * 255]), 0, 255).astype(np.uint8)
    image = resized(small, size, interpolation=cv2.INTER_LINEAR)[:rows]
    order = resized(blurred(when, 2.0), size)[:rows]
    return Layer(
        image=image,
        motion=sinking(request.width / 2, rows / 2),
        reveal=order.astype(np.uint8),
        softness=60,
    )


def _plume(
    request: PaintRequest, rng: np.random.Generator, *, drop: float, deep: float
) -> tuple[Field, Field]:
    """Density of one plume in [0, 1], and the ink's arrival time at each pixel (0 to 250), at a quarter size.

    A falling column flares into a cap; three warps of decreasing size roll its rim into billows.
    """
    shape = (request.height // 4, request.width // 4)
    x, y = light.grid(shape)
    down = np.clip((y + 0.03) / deep, 0.0, 1.3)
    flare = 0.10 + 0.50 * smoothstep(down, 0.05, 0.75)
    across = np.abs(x - drop) / flare
    body: Field = smoothstep(across, 1.0, 0.35) * smoothstep(down, 0.85, 0.45)
    arrival = np.clip(0.72 * down + 0.30 * np.minimum(across, 1.4), 0, 1.4)
    both = np.dstack([body, arrival.astype(np.float32)])
    for cell, reach in ((0.42, 0.30), (0.17, 0.13), (0.07, 0.055)):
        columns, rows = warp_map(rng, shape, cell=cell * shape[1], reach=reach * shape[1])
        both = cv2.remap(both, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    veins = ridged(rng, shape, cell=shape[1] * 0.22, octaves=5, gain=0.62)
    veins = warped(veins, rng, cell=shape[1] / 6, reach=shape[1] * 0.10)
    density = smoothstep(both[..., 0], 0.05, 0.55) * (0.42 + 0.58 * smoothstep(veins, 0.30, 0.75))
    calm = smoothstep(y + 0 * x, 0.545, 0.40)
    return density * calm, np.clip(both[..., 1] * 175.0, 0, 250)


def warp_map(
    rng: np.random.Generator, shape: tuple[int, int], *, cell: float, reach: float
) -> tuple[Field, Field]:
    """Swirling sampling positions.

    They are displaced along the rotated gradient of noise, which preserves areas.
    """
    height, width = shape
    stream = fractal(rng, shape, cell=cell, octaves=2)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    pull = np.float32(reach * cell * 0.22)
    columns += pull * cv2.Sobel(stream, cv2.CV_32F, 0, 1, ksize=5, scale=1 / 48)
    rows -= pull * cv2.Sobel(stream, cv2.CV_32F, 1, 0, ksize=5, scale=1 / 48)
    return columns, rows
