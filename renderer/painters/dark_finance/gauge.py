"""A pressure gauge for the market.

The needle climbs into the red or falls back, with the subject under the glass.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, pattern, tone
from renderer.painters.drawing.blend import dim, shaded
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, add_colour, developed, lay, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.light import glow
from renderer.painters.drawing.pixels import added, plain, product, resized, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_START, _SWEEP = 150.0, 240.0
"""Start and sweep of the scale in degrees, clockwise from the right: it begins at the lower left, as on a
car's dial."""

_HUB: Final = 0.248
_BARE_HUB: Final = 0.055
"""Radius of the large dial's hub, as a share of the dial's side: with a subject on it, and without."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Dials and the hub with the subject are the base; needles turn, the large one trembles."""
    rng = request.rng()
    down = chart.falling(request, rng)
    canvas = _panel(request, rng)
    x, y = hero_place(request)
    size = int(hero_size(request) * 1.22) // 2 * 2
    goal = 0.16 if down else 0.90
    end = 0.7 * request.duration
    radius = _HUB if has_subject(request) else _BARE_HUB
    hub = _hub(request, int(size * 0.60 * radius / _HUB) // 2 * 2)
    for piece in (_dial(request, size), hub):
        lay(canvas, piece, (round(x - piece.size[0] / 2), round(y - piece.size[1] / 2)))
    layers: list[Layer] = []
    side = int(220 * request.unit) // 2 * 2
    small, pointer = _dial(request, side), _needle(request, side)
    for index, place in enumerate((0.22, 0.5, 0.78)):
        spot = (request.width * place, request.height * request.shelved(0.70))
        lay(canvas, small, (round(spot[0] - side / 2), round(spot[1] - side / 2)))
        aim = float(rng.uniform(0.1, 0.45) if down else rng.uniform(0.55, 0.95))
        turn = _turning(spot, 1 - aim, aim, end * (0.7 + 0.15 * index))
        layers.append(pasted(pointer, turn))
    needle = _bare(_needle(request, size), beyond=size * radius)
    layers.append(pasted(needle, _turning((x, y), 1.0 - goal, goal, end, tremble=0.006)))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _bare(needle: Cutout, *, beyond: float) -> Cutout:
    """The part of a needle that sticks out from under a hub of radius `beyond`."""
    side = needle.size[0]
    alpha = needle.alpha.copy()
    curve.disc(alpha, (side / 2, side / 2), beyond, value=0)
    return Cutout(needle.rgb, alpha)


def _panel(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    """A dark instrument board, brushed, with a seam and screws."""
    palette, u = request.palette, request.unit
    ground = backdrop.gloom(request, rng, pool=palette.glow, strength=0.22, lift=0.16, radius=0.46)
    rows, columns = ground.shape[:2]
    strokes = rng.standard_normal((rows, columns // 40 + 2), np.float32)
    brushed = resized(strokes, (columns, rows), interpolation=cv2.INTER_CUBIC)
    dim(ground, np.float32(1.0) + np.float32(0.033) * brushed)
    canvas = developed(ground, (request.width, request.height), rng, grain=0.3)
    vents = pattern.dotted(request, step=46, radius=11)
    stain(
        canvas,
        pattern.quiet(request, vents),
        tone.mixed(tone.darkest(palette), tone.BLACK, 0.5),
        strength=0.75,
    )
    seams = np.zeros((request.height, request.width), np.uint8)
    for share in (0.585, 0.815):
        y = share * request.height
        curve.stroke(seams, [np.array([[0, y], [request.width, y]], np.float32)], width=3 * u, value=90)
    add_colour(canvas, seams, palette.secondary, strength=0.5)
    return canvas


def _along(part: float) -> float:
    """Angle in radians at `part` of the scale."""
    return math.radians(_START + _SWEEP * part)


def _dial(request: PaintRequest, side: int) -> Cutout:
    """Face, coloured zones, ticks and a metal bezel."""
    palette = request.palette
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, middle, side * 0.492)
    # Face and metal are soft, so they are painted at half size.
    small = side // 2
    rows, columns = np.indices((small, small), np.float32) - np.float32((small - 1) / 2)
    far = np.hypot(rows, columns) / np.float32(small / 2)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.3)
    lit = np.float32(1.0) + np.float32(1.6) * np.exp(-np.square(far / 0.75))
    rgb = shaded(lit, tone.BLACK, dark, size=(side, side))
    sheen = 0.42 + 0.34 * np.cos(np.arctan2(rows, columns) * 2 + 1.6) - 0.25 * (rows + columns) / small
    metal = tone.mixed(palette.ink, palette.secondary, 0.35)
    steel = shaded(np.clip(sheen, 0.08, 1), tone.BLACK, metal, size=(side, side))
    ring = np.zeros((side, side), np.uint8)
    curve.disc(ring, middle, side * 0.4725, width=side * 0.041)
    rim = tripled(ring)
    rgb = added(product(rgb, 255 - rim), product(steel, rim))
    for start, end, colour in (
        (0.0, 0.34, palette.accent),
        (0.35, 0.65, palette.glow),
        (0.66, 1.0, palette.primary),
    ):
        arc = np.zeros((side, side), np.uint8)
        cv2.ellipse(
            arc,
            (side // 2, side // 2),
            (int(side * 0.40), int(side * 0.40)),
            0,
            _START + _SWEEP * start,
            _START + _SWEEP * end,
            255,
            max(2, round(side * 0.026)),
            cv2.LINE_AA,
        )
        add_colour(rgb, chart.bloomed(arc, radius=side * 0.02, strength=0.6), colour, strength=0.9)
    add_colour(rgb, _ticks(side), palette.ink, strength=0.85)
    return Cutout(rgb, alpha)


def _ticks(side: int) -> Mask:
    mask = np.zeros((side, side), np.uint8)
    for step in range(41):
        angle = _along(step / 40)
        low = 0.325 if step % 5 == 0 else 0.35
        line = np.array(
            [[side * (0.5 + r * math.cos(angle)), side * (0.5 + r * math.sin(angle))] for r in (low, 0.375)],
            np.float32,
        )
        curve.stroke(
            mask,
            [line],
            width=side * (0.009 if step % 5 == 0 else 0.004),
            value=230 if step % 5 == 0 else 130,
        )
    return mask


def _needle(request: PaintRequest, side: int) -> Cutout:
    """The needle, pointing right in its own raster; the layer turns it."""
    size = int(side * 0.80) // 2 * 2
    alpha = np.zeros((size, size), np.uint8)
    m = size / 2
    curve.fill(
        alpha,
        [
            np.array(
                [
                    [m - size * 0.10, m - size * 0.018],
                    [m + size * 0.46, m - size * 0.004],
                    [m + size * 0.46, m + size * 0.004],
                    [m - size * 0.10, m + size * 0.018],
                ],
                np.float32,
            )
        ],
    )
    curve.disc(alpha, (m, m), size * 0.06)
    colour: Colour = tone.mixed(request.palette.accent, tone.WHITE, 0.25)
    rgb = plain(colour, (size, size))
    return shadowed(Cutout(rgb, alpha), blur=side * 0.012, offset=(0, 0), strength=0.8)


def _turning(
    at: tuple[float, float], first: float, goal: float, end: float, *, tremble: float = 0.0
) -> Motion:
    """Turn from `first` to `goal` on the scale, trembling slightly on arrival."""

    def turn(seconds: float) -> Placement:
        part = motion.overshoot((seconds + 0.4) / (end + 0.4), amount=0.9)
        shake = tremble * math.sin(seconds * 7.0) * min(max(seconds / end, 0), 1)
        return Placement(x=at[0], y=at[1], angle=math.degrees(_along(first + (goal - first) * part + shake)))

    return turn


def _hub(request: PaintRequest, side: int) -> Cutout:
    """The cap over the needle's foot, with the subject."""
    palette, u = request.palette, request.unit
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    pool = glow((side // 2, side // 2), (0.42, 0.34), 0.34)
    dark, bright = tone.darkest(palette), tone.mixed(palette.secondary, palette.ink, 0.2)
    rgb = shaded(np.float32(0.12) + np.float32(0.6) * pool, dark, bright, size=(side, side))
    rim = np.zeros((side, side), np.uint8)
    curve.disc(rim, (side / 2, side / 2), side / 2 - 5 * u, width=4 * u)
    add_colour(rgb, rim, palette.ink, strength=0.55)
    if has_subject(request):
        size = int(side * 0.78)
        lay(
            rgb,
            staged(subject(request, size), ambient=palette.secondary, lamp=palette.glow, shade=0.4),
            ((side - size) // 2, (side - size) // 2),
        )
    return shadowed(Cutout(rgb, alpha), blur=14 * u, offset=(0, 8 * u), strength=0.8)
