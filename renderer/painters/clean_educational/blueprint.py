"""A technical drawing: the subject in white lines on blue, measured, circled and called out."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim, lit_ramp
from renderer.painters.drawing.canvas import Canvas, Colour, Mask, add_colour, developed, half
from renderer.painters.drawing.layering import drawn
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.pixels import scaled, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.paper import fibre
from renderer.painters.props.subject import edges, has_subject, hatching, hero_place, hero_size, subject


class Put(Protocol):
    """Draws lines into the mask and records when they appear (0 to 254).

    `width` is in units of the request.
    """

    def __call__(self, lines: list[curve.Points], *, width: float, value: int, when: int) -> None:
        """Draw the lines."""
        ...


def paint(request: PaintRequest) -> LayeredPicture:
    """Blue sheet and title block are the base.

    Construction and drawing appear as a plotter would draw them.
    """
    rng = request.rng()
    canvas = _sheet(request, rng)
    mask, order = _construction(request, rng)
    layers: list[Layer] = [
        drawn(
            mask,
            order,
            tone.mixed(_blue(request), tone.WHITE, 0.72),
            lambda x, y: motion.steadily(x, y, start=-0.6, end=0.55 * request.duration, first=0.25),
        )
    ]
    if has_subject(request):
        lines, sequence = _drawing(request)
        layers.append(
            drawn(
                lines,
                sequence,
                tone.WHITE,
                lambda x, y: motion.steadily(x, y, start=-0.8, end=0.5 * request.duration, first=0.45),
                softness=24,
            )
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _blue(request: PaintRequest) -> Colour:
    """A deep tone of the palette's own primary."""
    return tone.mixed(tone.mixed(request.palette.primary, (16, 62, 140), 0.45), tone.BLACK, 0.28)


def _sheet(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    shape = half((w, h))
    blue = _blue(request)
    ground = lit_ramp(
        fractal(rng, shape, cell=min(shape) * 0.6, octaves=4),
        tone.mixed(blue, tone.BLACK, 0.14),
        tone.mixed(blue, tone.WHITE, 0.07),
        lamp=tone.mixed(blue, tone.WHITE, 0.5),
        amount=light.glow(shape, request.focus, 0.4),
        strength=0.30,
    )
    dim(ground, fibre(rng, shape) * light.vignette(shape, strength=0.4))
    canvas = developed(ground, (w, h), rng, grain=0.5)
    grid = np.zeros((h, w), np.uint8)
    for step, value in ((30 * u, 26), (150 * u, 62)):
        lines = [np.array([[x, 0], [x, h]], np.float32) for x in np.arange(step / 2, w, step)]
        lines += [np.array([[0, y], [w, y]], np.float32) for y in np.arange(step / 2, h, step)]
        curve.stroke(grid, lines, width=1.0, value=value)
    _border(grid, request)
    add_colour(canvas, grid, (190, 220, 255), strength=0.8)
    return canvas


def _border(mask: Mask, request: PaintRequest) -> None:
    """Frame with zone marks, and an empty title block at the bottom right."""
    w, h, u = request.width, request.height, request.unit
    for inset, width in ((44 * u, 3 * u), (60 * u, 1.5 * u)):
        frame = np.array(
            [[inset, inset], [w - inset, inset], [w - inset, h - inset], [inset, h - inset], [inset, inset]],
            np.float32,
        )
        curve.stroke(mask, [frame], width=width, value=190)
    left, top, right, bottom = w * 0.54, h * 0.865, w - 60 * u, h - 60 * u
    rows = np.linspace(top, bottom, 4)
    block = [np.array([[left, y], [right, y]], np.float32) for y in rows] + [
        np.array([[left, top], [left, bottom]], np.float32)
    ]
    block += [
        np.array([[x, rows[1]], [x, bottom]], np.float32)
        for x in (left + (right - left) * 0.4, left + (right - left) * 0.72)
    ]
    curve.stroke(mask, block, width=1.8 * u, value=150)


def _drawing(request: PaintRequest) -> tuple[Mask, Mask]:
    """Outlines and fine hatching, revealed from top to bottom like a scan."""
    size = hero_size(request)
    art = subject(request, size)
    u = request.unit
    lines = strongest(
        edges(art, width=max(3.4 * u, 1.5)), scaled(hatching(art, pitch=max(9 * u, 4), angle=0.7), 0.42)
    )
    mask = np.zeros((request.height, request.width), np.uint8)
    x, y = hero_place(request)
    left, top = int(x - size / 2), int(y - size / 2)
    mask[top : top + size, left : left + size] = lines
    order = np.zeros_like(mask)
    order[top : top + size] = np.linspace(0, 230, size, dtype=np.float32).astype(np.uint8)[:, None]
    return mask, order


def _construction(request: PaintRequest, rng: np.random.Generator) -> tuple[Mask, Mask]:
    """Centre lines, circles, dimension arrows and leaders to empty balloons."""
    u = request.unit
    x, y = hero_place(request)
    r = hero_size(request) / 2
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)

    def put(lines: list[curve.Points], *, width: float, value: int, when: int) -> None:
        curve.stroke(mask, lines, width=width * u, value=value)
        curve.stroke(order, lines, width=(width + 12) * u, value=when)

    axis = [
        np.array([[x - r * 1.30, y], [x + r * 1.30, y]], np.float32),
        np.array([[x, y - r * 1.22], [x, y + r * 1.22]], np.float32),
    ]
    put(
        [dash for line in axis for dash in curve.dashes(line, on=34 * u, off=12 * u)],
        width=1.6,
        value=150,
        when=1,
    )
    for step, radius in enumerate((1.12, 0.78)):
        ring = curve.ring((x, y), r * radius, count=121)
        for part in range(12):
            put([ring[part * 10 : part * 10 + 11]], width=1.6, value=130, when=20 + step * 40 + part * 6)
    _dimension(put, (x - r, y + r * 1.16), (x + r, y + r * 1.16), u, 130)
    _dimension(put, (x + r * 1.22, y - r * 0.9), (x + r * 1.22, y + r * 0.9), u, 160)
    for index in range(3):
        angle = float(rng.uniform(-0.5, 0.5)) + (np.pi * (1.05 + 0.30 * index))
        tip = (x + r * 0.62 * np.cos(angle), y + r * 0.62 * np.sin(angle))
        knee = (x + r * 1.15 * np.cos(angle), y + r * 1.10 * np.sin(angle))
        put([np.array([tip, knee], np.float32)], width=2.0, value=200, when=180 + 20 * index)
        balloon = curve.ring(
            (knee[0] + 24 * u * np.cos(angle), knee[1] + 24 * u * np.sin(angle)), 24 * u, count=33
        )
        put([balloon], width=2.2, value=220, when=190 + 20 * index)
    _elevation(put, request, rng)
    return mask, order


