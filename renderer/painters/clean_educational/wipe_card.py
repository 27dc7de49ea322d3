"""A wipe: the thing as a pencil drawing on squared paper, then in colour, with a slider's knob between."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import Canvas, Cutout, developed, half, stain
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain, strongest
from renderer.painters.drawing.solids import stroke
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.before_after import SplitLook, before_after
from renderer.painters.props.scale_layout import band
from renderer.painters.props.subject import edges, toned


def paint(request: PaintRequest) -> LayeredPicture:
    """Squared paper with the drawing, and a bright sheet with the thing itself."""
    palette = request.palette

    def pencilled(art: Cutout) -> Cutout:
        grey = tone.mixed(palette.paper_ink, palette.paper, 0.35)
        pale = toned(art, tone.mixed(palette.paper, grey, 0.45), tone.mixed(palette.paper, tone.WHITE, 0.6))
        lines = edges(art, width=max(3.5 * request.unit, 1.2))
        stain(pale.rgb, lines, grey)
        return Cutout(pale.rgb, strongest(pale.alpha, lines))

    looks = (
        SplitLook(ink=palette.paper_ink, face=LetteringFace.PLAIN, art=pencilled),
        SplitLook(ink=palette.ink, face=LetteringFace.PLAIN, art=lambda art: art),
    )
    return before_after(request, (_squared(request), _bright(request)), looks, _slider(request))


def _squared(request: PaintRequest) -> Canvas:
    palette, u = request.palette, request.unit
    canvas = plain(tone.mixed(palette.paper, tone.WHITE, 0.4), (request.height, request.width))
    line = tone.mixed(palette.paper, palette.paper_ink, 0.14)
    step = 46 * u
    for x in np.arange(step / 2, request.width, step):
        stroke(canvas, np.array([[x, 0], [x, request.height]], np.float32), line, width=1.4 * u)
    for y in np.arange(step / 2, request.height, step):
        stroke(canvas, np.array([[0, y], [request.width, y]], np.float32), line, width=1.4 * u)
    return canvas


def _bright(request: PaintRequest) -> Canvas:
    palette = request.palette
    rng = request.rng()
    shape = half((request.width, request.height))
    ground = ramp(
        light.glow(shape, request.focus, 0.6),
        tone.mixed(palette.background, palette.secondary, 0.55),
        tone.mixed(palette.background, tone.WHITE, 0.25),
        factor=paper.fibre(rng, shape),
    )
    return developed(ground, (request.width, request.height), rng, grain=0.4)


def _slider(request: PaintRequest) -> Cutout:
    """A white line with a knob that has an arrow on each side."""
    u, area = request.unit, band(request)
    radius = 42 * u
    wide, tall = int(2 * radius + 12 * u) // 2 * 2, request.height
    x, y = wide / 2, (area.top + area.bottom) / 2
    alpha = np.zeros((tall, wide), np.uint8)
    curve.stroke(alpha, [np.array([[x, 0], [x, tall]], np.float32)], width=8 * u)
    curve.disc(alpha, (x, y), radius)
    rgb = plain(tone.WHITE, alpha.shape)
    marks = np.zeros_like(alpha)
    for way in (-1, 1):
        tip = x + way * 26 * u
        arrow = [[tip - way * 12 * u, y - 13 * u], [tip, y], [tip - way * 12 * u, y + 13 * u]]
        curve.stroke(marks, [np.array(arrow, np.float32)], width=6 * u)
    curve.disc(marks, (x, y), radius - 2 * u, width=3 * u)
    stain(rgb, marks, request.palette.accent)
    return Cutout(rgb, alpha)
