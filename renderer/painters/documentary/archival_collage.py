"""A desk of found paper: torn letters, tape, and the subject as an old print."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Cutout, cast_shadow, developed, half, lay, stain
from renderer.painters.drawing.cutout import rotated, shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.light import vignette
from renderer.painters.drawing.pixels import common
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.photo import handwriting, photograph
from renderer.painters.props.subject import has_subject, hero_place, hero_size


def paint(request: PaintRequest) -> LayeredPicture:
    """Scraps under the captions stay calm; the print lands on top, then its corner tape."""
    rng = request.rng()
    canvas = _desk(request, rng)
    u = request.unit
    side = float(rng.choice([-1.0, 1.0]))
    _letter(canvas, request, rng, side)
    _ledger(canvas, request, rng, side)
    print_layers = _print(request, rng, side)
    _postmark(canvas, request, rng, (request.width * (0.5 + 0.24 * side), request.height * 0.70), 118 * u)
    return LayeredPicture(base=canvas, layers=print_layers)


def _desk(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    palette = request.palette
    ground = paper.parchment(
        rng,
        half(size),
        light_tone=tone.mixed(palette.background, palette.secondary, 0.16),
        dark_tone=tone.mixed(palette.secondary, palette.ink, 0.35),
    )
    dim(ground, vignette(half(size), strength=0.5))
    return developed(ground, size, rng, grain=1.0)


def _place(
    canvas: Canvas,
    piece: Cutout,
    middle: tuple[float, float],
    angle: float,
    *,
    unit: float,
    lift: float = 1.0,
) -> None:
    turned = rotated(piece, angle)
    corner = (int(middle[0] - turned.size[0] / 2), int(middle[1] - turned.size[1] / 2))
    offset = (int(3 * unit), int(9 * unit * lift))
    cast_shadow(canvas, turned.alpha, corner, offset=offset, blur=12 * unit * lift, strength=0.45)
    lay(canvas, turned, corner)


def _letter(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, side: float) -> None:
    """A sheet of handwriting behind everything, at the top."""
    w, h, u = request.width, request.height, request.unit
    size = (int(w * 0.86), int(h * 0.44))
    piece = paper.scrap(
        rng, size, colour=request.palette.paper, torn=(False, True, True, False), reach=26 * u
    )
    ink = np.zeros_like(piece.alpha)
    handwriting(
        ink,
        rng,
        box=(int(60 * u), int(40 * u), size[0] - int(70 * u), size[1] - int(60 * u)),
        pitch=46 * u,
        value=150,
    )
    stain(
        piece.rgb,
        common(ink, piece.alpha),
        tone.mixed(request.palette.paper_ink, (60, 70, 120), 0.35),
        strength=0.8,
    )
    _place(canvas, piece, (w * (0.5 - 0.10 * side), h * 0.24), -3.5 * side, unit=u)


def _ledger(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, side: float) -> None:
    """A ruled page below, and a torn strip of coloured paper across its top."""
    w, h, u = request.width, request.height, request.unit
    page = paper.scrap(
        rng,
        (int(w * 0.92), int(h * 0.42)),
        colour=tone.mixed(request.palette.paper, request.palette.background, 0.55),
        torn=(True, False, False, True),
        reach=30 * u,
    )
    rules = np.zeros_like(page.alpha)
    step = 44 * u
    lines = [
        np.array([[0, y], [page.size[0], y]], np.float32) for y in np.arange(110 * u, page.size[1], step)
    ]
    curve.stroke(rules, lines, width=1.6 * u, value=70)
    for share in (0.14, 0.70, 0.84):
        x = page.size[0] * share
        curve.stroke(rules, [np.array([[x, 70 * u], [x, page.size[1]]], np.float32)], width=1.6 * u, value=95)
    stain(
        page.rgb,
        common(rules, page.alpha),
        tone.mixed(request.palette.accent, request.palette.paper_ink, 0.3),
    )
    _place(canvas, page, (w * (0.5 + 0.08 * side), h * 0.80), 2.5 * side, unit=u)
    strip = paper.scrap(
        rng,
        (int(w * 0.8), int(h * 0.05)),
        colour=request.palette.primary,
        torn=(True, True, True, True),
        reach=16 * u,
    )
    _place(canvas, strip, (w * (0.5 - 0.2 * side), h * 0.615), -4 * side, unit=u)


def _print(request: PaintRequest, rng: np.random.Generator, side: float) -> tuple[Layer, ...]:
    """The photograph with its white border, then two strips of tape."""
    if not has_subject(request):
        return ()
    u = request.unit
    card = photograph(request, rng, hero_size(request))
    width, height = card.size
    angle = 3.2 * side
    place = hero_place(request)
    lifted = shadowed(card, blur=15 * u, offset=(4 * u, 14 * u), strength=0.5)
    landed = motion.settling(*place, start=-0.45, length=0.9, rise=-60 * u, angle=angle)
    tapes = []
    for corner in (-1, 1):
        strip = paper.tape(rng, (int(150 * u), int(46 * u)))
        turn = np.radians(angle)
        dx, dy = corner * width * 0.42, -height * 0.49
        spot = (
            place[0] + dx * np.cos(turn) - dy * np.sin(turn),
            place[1] + dx * np.sin(turn) + dy * np.cos(turn),
        )
        tapes.append(
            pasted(
                strip,
                motion.settling(*spot, start=0.25 + 0.12 * corner, length=0.35, angle=angle + 38 * corner),
            )
        )
    return (pasted(lifted, landed), *tapes)


def _postmark(
    canvas: Canvas,
    request: PaintRequest,
    rng: np.random.Generator,
    middle: tuple[float, float],
    radius: float,
) -> None:
    """Two rings and wavy bars in worn cancelling ink."""
    u = request.unit
    ink = np.zeros((request.height, request.width), np.uint8)
    curve.disc(ink, middle, radius, width=5 * u)
    curve.disc(ink, middle, radius * 0.66, width=3 * u)
    along = np.linspace(0, 4.2 * radius, 60)
    for step in range(5):
        wave = middle[1] + (step - 2) * radius * 0.32 + np.sin(along / radius * 4) * radius * 0.09
        line = np.stack([middle[0] - radius * 1.0 - along, wave], axis=1).astype(np.float32)
        curve.stroke(ink, [line], width=5 * u)
    for index in range(24):
        angle = index * np.pi / 12
        spot = (middle[0] + radius * 0.83 * np.cos(angle), middle[1] + radius * 0.83 * np.sin(angle))
        curve.disc(ink, spot, radius * float(rng.uniform(0.03, 0.07)))
    stain(
        canvas,
        paper.blotted(ink, rng, loss=0.9),
        tone.mixed(request.palette.ink, request.palette.accent, 0.25),
        strength=0.62,
    )
