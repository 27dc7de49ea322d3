"""The closing card of a video: the open question, or the title, with the topic's subject."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.cards.base import CardRequest
from renderer.painters.cards.text_block import block_layers, text_block
from renderer.painters.drawing import light, motion, solids, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, developed, half, tinted
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import fractal
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.subject import bordered, has_subject, subject

_ART, _ART_MIDDLE, _ART_WIDE = 0.56, 0.29, 0.52
"""The subject's side as a share of the shorter side (upright), its centre's height there, and its side in
a wide frame as a share of the height."""

_TEXT: Final = (0.80, 0.30)
"""Width and height of the text area as shares of an upright frame."""


def paint(request: CardRequest) -> LayeredPicture:
    """The ground is the base; the subject floats, lines appear one after the other above a rule."""
    rng = request.rng()
    w, h, u = request.width, request.height, request.unit
    wide, shown = w > h, has_subject(request)
    canvas = _ground(request, rng)
    place = (w * (0.48 if wide and shown else _TEXT[0]), h * (0.6 if wide else _TEXT[1]))
    left = w * 0.08 if wide and shown else (w - place[0]) / 2
    block = text_block(
        request.text, request, place=place, largest=h * (0.13 if wide else 0.062), most_lines=5
    )
    middle = 0.5 if wide else 0.66 if shown else 0.48
    top = h * middle - block.height / 2
    layers: list[Layer] = []
    if shown:
        side = int(_ART_WIDE * h if wide else _ART * w)
        spot = (0.77 * w, 0.5 * h) if wide else (0.5 * w, _ART_MIDDLE * h)
        piece = bordered(
            subject(request, side), width=max(2, int(9 * u)), colour=tone.lightest(request.palette)
        )
        floats = motion.drifting(*spot, by=(3 * u, 9 * u), period=5.2)
        layers.append(pasted(shadowed(piece, blur=16 * u, offset=(6 * u, 14 * u), strength=0.4), floats))
    lines = block_layers(
        block, request.palette.ink, left=left, top=top, width=place[0], start=-0.1, centred=True
    )
    _rule(canvas, request, (left + place[0] / 2, top + block.height + 34 * u))
    return LayeredPicture(base=canvas, layers=(*layers, *lines))


def _rule(canvas: Canvas, request: CardRequest, middle: tuple[float, float]) -> None:
    """A short bar in the accent below the text."""
    u = request.unit
    half_width, thick = round(70 * u), max(2, round(9 * u))
    x, y = round(middle[0]), round(middle[1])
    canvas[y : y + thick, max(0, x - half_width) : x + half_width] = np.array(
        request.palette.accent, canvas.dtype
    )


def _ground(request: CardRequest, rng: np.random.Generator) -> Canvas:
    """The palette's far colour, lit behind the subject."""
    w, h, palette = request.width, request.height, request.palette
    shape = half((w, h))
    clouds = fractal(rng, shape, cell=min(shape) * 0.7, octaves=5, gain=0.5)
    ground = tinted(clouds, palette.background, tone.mixed(palette.background, palette.ground, 0.7))
    spot = (0.77, 0.5) if w > h else (0.5, _ART_MIDDLE)
    light.add_light(ground, light.glow(shape, spot, 0.5), palette.glow, strength=0.2)
    dim(ground, light.vignette(shape, strength=0.35))
    canvas = developed(ground, (w, h), rng, grain=0.5)
    if has_subject(request):
        solids.disc(canvas, (spot[0] * w, spot[1] * h), 0.38 * min(w, h), palette.primary, strength=0.18)
    return canvas
