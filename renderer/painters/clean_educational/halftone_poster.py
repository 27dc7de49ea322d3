"""A screen-printed poster: flat circles, two inks slightly out of register, the subject in coarse dots."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, motion, solids, tone
from renderer.painters.drawing.blend import blended
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, developed, half, stain
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.pixels import (
    added,
    blurred,
    common,
    padded,
    plain,
    product,
    resized,
    scaled,
    strongest,
    tripled,
    widened,
)
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import form, has_subject, hero_place, hero_size, lightness, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Paper and flat shapes are the base; dotted discs turn slowly; the subject is printed on top."""
    rng = request.rng()
    u = request.unit
    side = float(rng.choice([-1.0, 1.0]))
    canvas = _poster(request, rng, side)
    x, y = hero_place(request)
    layers: list[Layer] = []
    if has_subject(request):
        layers.append(
            pasted(
                _print(request, int(hero_size(request) * 1.04)),
                motion.drifting(x, y, by=(0, 6 * u), period=5.2),
            )
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def dots(field: Field, *, pitch: float, angle: float) -> Mask:
    """A halftone screen: dots whose area follows the field (0 none, 1 solid), `pitch` pixels apart."""
    rows, columns = (np.arange(side, dtype=np.float32) for side in field.shape)
    cos, sin = np.float32(np.cos(angle) * np.pi / pitch), np.float32(np.sin(angle) * np.pi / pitch)
    # Two crossing waves, each a product of a horizontal and a vertical factor.
    across, down = np.exp(1j * columns * cos), np.exp(1j * rows * sin)
    one = np.outer(down.real, across.real) - np.outer(down.imag, across.imag)
    across, down = np.exp(1j * columns * sin), np.exp(1j * rows * cos)
    wave = one * (np.outer(down.real, across.real) + np.outer(down.imag, across.imag))
    soft = np.float32(pitch / 2.2)
    level = (field + np.float32(0.5) * wave) * soft + (np.float32(0.5) - np.float32(0.5) * soft)
    ink = np.clip(level, 0, 1) * np.minimum(field * np.float32(50 * 255), 255)
    return np.asarray(ink, np.uint8)


def _poster(request: PaintRequest, rng: np.random.Generator, side: float) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    plain = blended((paper.fibre(rng, shape), tone.mixed(palette.background, tone.WHITE, 0.05)))
    canvas = developed(plain, (w, h), rng, grain=0.6)
    solids.disc(canvas, hero_place(request), hero_size(request) * 0.66, palette.glow)
    pitch = max(11 * u, 4)
    middle = shape[0] // 2
    rows = light.grid(shape)[1][middle:]
    fade = np.clip((rows - 0.52) / 0.5, 0, 1) ** 1.2 * 0.9 + np.zeros((1, shape[1]), np.float32)
    low = resized(dots(fade.astype(np.float32), pitch=pitch, angle=0.35), (w, h - 2 * middle))
    stain(canvas[2 * middle :], low, palette.secondary, strength=0.85)
    corner = light.distance(shape, (0.5 + 0.55 * side, 0.02))[:middle]
    upper = resized(dots(np.clip(0.85 - corner * 1.7, 0, 1), pitch=pitch, angle=0.8), (w, 2 * middle))
    stain(canvas[: 2 * middle], upper, palette.accent, strength=0.9)
    _stripes(canvas, request, side)
    return canvas


def _stripes(canvas: Canvas, request: PaintRequest, side: float) -> None:
    """A fan of flat stripes in the lower corner."""
    w, h = request.width, request.height
    foot = (w * (0.5 - 0.5 * side) - 120 * request.unit * side, h * 1.05)
    for index, colour in enumerate(
        (request.palette.primary, request.palette.paper, request.palette.accent, request.palette.paper)
    ):
        solids.disc(canvas, foot, (560 - 115 * index) * request.unit, colour)


def _print(request: PaintRequest, size: int) -> Cutout:
    """Flat colour first, then dark dots for the shading and an outline of bare paper."""
    palette, u = request.palette, request.unit
    art = subject(request, size)
    shade = np.clip(0.62 - 0.55 * lightness(art) - 0.60 * form(art), 0, 1)
    screen = common(dots(shade, pitch=max(9.5 * u, 3.6), angle=0.55), art.alpha)
    flat_colour = scaled(art.rgb, 1.06, 6)
    stain(flat_colour, screen, tone.mixed(palette.ink, palette.primary, 0.35), strength=0.92)
    shift = max(2, round(5 * u))
    pad = max(4, round(14 * u))
    wide = padded(art.alpha, pad)
    rgb = padded(flat_colour, pad, colour=None)
    under = np.zeros_like(wide)
    under[shift:, shift:] = wide[:-shift, :-shift]
    bare = blurred(strongest(widened(wide, max(2, round(6 * u))), under), 0.8)
    ground = plain(palette.paper, wide.shape)
    stain(ground, under, palette.primary)
    weight = tripled(wide)
    mixed = added(product(rgb, weight), product(ground, 255 - weight))
    return Cutout(mixed, bare)
