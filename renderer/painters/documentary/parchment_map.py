"""A hand-drawn chart on parchment.

It has coasts, mountains, a compass rose, and a route that grows to the subject.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, cast_shadow, developed, half, lay, stain
from renderer.painters.drawing.layering import drawn, pasted
from renderer.painters.drawing.lettering import lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import common
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import engraved, has_subject, hero_place, hero_size, subject

_TRIES: Final = 260
"""Number of places at which a mountain range is tried."""


def paint(request: PaintRequest) -> LayeredPicture:
    """The chart is the base; the route with its dashes and the end mark draw themselves as layers."""
    rng = request.rng()
    canvas = _chart(request, rng)
    x, y = hero_place(request)
    size = hero_size(request)
    if has_subject(request):
        _cartouche(canvas, request, rng, (x, y), size)
    route = _route(request, rng, (x, y), size)
    mask, order = _dashed(request, route)
    end = 0.72 * request.duration
    layers = [
        drawn(
            mask,
            order,
            request.palette.accent,
            lambda a, b: motion.steadily(a, b, start=0, end=end, first=0.22),
        ),
        pasted(_pin(request), motion.settling(*route[0], start=-1.0)),
        pasted(_cross(request), motion.settling(*route[-1], start=end - 0.1, length=0.4)),
    ]
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _chart(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    palette = request.palette
    shape = half(size)
    ground = paper.parchment(
        rng,
        shape,
        light_tone=palette.ground,
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.35),
    )
    field = fractal(rng, shape, cell=min(shape) * 0.62, octaves=6, gain=0.52)
    y = light.grid(shape)[1]
    field += 0.10 * np.exp(-np.square((y - 0.72) / 0.16)) - 0.16 * light.glow(shape, request.focus, 0.34)
    coast = 0.52
    water = (0.42 + 0.58 * smoothstep(field, coast - 0.16, coast)) * (field < coast)
    wash = np.array([[-0.20, 1.0], [-0.07, 1.0], [-0.05, 1.0]], np.float32)
    cv2.multiply(ground, cv2.transform(water, wash), dst=ground)
    dim(ground, 1.0 + 0.05 * smoothstep(field, coast, coast + 0.2))
    paper.fold(ground, float(rng.uniform(0.30, 0.36)), upright=True)
    paper.fold(ground, float(rng.uniform(0.63, 0.69)), upright=False)
    canvas = developed(ground, size, rng, grain=1.0)
    ink = np.zeros((request.height, request.width), np.uint8)
    _rhumbs(ink, request, rng)
    for step, (drop, faint) in enumerate(((0.0, 235), (0.016, 120), (0.034, 80), (0.056, 50))):
        lines = curve.isolines(field, coast - drop, scale=2.0, shortest=50)
        curve.stroke(ink, lines, width=(3.0 if step == 0 else 1.4) * request.unit, value=faint)
    _mountains(ink, request, rng, field, coast)
    _neatline(ink, request)
    stain(canvas, paper.blotted(ink, rng), palette.ink, strength=0.82)
    return canvas


def _rhumbs(ink: Mask, request: PaintRequest, rng: np.random.Generator) -> None:
    """Wind lines and the rose they start from."""
    w, h, u = request.width, request.height, request.unit
    centre = (w * float(rng.choice([0.2, 0.8])), h * 0.79)
    reach = float(np.hypot(w, h))
    rays = []
    for index in range(32):
        angle = index * np.pi / 16
        rays.append(
            np.array(
                [centre, (centre[0] + reach * np.cos(angle), centre[1] + reach * np.sin(angle))], np.float32
            )
        )
    curve.stroke(ink, rays, width=1.0, value=34)
    _rose(ink, centre, 92 * u, u)


def _rose(ink: Mask, centre: tuple[float, float], radius: float, unit: float) -> None:
    curve.disc(ink, centre, radius * 1.02, value=0)
    curve.disc(ink, centre, radius, value=200, width=2.2 * unit)
    curve.disc(ink, centre, radius * 0.9, value=150, width=1.2 * unit)
    for index in range(16):
        long = radius * (1.28 if index % 4 == 0 else 0.84 if index % 2 == 0 else 0.6)
        angle = index * np.pi / 8 - np.pi / 2
        tip = (centre[0] + long * np.cos(angle), centre[1] + long * np.sin(angle))
        for side, value in ((0.16, 230), (-0.16, 60)):
            foot = (
                centre[0] + radius * 0.22 * np.cos(angle + side * 5),
                centre[1] + radius * 0.22 * np.sin(angle + side * 5),
            )
            curve.fill(ink, [np.array([centre, foot, tip], np.float32)], value=value)
            curve.stroke(
                ink, [np.array([centre, foot, tip, centre], np.float32)], width=1.2 * unit, value=230
            )


def _mountains(
    ink: Mask, request: PaintRequest, rng: np.random.Generator, field: Field, coast: float
) -> None:
    """Small ranges on high ground, never under the captions."""
    u = request.unit
    found = np.empty((_TRIES, 2))
    count = 0
    for _ in range(_TRIES):
        x, y = rng.uniform(0.08, 0.92) * request.width, rng.uniform(0.06, 0.94) * request.height
        high = field[min(int(y / 2), field.shape[0] - 1), min(int(x / 2), field.shape[1] - 1)]
        calm = under_captions(request, y, reach=0.1)
        if high < coast + 0.09 or calm:
            continue
        gaps = np.abs(found[:count] - (x, y))
        if (gaps[:, 0] + 2 * gaps[:, 1] >= 90 * u).all():
            found[count] = x, y
            count += 1
    for x, y in sorted(found[:count].tolist(), key=lambda place: place[1]):
        tall, wide = rng.uniform(24, 44) * u, rng.uniform(22, 32) * u
        peak = np.array(
            [
                [x - wide, y],
                [x - wide * 0.45, y - tall * 0.55],
                [x, y - tall],
                [x + wide * 0.5, y - tall * 0.5],
                [x + wide, y],
            ],
            np.float32,
        )
        peak = curve.wobbled(peak, rng, reach=3 * u, every=1)
        curve.fill(ink, [peak], value=0)
        curve.stroke(ink, [peak], width=2.4 * u, value=215)
        shades = [
            np.array(
                [
                    [x + k * wide * 0.2, y - tall * (0.86 - 0.22 * k)],
                    [x + (k * 0.22 - 0.1) * wide, y - tall * 0.12],
                ],
                np.float32,
            )
            for k in range(4)
        ]
        curve.stroke(ink, shades, width=1.5 * u, value=150)


def _neatline(ink: Mask, request: PaintRequest) -> None:
    w, h, u = request.width, request.height, request.unit
    for inset, width, value in ((52 * u, 3.2 * u, 210), (72 * u, 1.4 * u, 170)):
        box = np.array(
            [[inset, inset], [w - inset, inset], [w - inset, h - inset], [inset, h - inset], [inset, inset]],
            np.float32,
        )
        curve.stroke(ink, [box], width=width, value=value)
    step = 62 * u
    for index in range(int((h - 144 * u) / step)):
        if index % 2 == 0:
            top = 72 * u + index * step
            for x in (53 * u, w - 71 * u):
                curve.fill(
                    ink,
                    [
                        np.array(
                            [[x, top], [x + 18 * u, top], [x + 18 * u, top + step], [x, top + step]],
                            np.float32,
                        )
                    ],
                    value=190,
                )


def _cartouche(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], size: int
) -> None:
    """The subject printed in the chart's own ink on a paper roundel with a ropework rim."""
    palette, u = request.palette, request.unit
    side = int(size * 1.12) // 2 * 2
    seal = paper.scrap(rng, (side, side), colour=palette.paper, torn=(False,) * 4)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    ink = np.zeros((side, side), np.uint8)
    middle = (side / 2, side / 2)
    curve.disc(ink, middle, side / 2 - 6 * u, width=4 * u)
    curve.disc(ink, middle, side / 2 - 26 * u, width=2 * u)
    spokes = [
        np.stack([p, q])
        for p, q in zip(
            curve.ring(middle, side / 2 - 9 * u, count=97),
            curve.ring(middle, side / 2 - 24 * u, count=97, start=0.09),
            strict=True,
        )
    ]
    curve.stroke(ink, spokes, width=2.0 * u, value=200)
    art = engraved(
        subject(request, int(size * 0.80)), ink=palette.paper_ink, page=palette.paper, pitch=max(6.6 * u, 3.2)
    )
    corner = ((side - art.size[0]) // 2, (side - art.size[1]) // 2)
    lay(seal.rgb, art, corner)
    stain(seal.rgb, paper.blotted(ink, rng, loss=0.25), palette.paper_ink, strength=0.9)
    place = (int(at[0] - side / 2), int(at[1] - side / 2))
    cast_shadow(canvas, alpha, place, offset=(int(4 * u), int(14 * u)), blur=16 * u, strength=0.5)
    lay(canvas, Cutout(seal.rgb, alpha), place)
    if request.facts.places:
        _banner(canvas, request, rng, (at[0], at[1] + side * 0.46))


def _banner(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, at: tuple[float, float]) -> None:
    """The place's name on a strip of paper across the foot of the roundel."""
    u, palette = request.unit, request.palette
    size = 58 * u
    letters = lettering(
        request.facts.places[0].name,
        size=size,
        face=LetteringFace.SERIF,
        language=request.language,
        widest=0.5 * request.width,
    )
    box = (letters.shape[1] + int(84 * u), int(size * 1.7))
    strip = paper.scrap(rng, box, colour=palette.paper, torn=(False, True, False, True), reach=12 * u)
    ink = np.zeros_like(strip.alpha)
    written(ink, letters, (box[0] / 2, box[1] / 2))
    rules = [np.array([[0, y], [box[0], y]], np.float32) for y in (box[1] * 0.10, box[1] * 0.90)]
    curve.stroke(ink, rules, width=2 * u, value=170)
    stain(strip.rgb, common(ink, strip.alpha), palette.paper_ink, strength=0.9)
    corner = (int(at[0] - box[0] / 2), int(at[1] - box[1] / 2))
    cast_shadow(canvas, strip.alpha, corner, offset=(int(3 * u), int(9 * u)), blur=9 * u, strength=0.45)
    lay(canvas, strip, corner)


def _route(
    request: PaintRequest, rng: np.random.Generator, goal: tuple[float, float], size: int
) -> curve.Points:
    """The route from the lower part of the chart, around the captions, to just below the subject."""
    w, h = request.width, request.height
    side = float(rng.choice([-1.0, 1.0]))
    stops = [
        (w * (0.5 - 0.24 * side), h * 0.90),
        (w * (0.5 + 0.10 * side), h * 0.83),
        (w * (0.5 - 0.22 * side), h * 0.74),
        (w * (0.5 + 0.26 * side), h * 0.66),
        (w * (0.5 + 0.37 * side), h * 0.54),
        (w * (0.5 + 0.30 * side), goal[1] + size * 0.66),
    ]
    jitter = rng.uniform(-0.03, 0.03, (len(stops), 2)) * (w, h * 0.4)
    points = np.array(stops, np.float32) + jitter.astype(np.float32)
    return curve.evenly(curve.spline(points), 500)


def _dashed(request: PaintRequest, route: curve.Points) -> tuple[Mask, Mask]:
    """The dashes, and for each pixel its position along the route (0 to 254)."""
    u = request.unit
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    curve.stroke(mask, curve.dashes(route, on=30 * u, off=20 * u), width=9.5 * u)
    fixed = curve.fixed(route)
    for index in range(len(route) - 1):
        value = int(index * 254 / len(route))
        cv2.line(
            order, fixed[index].tolist(), fixed[index + 1].tolist(), value, max(1, int(26 * u)), cv2.LINE_8, 5
        )
    return mask, order


def _pin(request: PaintRequest) -> Cutout:
    side = int(44 * request.unit) // 2 * 2
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side * 0.26)
    curve.disc(alpha, (side / 2, side / 2), side * 0.43, width=side * 0.09)
    return Cutout(np.full((side, side, 3), request.palette.accent, np.uint8), alpha)


def _cross(request: PaintRequest) -> Cutout:
    side = int(96 * request.unit) // 2 * 2
    alpha = np.zeros((side, side), np.uint8)
    low, high = side * 0.18, side * 0.82
    arms = [
        np.array([[low, low * 1.1], [side * 0.52, side * 0.48], [high, high]], np.float32),
        np.array([[high * 1.02, low], [side * 0.48, side * 0.53], [low, high * 0.98]], np.float32),
    ]
    curve.stroke(alpha, arms, width=15 * request.unit)
    return Cutout(np.full((side, side, 3), request.palette.accent, np.uint8), alpha)
