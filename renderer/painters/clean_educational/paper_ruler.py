"""A paper ruler: bright cut-outs to scale in front of a ruled card, with a tape measure along its side."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import curve, light, solids, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import Canvas, Cutout, cast_shadow, developed, half, stain, window
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.scale_layout import band
from renderer.painters.props.scale_model import ScaleLook, scale_model


def paint(request: PaintRequest) -> LayeredPicture:
    """Card, tape and the smallest thing are the base; the others grow up beside it."""
    palette = request.palette
    canvas = _card(request)
    look = ScaleLook(
        ink=palette.paper_ink,
        quiet=tone.mixed(palette.paper_ink, palette.paper, 0.15),
        face=LetteringFace.PLAIN,
        art=lambda art: art,
        form=lambda size, round_, index: _cut(size, request, round_=round_, index=index),
        rule=lambda sheet, start, end: _dashes(sheet, request, start, end),
    )
    return LayeredPicture(base=canvas, layers=scale_model(canvas, request, look))


def _card(request: PaintRequest) -> Canvas:
    """Soft stripes, and a white card for things and numbers on both sides of the captions."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    rng = request.rng()
    shape = half((w, h))
    x, y = light.grid(shape)
    stripes = np.asarray(0.5 + 0.5 * np.sign(np.sin((x * shape[1] + y * shape[0]) / (21 * u))), np.float32)
    ground = ramp(
        0.35 * stripes + 0.65 * light.glow(shape, request.focus, 0.6),
        tone.mixed(palette.background, palette.secondary, 0.42),
        tone.mixed(palette.background, tone.WHITE, 0.15),
        factor=paper.fibre(rng, shape),
    )
    canvas = developed(ground, (w, h), rng, grain=0.4)
    area = band(request)
    _sheet(canvas, request, area.top - 22 * u, area.bottom + 12 * u)
    top, bottom = (edge * h for edge in request.shelf)
    if request.captions[3] and top > area.bottom and h > w:
        middle = (top + bottom) / 2
        _sheet(canvas, request, middle - 82 * u, middle + 82 * u)
    return canvas


def _sheet(canvas: Canvas, request: PaintRequest, top: float, bottom: float) -> None:
    w, u = request.width, request.unit
    size = (int(w * 0.93) // 2 * 2, int(bottom - top) // 2 * 2)
    corner = ((w - size[0]) // 2, int(top))
    sheet = rounded(size, 28 * u)
    cast_shadow(canvas, sheet, corner, offset=(0, int(9 * u)), blur=15 * u, strength=0.25)
    part, seen = window(canvas, corner, size)
    stain(part, sheet[seen], tone.mixed(request.palette.paper, tone.WHITE, 0.5))
    for number, y in enumerate(np.arange(top + 30 * u, bottom - 24 * u, 13 * u)):
        long = (24 if number % 5 == 0 else 13) * u
        for x, way in ((corner[0], 1), (corner[0] + size[0], -1)):
            tick = np.array([[x + way * 3 * u, y], [x + way * long, y]], np.float32)
            solids.stroke(canvas, tick, request.palette.paper_ink, width=2 * u)


def _dashes(
    canvas: Canvas, request: PaintRequest, start: tuple[float, float], end: tuple[float, float]
) -> None:
    u, palette = request.unit, request.palette
    colour = tone.mixed(palette.paper, palette.paper_ink, 0.35)
    for dash in curve.dashes(np.array([start, end], np.float32), on=12 * u, off=10 * u):
        solids.stroke(canvas, dash, colour, width=2.4 * u)


def _cut(size: tuple[int, int], request: PaintRequest, *, round_: bool, index: int) -> Cutout:
    """A strip or a disc of coloured paper with a light edge."""
    width, height = size
    palette = request.palette
    colour = (palette.primary, palette.accent, palette.secondary, palette.glow)[index % 4]
    alpha = np.zeros((height, width), np.uint8)
    rgb = np.empty((height, width, 3), np.uint8)
    rgb[:] = np.array(colour, np.uint8)
    light_edge = np.array(tone.mixed(colour, tone.WHITE, 0.35), np.uint8)
    if round_:
        curve.disc(alpha, (width / 2, height / 2), min(size) / 2 - 1)
        inner = np.zeros_like(alpha)
        curve.disc(inner, (width * 0.53, height * 0.54), min(size) * 0.44)
        rgb[inner == 0] = light_edge
        return Cutout(rgb, alpha)
    alpha[:] = 255
    side = max(2, min(width, height) // 9)
    rgb[:, :side], rgb[:side] = light_edge, light_edge
    return Cutout(rgb, alpha)
