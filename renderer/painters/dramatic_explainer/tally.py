"""A number as a verdict: huge digits roll in hard light on concrete, dust falling through the beam."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, developed, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal, ridged, smoothstep
from renderer.painters.drawing.pixels import modulated, resized
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import backdrop, rolling_counter
from renderer.painters.props.motes import motes
from renderer.painters.props.subject import (
    companion_place,
    companion_width,
    has_subject,
    hero_size,
    raised,
    staged,
    subject,
)


def paint(request: PaintRequest) -> LayeredPicture:
    """Wall and tally strokes are the base; digits roll above the subject."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    size = hero_size(request)
    canvas = _wall(request, rng)
    # The number is the bottom layer, so that landed digits can rest while everything else floats on.
    layers = _number(request, size)
    if has_subject(request):
        art = staged(
            subject(request, int(size * 0.70)),
            ambient=palette.secondary,
            lamp=palette.glow,
            towards=(0.2, -1.0),
        )
        layers.append(
            pasted(
                shadowed(art, blur=18 * u, offset=(8 * u, 16 * u), strength=0.8),
                motion.drifting(*raised(request, -0.26 * size), by=(0, 4 * u), period=5.5),
            )
        )
    return LayeredPicture(base=canvas, layers=(*layers, *motes(request, rng, count=9)))


def _number(request: PaintRequest, size: int) -> list[Layer]:
    """Each digit on its own shadow, in the order in which they land."""
    u, palette = request.unit, request.palette
    at = companion_place(request, -0.30 * size)
    shadow, digits = (
        rolling_counter.counter(
            request.facts.number.text,
            at=(at[0] + shift, at[1] + shift),
            size=size * 0.56,
            widest=companion_width(request, 0.82),
            face=LetteringFace.POSTER,
            colour=colour,
            language=request.language,
            start=-0.2,
            end=0.55 * request.duration,
        )
        for colour, shift in (
            (tone.mixed(tone.darkest(palette), tone.BLACK, 0.6), 8 * u),
            (tone.mixed(palette.ink, palette.glow, 0.12), 0.0),
        )
    )
    return [layer for pair in zip(shadow, digits, strict=True) for layer in pair]


def _wall(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    """Cast concrete in a raking beam, with tally strokes scratched below."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.glow, strength=0.40, lift=0.16, radius=0.42)
    shape = (ground.shape[0], ground.shape[1])
    rough = fractal(rng, shape, cell=26, octaves=4, gain=0.7)
    factor = np.clip((rough - np.roll(rough, 2, axis=1)) * 4.2, -0.40, 0.40)
    factor -= 0.45 * smoothstep(ridged(rng, shape, cell=shape[1] * 0.45, octaves=5), 0.93, 0.985)
    factor += 1.0
    gx, gy = light.grid(shape)
    across, down = np.abs((gy * 3.4) % 1 - 0.5), np.abs((gx * 1.5 + 0.25) % 1 - 0.5) * 0.8
    factor *= 1.0 - 0.5 * np.maximum(smoothstep(across, 0.006, 0.0), smoothstep(down, 0.006, 0.0))
    dim(ground, factor)
    canvas = developed(ground, (w, h), rng, grain=0.6)
    marks = np.zeros((h, w), np.uint8)
    for group in range(12):
        left, top = w * (0.12 + 0.215 * (group % 4)), h * request.shelved(0.62 + 0.072 * (group // 4))
        tall = (request.shelved(0.668) - request.shelved(0.62)) * h
        lines = [
            np.array([[left + 26 * u * k, top], [left + 26 * u * k, top + tall]], np.float32)
            for k in range(4)
        ]
        lines.append(
            np.array([[left - 18 * u, top + tall * 0.8], [left + 96 * u, top + tall * 0.2]], np.float32)
        )
        curve.stroke(
            marks,
            [curve.wobbled(curve.evenly(line, 14), rng, reach=4 * u, every=4) for line in lines],
            width=5.5 * u,
            value=200,
        )
    top, bottom = (int(request.shelved(edge) * h) // 2 for edge in (0.60, 0.85))
    rows = slice(2 * top, 2 * bottom)
    wear = resized(smoothstep(rough[top:bottom], 0.75, 0.35), (w, 2 * (bottom - top)))
    stain(
        canvas[rows],
        modulated(marks[rows], wear),
        tone.mixed(palette.ink, palette.accent, 0.55),
        strength=0.5,
    )
    return canvas
