"""A fault line: the frame cracks open, cold and colourless on one side, ablaze on the other."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, developed
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import blurred, plain, resized
from renderer.painters.drawing.solids import stroke
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.before_after import SplitLook, before_after
from renderer.painters.props.subject import staged, toned


def paint(request: PaintRequest) -> LayeredPicture:
    """One cloud of smoke in two lights, the subject in both, and the crack between them."""
    palette = request.palette
    cold = tone.mixed(palette.secondary, palette.background, 0.25)
    ashes = tone.mixed(palette.secondary, (120, 130, 140), 0.5)
    grounds = _smoke(request, (ashes, 0.10), (palette.accent, 0.42))

    def ashen(art: Cutout) -> Cutout:
        grey = toned(art, tone.mixed(cold, tone.BLACK, 0.4), tone.mixed(palette.ink, cold, 0.35), keep=0.1)
        return staged(grey, ambient=cold, lamp=palette.primary, towards=(-0.8, -0.6), shade=0.5)

    def ablaze(art: Cutout) -> Cutout:
        lamp = tone.mixed(palette.glow, tone.WHITE, 0.3)
        return staged(art, ambient=palette.accent, lamp=lamp, towards=(0.8, -0.6), shade=0.4)

    looks = (
        SplitLook(ink=tone.mixed(palette.ink, cold, 0.15), face=LetteringFace.POSTER, art=ashen),
        SplitLook(ink=palette.ink, face=LetteringFace.POSTER, art=ablaze),
    )
    return before_after(request, grounds, looks, _crack(request))


def _smoke(
    request: PaintRequest, one: tuple[Colour, float], other: tuple[Colour, float]
) -> tuple[Canvas, Canvas]:
    """The same smoke in two lights, each a colour and the strength of its rays."""
    rng = request.rng()
    small, size = backdrop.quarter(request), (request.width, request.height)
    dark = backdrop.murk(request, rng, pool=one[0], strength=0.2, lift=0.16, radius=0.5)
    beams = light.beams(rng, small, request.focus, count=16, soft=0.8)
    glow = light.glow(small, request.focus, 0.45)
    grounds = []
    cracks = _cracks(request, rng)
    for colour, rays in (one, other):
        ground = dark.copy()
        light.add_light(ground, glow, colour, strength=0.4)
        light.add_light(ground, beams, colour, strength=rays)
        canvas = developed(backdrop.grown(ground, request), size, rng, grain=0.5)
        for line in cracks:
            stroke(canvas, line, tone.BLACK, width=6 * request.unit)
            stroke(canvas, line + np.float32(4 * request.unit), colour, width=2 * request.unit)
        grounds.append(canvas)
    return grounds[0], grounds[1]


def _cracks(request: PaintRequest, rng: np.random.Generator) -> list[curve.Points]:
    """Fine cracks that run from the middle to both sides."""
    w, h = request.width, request.height
    lines = []
    for number, y in enumerate(np.linspace(0.03, 0.97, 22)):
        reach = float(rng.uniform(0.25, 0.5)) * w * (1 if number % 2 else -1)
        knots = 9
        x = w / 2 + np.linspace(0, reach, knots)
        fall = float(rng.uniform(-0.07, 0.07)) * h
        down = y * h + np.linspace(0, fall, knots) + rng.uniform(-0.009, 0.009, knots) * h
        lines.append(np.stack([x, down], axis=1).astype(np.float32))
    return lines


def _crack(request: PaintRequest) -> Cutout:
    """A jagged line of light from top to bottom with its glow."""
    u, rng = request.unit, request.rng()
    wide, tall = int(72 * u) // 2 * 2 + 2, request.height
    knots = max(int(tall / (46 * u)), 4)
    x = wide / 2 + rng.uniform(-9 * u, 9 * u, knots)
    line = np.stack([x, np.linspace(-4, tall + 4, knots)], axis=1).astype(np.float32)
    core = np.zeros((tall, wide), np.uint8)
    curve.stroke(core, [line], width=max(5 * u, 1.5))
    halo = _haze(core, max(11 * u, 1.5))
    alpha = np.maximum(core, np.minimum(halo.astype(np.uint16) * 2, 200).astype(np.uint8))
    colour = plain(tone.mixed(request.palette.glow, request.palette.accent, 0.25), alpha.shape)
    colour[core > 128] = np.array(tone.mixed(request.palette.glow, tone.WHITE, 0.6), np.uint8)  # noqa: PLR2004
    return Cutout(colour, alpha)


def _haze(mask: Mask, sigma: float) -> Mask:
    """The mask blurred by `sigma` pixels, computed at a size sufficient for something this soft."""
    size = (mask.shape[1], mask.shape[0])
    step = max(int(sigma / 3), 1)
    small = resized(mask, (max(size[0] // step, 1), max(size[1] // step, 1)), interpolation=cv2.INTER_AREA)
    return resized(blurred(small, sigma / step), size)
