"""A detective's wall at night: pinned photographs, notes, and a red thread pulled from one to the next."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import (
    Canvas,
    Cutout,
    cast_shadow,
    developed,
    half,
    lay,
    shade,
    stain,
    tinted,
)
from renderer.painters.drawing.cutout import rotated, shadowed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import Placed, drawn, pasted
from renderer.painters.drawing.noise import chance, fractal, value_noise
from renderer.painters.drawing.pixels import common
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement, standing
from renderer.painters.props import paper
from renderer.painters.props.photo import handwriting, photograph
from renderer.painters.props.subject import has_subject, hero_place, hero_size

_SWINGING: Final = 1.6
_SWINGS: Final = 1.1
"""Seconds for which the print swings on its pin, and swings per second."""

_HEAD: Final = 0.30
_HEAD_AT: Final = (0.44, 0.42)
"""Radius and centre of a pin's head, as shares of its picture's side."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Cork, notes and side photographs are the base; the main print, pins and thread are layers.

    The thread is on top, cut away where a pin's head covers it, so that all layers at rest are at the bottom.
    """
    rng = request.rng()
    u = request.unit
    side = float(rng.choice([-1.0, 1.0]))
    canvas = _cork(request, rng)
    pins = _notes(canvas, request, rng, side)
    light_pool = light.vignette(
        half((request.width, request.height)), strength=1.05, centre=(0.5, request.focus[1] + 0.04)
    )
    shade(canvas, light_pool)
    x, y = hero_place(request)
    layers: list[Layer] = []
    top = (x + 6 * u, y - hero_size(request) * 0.50)
    card = rotated(_main_piece(request, rng), -2.5 * side)
    shadow = FloatingShadow(blur=16 * u, drop=18 * u, strength=0.75)
    layers.append(floating(canvas, card, (x, y), _pinned_up(x, y, fall=7 * u), shadow=shadow))
    route = np.array([pins[0], top, pins[1], pins[2], pins[3]], np.float32)
    pin = _pin(request)
    layers += [
        *[pasted(pin, standing(float(spot[0]), float(spot[1]))) for spot in route],
        *_threads(request, route),
    ]
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _main_piece(request: PaintRequest, rng: np.random.Generator) -> Cutout:
    """The end of the thread: the subject's photograph, or a large clipping if there is no subject."""
    size = hero_size(request, share=0.92)
    if has_subject(request):
        return photograph(request, rng, size)
    return _clipping(request, rng, (int(size * 0.96), int(size * 1.04)))


def _pinned_up(x: float, y: float, *, fall: float) -> Motion:
    """Swing up and down from `fall` pixels above the resting position until it comes to rest."""

    def motion_at(seconds: float) -> Placement:
        left = 1.0 - motion.ease_out(seconds / _SWINGING)
        return Placement(x=x, y=y - fall * left * math.cos(2 * math.pi * _SWINGS * seconds))

    return motion_at