def _dimension(put: Put, start: tuple[float, float], end: tuple[float, float], u: float, when: int) -> None:
    """A measured line with arrow heads and extension marks."""
    a, b = np.array(start), np.array(end)
    along = (b - a) / np.hypot(*(b - a))
    across = np.array([-along[1], along[0]])
    put([np.array([a, b], np.float32)], width=2.0, value=190, when=when)
    for tip, sign in ((a, 1.0), (b, -1.0)):
        head = [
            tip + along * sign * 20 * u + across * 7 * u,
            tip,
            tip + along * sign * 20 * u - across * 7 * u,
        ]
        put(
            [
                np.array(head, np.float32),
                np.array([tip - across * 22 * u, tip + across * 22 * u], np.float32),
            ],
            width=2.4,
            value=210,
            when=when + 10,
        )


def _elevation(put: Put, request: PaintRequest, rng: np.random.Generator) -> None:
    """A plain side view below the captions: boxes and arcs of a generic machine."""
    u, w, h = request.unit, request.width, request.height
    base = h * 0.80
    x = w * 0.16
    for index in range(5):
        wide, tall = float(rng.uniform(70, 150)) * u, float(rng.uniform(90, 290)) * u
        box = np.array([[x, base], [x, base - tall], [x + wide, base - tall], [x + wide, base]], np.float32)
        put([box], width=2.0, value=120, when=40 + 35 * index)
        inner = [
            np.array([[x + wide * s, base - tall * 0.92], [x + wide * s, base - tall * 0.08]], np.float32)
            for s in (0.25, 0.5, 0.75)
        ]
        put(
            [dash for line in inner for dash in curve.dashes(line, on=14 * u, off=10 * u)],
            width=1.4,
            value=80,
            when=50 + 35 * index,
        )
        if index % 2 == 0:
            put(
                [curve.ring((x + wide / 2, base - tall * 0.5), min(wide, tall) * 0.30, count=41)],
                width=1.8,
                value=120,
                when=60 + 35 * index,
            )
        x += wide + 14 * u
        if x > w * 0.80:
            break
    put([np.array([[w * 0.10, base], [w * 0.90, base]], np.float32)], width=3.0, value=170, when=30)
