"""Large soft colours that flow into each other, with the subject as a clean sticker in front."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, solids, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed, half
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import smoothstep
from renderer.painters.drawing.pixels import blurred, resized
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.subject import bordered, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """A mesh of gradients is the base; a pebble of clear colour is behind the subject; bubbles rise."""
    rng = request.rng()
    u = request.unit
    canvas = _mesh(request, rng)
    _sprinkle(canvas, request, rng)
    x, y = hero_place(request)
    size = hero_size(request)
    solids.fill(canvas, [_pebble(rng, size * 0.68, (x, y))], tone.WHITE, strength=0.80)
    layers: list[Layer] = []
    if has_subject(request):
        piece = bordered(subject(request, int(size * 0.90)), width=max(2, int(12 * u)), colour=tone.WHITE)
        hover = motion.drifting(x, y, by=(0, 9 * u), period=4.6)
        shadow = FloatingShadow(blur=17 * u, drop=16 * u, strength=0.34)
        layers.append(floating(canvas, piece, (x, y), hover, shadow=shadow))
    layers += _bubbles(request, rng)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _mesh(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    size = (request.width, request.height)
    shape = half(size)
    small = (shape[0] // 4, shape[1] // 4)
    ground = np.empty((*small, 3), np.float32)
    ground[:] = np.array(tone.mixed(palette.background, tone.WHITE, 0.25), np.float32) / 255
    hues: tuple[Colour, ...] = (
        palette.accent,
        palette.glow,
        palette.glow,
        palette.secondary,
        palette.primary,
    )
    for index, colour in enumerate(hues):
        spot = (
            float(rng.uniform(-0.05, 1.05)),
            (0.02, 0.30, 0.64, 0.86, 1.02)[index] + float(rng.uniform(-0.06, 0.06)),
        )
        near = light.glow(small, spot, float(rng.uniform(0.36, 0.55)), squeeze=1.3)[..., None]
        tint = np.array(tone.mixed(colour, tone.WHITE, 0.38), np.float32) / 255
        ground += (tint - ground) * near * 0.88
    calm = np.exp(-np.square((light.grid(small)[1] - 0.5) / 0.10))[..., None] * 0.30
    ground += (np.array(tone.mixed(palette.background, tone.WHITE, 0.4), np.float32) / 255 - ground) * calm
    smooth = resized(blurred(ground, small[1] / 30), (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return developed(smooth, size, rng, grain=0.5)


def _sprinkle(canvas: Canvas, request: PaintRequest, rng: np.random.Generator) -> None:
    """Small rings, pluses and squiggles scattered at random."""
    palette = request.palette
    painted = canvas.copy()
    shapes = pattern.sprinkled(request, rng, count=170, size=23)
    for lines, ink in zip(shapes, (palette.primary, palette.accent, palette.secondary), strict=True):
        for points, width in lines:
            solids.stroke(painted, points, ink, width=width)
    solids.blend_quietly(canvas, painted, request, strength=0.9, keep=0.25)


def _pebble(rng: np.random.Generator, radius: float, at: tuple[float, float]) -> curve.Points:
    """The outline of a rounded, uneven shape around a place."""
    angles = np.linspace(0, 2 * np.pi, 181, dtype=np.float32)
    wobble = sum(
        float(rng.uniform(0.03, 0.09)) * np.sin(k * angles + float(rng.uniform(0, 6))) for k in (2, 3, 4)
    )
    reach = radius * (1.0 + wobble)
    outline = np.stack([at[0] + reach * np.cos(angles), at[1] + reach * np.sin(angles)], axis=1)
    return outline.astype(np.float32)


def _bubbles(request: PaintRequest, rng: np.random.Generator) -> list[Layer]:
    """Glassy balls rising at the edges."""
    u, palette = request.unit, request.palette
    layers = []
    for index in range(9):
        side = max(2, int(float(rng.uniform(34, 96)) * u) // 2 * 2)
        far = light.distance((side, side), (0.5, 0.5))
        body = smoothstep(far, 0.49, 0.46) * (0.34 + 0.5 * smoothstep(far, 0.28, 0.48))
        shine = light.glow((side, side), (0.34, 0.30), 0.10)
        colour = (palette.accent, palette.primary, palette.secondary, palette.glow)[index % 4]
        rgb = np.empty((side, side, 3), np.float32)
        rgb[:] = np.array(tone.mixed(colour, tone.WHITE, 0.35), np.float32)
        rgb += (255 - rgb) * shine[..., None]
        alpha = np.clip(255 * (body + 0.8 * shine * smoothstep(far, 0.49, 0.45)), 0, 255).astype(np.uint8)
        spot = (
            float(rng.uniform(0.03, 0.97)) * request.width,
            float(rng.choice([rng.uniform(0.04, 0.16), rng.uniform(0.60, 0.86)])) * request.height,
        )
        path = motion.moving(*spot, speed=(0, -float(rng.uniform(8, 22)) * u))
        layers.append(pasted(Cutout(np.clip(rgb, 0, 255).astype(np.uint8), alpha), path))
    return layers
