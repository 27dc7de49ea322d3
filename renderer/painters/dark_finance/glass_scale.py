"""A glass scale: lit bodies on a measured grid in the dark, each as large as its value."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, developed
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.solids import stroke
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.scale_layout import band
from renderer.painters.props.scale_model import ScaleLook, scale_model
from renderer.painters.props.subject import staged


def paint(request: PaintRequest) -> LayeredPicture:
    """Grid and the smallest body are the base; the others grow from its size."""
    palette = request.palette
    canvas = _grid(request)
    look = ScaleLook(
        ink=palette.ink,
        quiet=tone.mixed(palette.ink, palette.glow, 0.35),
        face=LetteringFace.PLAIN,
        art=lambda art: staged(art, ambient=palette.secondary, lamp=palette.glow, edge=0.016),
        form=lambda size, round_, index: _glass(size, request, round_=round_, index=index),
        rule=lambda sheet, start, end: _dashes(sheet, request, start, end),
    )
    return LayeredPicture(base=canvas, layers=scale_model(canvas, request, look))


def _grid(request: PaintRequest) -> Canvas:
    """Fine squares that fade into the dark above a floor line of light."""
    palette, u = request.palette, request.unit
    rng = request.rng()
    area = band(request)
    small = backdrop.quarter(request)
    ground = backdrop.murk(request, rng, pool=palette.secondary, strength=0.30, lift=0.10)
    centre = (0.5, area.bottom / request.height)
    light.add_light(ground, light.glow(small, centre, 0.16, squeeze=3.0), palette.primary, strength=0.34)
    canvas = developed(backdrop.grown(ground, request), (request.width, request.height), rng, grain=0.3)
    line = tone.mixed(palette.background, palette.secondary, 0.55)
    step = 54 * u
    for x in np.arange(step / 2, request.width, step):
        stroke(canvas, np.array([[x, 0], [x, request.height]], np.float32), line, width=1)
    for y in np.arange(step / 2, request.height, step):
        stroke(canvas, np.array([[0, y], [request.width, y]], np.float32), line, width=1)
    return canvas


def _dashes(
    canvas: Canvas, request: PaintRequest, start: tuple[float, float], end: tuple[float, float]
) -> None:
    u = request.unit
    colour = tone.mixed(request.palette.secondary, request.palette.glow, 0.6)
    for dash in curve.dashes(np.array([start, end], np.float32), on=14 * u, off=10 * u):
        stroke(canvas, dash, colour, width=2.0 * u)


def _glass(size: tuple[int, int], request: PaintRequest, *, round_: bool, index: int) -> Cutout:
    """A bar or a ball of glass: dark within, bright at its rim, clearer towards its foot."""
    width, height = size
    palette, u = request.palette, request.unit
    colour = (palette.primary, palette.accent, palette.glow)[index % 3]
    shape = np.zeros((height, width), np.uint8)
    rim = max(4 * u, 1.5)
    if round_:
        curve.disc(shape, (width / 2, height / 2), min(size) / 2 - 1)
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        inside = np.clip(1 - np.hypot(x, y), 0, 1) * min(size) / 2
    else:
        shape[:] = 255
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        inside = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
    edge = np.exp(-np.square(inside / (2.2 * rim))).astype(np.float32)
    gloss = np.clip(1.2 - np.linspace(0, 1, height, dtype=np.float32)[:, None] * 0.9, 0, 1)
    core = np.array(tone.mixed(colour, tone.BLACK, 0.35), np.float32)
    bright = np.array(tone.mixed(colour, tone.WHITE, 0.35), np.float32)
    share = np.clip(edge + 0.35 * gloss - 0.1, 0, 1)[..., None]
    rgb = (core * (1 - share) + bright * share).astype(np.uint8)
    cover = np.clip(0.62 + 0.38 * edge + 0.2 * gloss, 0, 1)
    return Cutout(rgb, (shape * cover).astype(np.uint8))