def _cork(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    shape = half(size)
    palette = request.palette
    brown = tone.mixed((120, 84, 52), palette.secondary, 0.45)
    crumbs = (
        0.45 * value_noise(rng, shape, cell=5)
        + 0.35 * value_noise(rng, shape, cell=9)
        + 0.2 * fractal(rng, shape, cell=60, octaves=2)
    )
    ground = tinted(np.clip((crumbs - 0.5) * 1.3 + 0.5, 0, 1), tone.mixed(brown, tone.BLACK, 0.55), brown)
    return developed(ground, size, rng, grain=0.6)


def _notes(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, side: float
) -> list[tuple[float, float]]:
    """Draw clippings and small prints around the edge; return the positions of pins, from top to bottom."""
    w, h, u = request.width, request.height, request.unit
    pins = []
    spots = (
        (0.5 - 0.36 * side, 0.115, 8),
        (0.5 + 0.33 * side, 0.52, -6),
        (0.5 - 0.28 * side, 0.68, -5),
        (0.5 + 0.20 * side, 0.84, 4),
    )
    for index, (fx, fy, angle) in enumerate(spots):
        at = (fx * w, fy * h)
        if index in (1, 2) and len(request.artwork) > index:
            piece = photograph(request, rng, int(hero_size(request) * 0.42), index=index)
        else:
            piece = _clipping(
                request, rng, (int(w * rng.uniform(0.30, 0.36)), int(w * rng.uniform(0.22, 0.32)))
            )
        turned = rotated(piece, angle * side)
        corner = (int(at[0] - turned.size[0] / 2), int(at[1] - turned.size[1] / 2))
        cast_shadow(canvas, turned.alpha, corner, offset=(int(4 * u), int(11 * u)), blur=10 * u, strength=0.6)
        lay(canvas, turned, corner)
        pins.append((at[0], at[1] - turned.size[1] * 0.40))
    return pins


def _clipping(request: PaintRequest, rng: np.random.Generator, size: tuple[int, int]) -> Cutout:
    """A newspaper clipping: headline bar, columns of grey lines, or a handwritten note."""
    u = request.unit
    written = chance(rng, 0.5)
    colour = tone.mixed(tone.lightest(request.palette), (232, 214, 140) if written else (214, 206, 188), 0.6)
    piece = paper.scrap(rng, size, colour=colour, torn=(False, not written, not written, False), reach=12 * u)
    ink = np.zeros_like(piece.alpha)
    if written:
        handwriting(
            ink,
            rng,
            box=(int(26 * u), int(20 * u), size[0] - int(26 * u), size[1] - int(20 * u)),
            pitch=44 * u,
            value=210,
        )
    else:
        cv2.rectangle(
            ink, (int(24 * u), int(26 * u)), (int(size[0] * rng.uniform(0.6, 0.85)), int(52 * u)), 220, -1
        )
        for column in (0.07, 0.53):
            for y in np.arange(76 * u, size[1] - 24 * u, 17 * u):
                end = size[0] * (column + float(rng.uniform(0.32, 0.40)))
                cv2.rectangle(ink, (int(size[0] * column), int(y)), (int(end), int(y + 6 * u)), 130, -1)
    stain(piece.rgb, common(ink, piece.alpha), tone.darkest(request.palette), strength=0.8)
    return piece


def _threads(request: PaintRequest, route: curve.Points) -> list[Layer]:
    """A slightly sagging thread drawn from pin to pin, one layer per span."""
    u = request.unit
    spans = len(route) - 1
    length = 0.9 * request.duration / spans
    layers = []
    for index, (start, end) in enumerate(pairwise(route)):
        t = np.linspace(0, 1, 40, dtype=np.float32)[:, None]
        line = start + (end - start) * t
        line[:, 1] += (18 * u * 4 * t * (1 - t))[:, 0]
        corner = 2 * np.floor(line.min(axis=0) / 2 - 9 * u)
        width, height = (int(side) for side in line.max(axis=0) - corner + 18 * u)
        line -= corner
        mask, order = (np.zeros((height, width), np.uint8) for _ in range(2))
        curve.stroke(mask, [line], width=5.2 * u)
        knots, wide = curve.fixed(line).tolist(), max(1, round(34 * u))
        for part, ends in enumerate(pairwise(knots)):
            cv2.line(order, *ends, 1 + part * 6, wide, cv2.LINE_8, curve.SHIFT)
        for spot in (start, end):
            curve.disc(mask, _head(request, spot - corner), _HEAD * _pin_side(request) - 1, value=0)
        begin = (index - 1.1) * length
        pulling = _pulling(corner, begin, begin + length)
        layers.append(drawn(mask, order, request.palette.accent, pulling, softness=4))
    return layers


def _pulling(corner: curve.Points, start: float, end: float) -> Placed:
    left, top = corner.tolist()
    return lambda x, y: motion.drawing(left + x, top + y, start=start, end=end)


def _pin_side(request: PaintRequest) -> int:
    return int(50 * request.unit) // 2 * 2


def _head(request: PaintRequest, spot: curve.Points) -> tuple[float, float]:
    """Centre of the head of the pin at `spot`."""
    side = _pin_side(request)
    return float(spot[0]) + side * (_HEAD_AT[0] - 0.5), float(spot[1]) + side * (_HEAD_AT[1] - 0.5)


def _pin(request: PaintRequest) -> Cutout:
    side = _pin_side(request)
    rows, columns = np.indices((side, side), np.float32) / side
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side * _HEAD_AT[0], side * _HEAD_AT[1]), side * _HEAD)
    shine = np.exp(-((columns - 0.35) ** 2 + (rows - 0.32) ** 2) / 0.012)
    body = np.clip(1.15 - 1.2 * np.hypot(columns - 0.40, rows - 0.38), 0.25, 1)
    rgb = body[..., None] * np.array(request.palette.accent, np.float32) + shine[..., None] * 190
    return shadowed(
        Cutout(np.clip(rgb, 0, 255).astype(np.uint8), alpha),
        blur=4 * request.unit,
        offset=(4 * request.unit, 7 * request.unit),
        strength=0.7,
    )
