"""Inside a great clock: brass and steel wheels in mesh, the subject under the crystal of the middle one."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.visuals.painters import backdrop, curve, light, motion, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Colour, Cutout, Mask, cast_shadow, developed, lay
from renderer.visuals.painters.cutout import shadowed
from renderer.visuals.painters.layering import pasted
from renderer.visuals.painters.pixels import added, blurred, depth_inside, product, resized, scaled, tripled
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, staged, subject
from renderer.visuals.scene import Layer, Placement, Scene

_STROKES = 2.0
_MOVING = 0.32
"""Strokes a second, and the share of each in which the wheels turn."""


def paint(request: PaintRequest) -> Scene:
    """A dark plate with still wheels as base; meshing wheels and the bezel above."""
    rng = request.rng()
    palette, u = request.palette, request.unit
    x, y = hero_place(request)
    module = hero_size(request) * 0.021
    brass = tone.mixed(palette.glow, palette.secondary, 0.35)
    steel = tone.mixed(palette.primary, palette.secondary, 0.3)
    side = float(rng.choice([-1.0, 1.0]))
    canvas = _plate(request, rng, side, brass=brass, steel=steel, module=module)
    main = 56
    speed = 14.0 * side
    wheels = [_wheel(rng, teeth=main, module=module, colour=brass, spokes=0, at=(x, y), speed=speed)]
    face = _face(request, int(main * module * 0.90) // 2 * 2)
    lay(canvas, face, (int(x - face.size[0] / 2), int(y - face.size[1] / 2)))
    for teeth, angle, colour in ((22, 38.0, steel), (30, 148.0, brass), (16, 255.0, steel)):
        reach = (main + teeth) / 2 * module
        turn = np.radians(angle if side > 0 else 180 - angle)
        spot = (x + reach * np.cos(turn), y + reach * np.sin(turn))
        offset = np.degrees(turn) * (1 + main / teeth) + 180.0 / teeth
        wheels.insert(
            0,
            _wheel(
                rng,
                teeth=teeth,
                module=module,
                colour=colour,
                spokes=5,
                at=spot,
                speed=-speed * main / teeth,
                start=float(offset),
            ),
        )
    if has_subject(request):
        art = staged(
            subject(request, int(hero_size(request) * 0.68)), ambient=palette.secondary, lamp=palette.glow
        )
        corner = (int(x - art.size[0] / 2), int(y - art.size[1] / 2))
        cast_shadow(canvas, art.alpha, corner, offset=(int(4 * u), int(10 * u)), blur=10 * u, strength=0.7)
        lay(canvas, art, corner)
    return Scene(base=canvas, layers=tuple(wheels))


def _plate(
    request: PaintRequest,
    rng: np.random.Generator,
    side: float,
    *,
    brass: Colour,
    steel: Colour,
    module: float,
) -> Canvas:
    """Brushed dark metal with big wheels that stand still and dim below, screws and a bridge."""
    size = (request.width, request.height)
    ground = backdrop.gloom(request, rng, pool=request.palette.glow, strength=0.32, lift=0.14, radius=0.42)
    rows = ground.shape[0]
    brushed = blurred(rng.standard_normal((rows, 8), np.float32), 0.1, 0.8)[:, :1]
    ground *= (1.0 + 0.035 * brushed)[..., None]
    canvas = developed(ground, size, rng, grain=0.5)
    for teeth, at, colour, dim in (
        (88, (0.5 - 0.42 * side, 0.80), steel, 0.34),
        (64, (0.5 + 0.36 * side, 0.70), brass, 0.30),
        (44, (0.5 - 0.46 * side, 0.50), brass, 0.22),
    ):
        wheel = _metal(rng, teeth=teeth, module=module * 1.25, colour=colour, spokes=6)
        corner = (int(at[0] * size[0] - wheel.size[0] / 2), int(at[1] * size[1] - wheel.size[1] / 2))
        cast_shadow(
            canvas,
            wheel.alpha,
            corner,
            offset=(0, int(10 * request.unit)),
            blur=14 * request.unit,
            strength=0.7,
        )
        lay(canvas, Cutout(scaled(wheel.rgb, dim), wheel.alpha), corner)
    return canvas


def _gear_outline(teeth: int, radius: float, module: float) -> curve.Points:
    """Trapezoid teeth with a slight curve, around the middle of a square just large enough."""
    middle = radius + 1.6 * module
    angles, radii = [], []
    for tooth in range(teeth):
        start = tooth * 2 * np.pi / teeth
        step = 2 * np.pi / teeth
        for share, height in (
            (0.0, -1.15),
            (0.20, -1.15),
            (0.34, 0.4),
            (0.40, 1.0),
            (0.60, 1.0),
            (0.66, 0.4),
            (0.80, -1.15),
        ):
            angles.append(start + (share - 0.5) * step)
            radii.append(radius + height * module)
    a, r = np.array(angles), np.array(radii)
    return np.stack([middle + r * np.cos(a), middle + r * np.sin(a)], axis=1).astype(np.float32)


def _metal(rng: np.random.Generator, *, teeth: int, module: float, colour: Colour, spokes: int) -> Cutout:
    """One wheel: toothed rim, spokes or a full disc, lathe marks, bevels lit from the upper left."""
    radius = teeth * module / 2
    side = int(2 * (radius + 1.6 * module)) // 2 * 2
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.fill(alpha, [_gear_outline(teeth, radius, module)])
    inner = radius * 0.80
    if spokes:
        curve.disc(alpha, middle, inner, value=0)
        for step in range(spokes):
            angle = step * 2 * np.pi / spokes
            tip = (middle[0] + inner * 1.03 * np.cos(angle), middle[1] + inner * 1.03 * np.sin(angle))
            curve.stroke(alpha, [np.array([middle, tip], np.float32)], width=radius * 0.14)
        curve.disc(alpha, middle, radius * 0.26)
        curve.disc(alpha, middle, radius * 0.09, value=0)
    else:
        curve.disc(alpha, middle, inner, value=0)
    return Cutout(_lathed(rng, alpha, radius=radius, module=module, colour=colour), alpha)


def _lathed(rng: np.random.Generator, alpha: Mask, *, radius: float, module: float, colour: Colour) -> Canvas:
    """Turned metal over the square of a wheel, shaded at half size.

    Sheen, grooves and a bevel along its edges.
    """
    side = alpha.shape[0]
    rows, columns = (np.indices((side // 2, side // 2), np.float32) + 0.5) * 2 - side / 2
    far = np.sqrt(rows**2 + columns**2) / radius
    around = np.arctan2(rows, columns)
    sheen = 0.72 + 0.26 * np.cos(2 * (around + 0.8)) + 0.10 * np.cos(4 * around + float(rng.uniform(0, 6)))
    grooves = (
        1.0
        + 0.05 * np.sin(far * radius * 0.9)
        + 0.20 * np.exp(-np.square((far - 0.84) / 0.012))
        - 0.35 * np.exp(-np.square((far - 0.815) / 0.01))
    )
    small = resized(alpha, (side // 2, side // 2), interpolation=cv2.INTER_AREA)
    inside = depth_inside(small)
    bevel = blurred(np.clip(inside / max(module * 0.25, 1.0), 0, 1), 0.7)
    slope = cv2.Sobel(bevel, cv2.CV_32F, 1, 0) + cv2.Sobel(bevel, cv2.CV_32F, 0, 1)
    value = sheen * grooves * (0.92 + np.clip(slope, -0.6, 0.9) * 0.4)
    rgb = np.clip(value[..., None] * np.array(colour, np.float32), 0, 255).astype(np.uint8)
    return resized(rgb, (side, side), interpolation=cv2.INTER_LINEAR)


def _wheel(
    rng: np.random.Generator,
    *,
    teeth: int,
    module: float,
    colour: Colour,
    spokes: int,
    at: tuple[float, float],
    speed: float,
    start: float = 0.0,
) -> Layer:
    wheel = _metal(rng, teeth=teeth, module=module, colour=colour, spokes=spokes)
    thick = shadowed(wheel, blur=module * 0.9, offset=(0, 0), strength=0.75)
    return pasted(thick, lambda seconds: Placement(x=at[0], y=at[1], angle=start + speed * _ticked(seconds)))


def _ticked(seconds: float) -> float:
    """Time as an escapement lets it through: half a second at a stroke, then rest."""
    stroke, part = divmod(seconds * _STROKES, 1.0)
    return (stroke + motion.ease_in_out(part / _MOVING)) / _STROKES


def _face(request: PaintRequest, side: int) -> Cutout:
    """A dark enamel dial with a minute track, under glass."""
    palette = request.palette
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, middle, side / 2 - 2)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    pool = light.glow((side, side), (0.44, 0.38), 0.38)
    field = (
        np.array(dark, np.float32)
        + pool[..., None]
        * (
            np.array(tone.mixed(palette.secondary, palette.glow, 0.25), np.float32)
            - np.array(dark, np.float32)
        )
        * 0.75
    )
    rgb = field.astype(np.uint8)
    marks = np.zeros((side, side), np.uint8)
    ticks = []
    for step in range(60):
        angle = step * np.pi / 30
        low = 0.435 if step % 5 else 0.405
        ticks.append(
            np.array(
                [
                    [middle[0] + side * r * np.cos(angle), middle[1] + side * r * np.sin(angle)]
                    for r in (low, 0.455)
                ],
                np.float32,
            )
        )
    curve.stroke(marks, ticks[::5], width=side * 0.014)
    curve.stroke(marks, ticks, width=side * 0.005)
    curve.disc(marks, middle, side * 0.472, width=side * 0.006)
    cover = tripled(marks)
    gold = np.full_like(rgb, 1) * np.array(palette.glow, np.uint8)
    rgb = added(product(rgb, 255 - cover), product(gold, cover))
    return Cutout(rgb, alpha)
