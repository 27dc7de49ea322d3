"""A friendly solar system: the subject in the middle, bodies circling it on tilted paths."""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, solids, tone
from renderer.painters.drawing.blend import dim, lit_ramp
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed, half, stain, tinted
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props.subject import bordered, has_subject, hero_place, hero_size, subject

_TILT = 0.40
"""Height of the orbits relative to their width."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Paths are the base; bodies behind the subject are layered below it, those in front above it."""
    rng = request.rng()
    x, y = hero_place(request)
    radii = [hero_size(request) * share for share in (0.56, 0.72, 0.90)]
    lean = float(rng.choice([-1.0, 1.0])) * 14.0
    canvas = _space(request, rng, (x, y), radii, lean)
    behind: list[Layer] = []
    front: list[Layer] = []
    count = 0
    for index, radius in enumerate(radii):
        for step in range(1 + index % 2):
            body = _body(request, count)
            start = float(rng.random()) + step * 0.5
            speed = (0.13, -0.09, 0.065)[index]
            far, near = (
                _circling((x, y), radius, lean, start=start, speed=speed, front=side)
                for side in (False, True)
            )
            behind.append(pasted(body, far))
            front.append(pasted(body, near))
            count += 1
    middle = [pasted(_planet(request), motion.drifting(x, y, by=(0, 5 * request.unit), period=5))]
    return LayeredPicture(base=canvas, layers=(*behind, *middle, *front))


def _space(
    request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], radii: list[float], lean: float
) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    _, y = light.grid(shape)
    top = tone.mixed(tone.WHITE, palette.primary, 0.20)
    ground = lit_ramp(
        np.clip(y * 1.2, 0, 1),
        top,
        palette.background,
        lamp=tone.mixed(palette.glow, tone.WHITE, 0.4),
        amount=light.glow(shape, request.focus, 0.34),
        strength=0.65,
    )
    far = light.distance(shape, request.focus)
    bands = np.clip(np.sin(far * np.float32(34)) * np.float32(0.3), 0, 0.1)
    dim(ground, 1.0 - bands * np.exp(far * np.float32(-0.35)))
    canvas = developed(ground, (w, h), rng, grain=0.3)
    low, high = max(int(at[1] - radii[-1]), 0), int(at[1] + radii[-1])
    rings = np.zeros(canvas[low:high].shape[:2], np.uint8)
    for index, radius in enumerate(radii):
        loop = _tilted(curve.ring((0, 0), radius, count=181), (at[0], at[1] - low), lean)
        lines = [loop] if index % 2 == 0 else curve.dashes(loop, on=16 * u, off=14 * u)
        curve.stroke(rings, lines, width=3.2 * u)
    stain(canvas[low:high], rings, tone.mixed(palette.primary, palette.background, 0.35), strength=0.75)
    for _ in range(90):
        spot = (float(rng.random()) * w, float(rng.random()) * h)
        if under_captions(request, spot[1]):
            continue
        size = float(rng.uniform(4, 13)) * u
        colour = (palette.primary, palette.accent, palette.secondary, palette.glow)[int(rng.integers(4))]
        place = (round(spot[0] * 32), round(spot[1] * 32))
        cv2.circle(
            canvas, place, round(size * 32), tone.mixed(palette.background, colour, 0.8), -1, cv2.LINE_AA, 5
        )
    _hill(canvas, request, rng)
    return canvas


def _hill(canvas: Canvas, request: PaintRequest, rng: np.random.Generator) -> None:
    """Two round hills at the bottom of the picture."""
    w, h = request.width, request.height
    for index, colour in enumerate((request.palette.secondary, request.palette.primary)):
        centre = (
            w * float(rng.uniform(0.1, 0.3) if index == 0 else rng.uniform(0.7, 0.95)),
            h * (0.80 + 0.07 * index) + w * 0.95,
        )
        solids.disc(canvas, centre, w * 0.95, tone.mixed(colour, tone.WHITE, 0.12))


def _tilted(points: curve.Points, at: tuple[float, float], lean: float) -> curve.Points:
    angle = math.radians(lean)
    x, y = points[:, 0], points[:, 1] * _TILT
    return np.stack(
        [
            at[0] + x * math.cos(angle) - y * math.sin(angle),
            at[1] + x * math.sin(angle) + y * math.cos(angle),
        ],
        axis=1,
    ).astype(np.float32)


def _circling(
    at: tuple[float, float], radius: float, lean: float, *, start: float, speed: float, front: bool
) -> Motion:
    """Move along the orbit, larger and in front of the subject on the near half."""

    def circle(seconds: float) -> Placement:
        turn = 2 * math.pi * (start + speed * seconds)
        spot = _tilted(np.array([[radius * math.cos(turn), radius * math.sin(turn)]], np.float32), at, lean)[
            0
        ]
        depth = math.sin(turn)
        visible = motion.ease_in_out((depth if front else -depth) / 0.12 + 0.5)
        return Placement(x=float(spot[0]), y=float(spot[1]), scale=0.82 + 0.18 * depth, opacity=visible)

    return circle


def _body(request: PaintRequest, index: int) -> Cutout:
    """A small companion: further artwork as a sticker, else a shaded ball."""
    u, palette = request.unit, request.palette
    size = max(8, int((118 - 12 * (index % 3)) * u) // 2 * 2)
    if len(request.artwork) > index + 1:
        piece = bordered(subject(request, size, index=index + 1), width=max(2, int(6 * u)), colour=tone.WHITE)
        return shadowed(piece, blur=7 * u, offset=(2 * u, 6 * u), strength=0.3)
    colour: Colour = (palette.accent, palette.secondary, palette.primary, palette.glow)[index % 4]
    side = int(size * 0.62) // 2 * 2
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    ball = tinted(
        light.glow((side, side), (0.36, 0.32), 0.36),
        tone.mixed(colour, palette.ink, 0.28),
        tone.mixed(colour, tone.WHITE, 0.35),
    )
    return shadowed(
        Cutout((ball * 255).astype(np.uint8), alpha), blur=7 * u, offset=(2 * u, 6 * u), strength=0.3
    )


def _planet(request: PaintRequest) -> Cutout:
    u, palette = request.unit, request.palette
    if has_subject(request):
        piece = bordered(
            subject(request, hero_size(request, share=0.68)), width=max(2, int(10 * u)), colour=tone.WHITE
        )
        return shadowed(piece, blur=14 * u, offset=(4 * u, 12 * u), strength=0.35)
    side = hero_size(request, share=0.5) // 2 * 2
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    ball = tinted(
        light.glow((side, side), (0.36, 0.32), 0.36),
        tone.mixed(palette.accent, palette.ink, 0.2),
        tone.mixed(palette.glow, tone.WHITE, 0.3),
    )
    return shadowed(
        Cutout((ball * 255).astype(np.uint8), alpha), blur=14 * u, offset=(4 * u, 12 * u), strength=0.35
    )
