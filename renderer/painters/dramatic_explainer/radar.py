"""A radar scope: rings and bearings in phosphor, a turning sweep, contacts that light up as it passes."""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, add_colour, developed
from renderer.painters.drawing.layering import flat, pasted, visible_box
from renderer.painters.drawing.lettering import lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import smoothstep
from renderer.painters.drawing.pixels import added, blurred, common, resized, scaled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import edges, has_subject, hero_place, hero_size, silhouette, subject

_TURN = 3.2
"""Seconds per turn of the sweep."""

_FADE = 0.6
"""Radians behind the beam in which the afterglow falls to 1/e."""

_LASTS = 2.2
"""Radians behind the beam at which the afterglow ends."""

_SECTORS = 12
_SECTOR = 2 * math.pi / _SECTORS

_RINGS = 4


def paint(request: PaintRequest) -> LayeredPicture:
    """The scope is the base; sweep, contacts and the subject's echo are light above it."""
    rng = request.rng()
    x, y = hero_place(request)
    radius = hero_size(request) * 0.67
    canvas = _scope(request, rng, (x, y), radius)
    layers = [_beam(request, (x, y), radius), *_afterglow(request, (x, y), radius)]
    if has_subject(request):
        layers.append(_echo(request, (x, y), int(radius * 1.12)))
    layers += [_contact(request, rng, (x, y), radius) for _ in range(7)]
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _scope(request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], radius: float) -> Canvas:
    u, palette = request.unit, request.palette
    size = (request.width, request.height)
    dark = backdrop.murk(request, rng, pool=palette.accent, strength=0.20, lift=0.06, radius=0.30)
    foot = light.glow(backdrop.quarter(request), (0.5, 0.95), 0.30, squeeze=1.6)
    light.add_light(dark, foot, palette.secondary, strength=0.22)
    ground = backdrop.grown(dark, request)
    rows = np.arange(ground.shape[0], dtype=np.float32)
    ground[np.sin(rows * np.pi / 2) > 0] *= np.float32(0.95)
    canvas = developed(ground, size, rng, grain=0.4)
    lines = np.zeros((request.height, request.width), np.uint8)
    _grid(lines, request)
    for step in range(1, _RINGS + 1):
        curve.disc(
            lines,
            at,
            radius * step / _RINGS,
            width=(4.0 if step == _RINGS else 1.8) * u,
            value=230 if step == _RINGS else 120,
        )
    ticks = []
    for degree in range(0, 360, 5):
        angle = math.radians(degree)
        inner = 0.93 if degree % 30 == 0 else 0.965
        ticks.append(
            np.array(
                [
                    [at[0] + radius * r * math.cos(angle), at[1] + radius * r * math.sin(angle)]
                    for r in (inner, 1.0)
                ],
                np.float32,
            )
        )
    curve.stroke(lines, ticks, width=2.4 * u, value=210)
    arms = [
        np.array([[at[0] - radius, at[1]], [at[0] + radius, at[1]]], np.float32),
        np.array([[at[0], at[1] - radius], [at[0], at[1] + radius]], np.float32),
    ]
    curve.stroke(lines, arms, width=1.4 * u, value=90)
    for degree in range(0, 360, 30):
        angle = math.radians(degree - 90)
        spot = (at[0] + radius * 1.075 * math.cos(angle), at[1] + radius * 1.075 * math.sin(angle))
        written(lines, lettering(f"{degree:03d}", size=24 * u, face=LetteringFace.MACHINE), spot, value=170)
    _readout(lines, request, rng)
    add_colour(canvas, _bloomed(lines, u), palette.accent, strength=0.85)
    return canvas


def _readout(lines: Mask, request: PaintRequest, rng: np.random.Generator) -> None:
    """Signal strips below the scope: bars of noise in framed rows, with a few peaks."""
    w, h, u = request.width, request.height, request.unit
    for row in range(3):
        top, bottom = (h * request.shelved(edge + 0.078 * row) for edge in (0.625, 0.685))
        frame = [[0.08 * w, top], [0.92 * w, top], [0.92 * w, bottom], [0.08 * w, bottom], [0.08 * w, top]]
        curve.stroke(lines, [np.array(frame, np.float32)], width=2 * u, value=120)
        places = np.arange(0.10 * w, 0.905 * w, 13 * u)
        peaks = np.exp(-np.square((places[:, None] / w - rng.uniform(0.15, 0.85, 3)) / 0.03)).sum(axis=1)
        heights = np.clip(0.12 + 0.2 * rng.random(len(places)) + 0.6 * peaks, 0, 0.9) * (bottom - top)
        foot = bottom - 0.06 * (bottom - top)
        bars = [
            np.array([[x, foot], [x, foot - tall]], np.float32)
            for x, tall in zip(places, heights, strict=True)
        ]
        curve.stroke(lines, bars, width=7 * u, value=150)


def _bloomed(lines: Mask, unit: float) -> Mask:
    """Lines with the glow of a cathode-ray tube."""
    size = (lines.shape[1], lines.shape[0])
    small = resized(lines, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA)
    glow = blurred(small, 2.4 * unit + 0.4)
    return added(lines, scaled(resized(glow, size), 0.8))


def _grid(lines: Mask, request: PaintRequest) -> None:
    u = request.unit
    step = 74 * u
    cells = [
        np.array([[x, 0], [x, request.height]], np.float32) for x in np.arange(step / 2, request.width, step)
    ]
    cells += [
        np.array([[0, y], [request.width, y]], np.float32) for y in np.arange(step / 2, request.height, step)
    ]
    curve.stroke(lines, cells, width=1.6 * u, value=52)


def _bearing(seconds: float) -> float:
    """Degrees clockwise from the right at which the beam points."""
    return 360 * seconds / _TURN - 70


def _beam(request: PaintRequest, at: tuple[float, float], radius: float) -> Layer:
    """The bright edge of the sweep: a thin soft line, so that little has to be rotated."""
    thick = max(6.5 * request.unit, 1.5)
    wide, long = int(thick * 2.2) * 2 + 2, int(radius)
    across = (np.arange(wide, dtype=np.float32) - (wide - 1) / 2)[:, None] / thick
    along = (np.arange(long, dtype=np.float32) + 0.5)[None, :] * np.float32(1 / long)
    alpha = 90 * np.exp(-np.square(across)) * smoothstep(along, 1.0, 0.985)
    return Layer(
        image=flat(alpha.astype(np.uint8), request.palette.accent),
        motion=lambda seconds: Placement(x=at[0], y=at[1], angle=_bearing(seconds)),
        anchor=(0.0, 0.5),
        light=True,
    )


def _afterglow(request: PaintRequest, at: tuple[float, float], radius: float) -> list[Layer]:
    """The beam's afterglow in stationary sectors, painted at half size and enlarged.

    The glow falls off exponentially with the angle to the beam. A sector therefore always shows the same
    picture, only weaker: the beam uncovers it in passing, and its opacity falls as the beam moves on.
    """
    side = int(radius) // 2 * 2
    rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
    far = np.sqrt(rows * rows + columns * columns) * np.float32(2 / side)
    inside = smoothstep(far, 1.0, 0.985)
    around = np.mod(np.arctan2(rows, columns), 2 * np.pi) / _SECTOR
    into = np.mod(around, 1.0)
    glow = (105 * np.exp(into * (_SECTOR / _FADE)) * inside).astype(np.uint8)
    order = (254 * into).astype(np.uint8)
    sectors = around.astype(np.uint8)
    layers = []
    for index in range(_SECTORS):
        mask = common(glow, cv2.inRange(sectors, index, index))
        box = visible_box(mask)
        layers.append(
            Layer(
                image=flat(box.cut(mask), request.palette.accent),
                motion=_glowing(at, index, scale=2 * radius / side),
                anchor=((side / 2 - box.x) / box.width, (side / 2 - box.y) / box.height),
                reveal=box.cut(order),
                light=True,
            )
        )
    return layers


def _glowing(at: tuple[float, float], index: int, *, scale: float) -> Motion:
    """Uncover a sector while the beam crosses it, then fade it out completely."""
    least = math.exp(-_LASTS / _FADE)

    def shine(seconds: float) -> Placement:
        since = math.radians(_bearing(seconds)) % (2 * math.pi) - index * _SECTOR
        since %= 2 * math.pi
        left = max(math.exp(-since / _FADE) - least, 0.0) / (1 - least)
        return Placement(x=at[0], y=at[1], scale=scale, opacity=left, reveal=min(since / _SECTOR, 1.0))

    return shine


def _echo(request: PaintRequest, at: tuple[float, float], size: int) -> Layer:
    """The subject as the scope shows it: scan lines in its own tones, in phosphor."""
    palette = request.palette
    art = subject(request, size)
    grey = cv2.cvtColor(art.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    scan = (
        0.55
        + 0.45 * np.cos(np.arange(size, dtype=np.float32) * 2 * np.pi / max(7 * request.unit, 3))[:, None]
    )
    body = art.alpha * (0.16 + 0.62 * grey) * scan
    alpha = np.maximum(body, edges(art, width=max(2.4 * request.unit, 1.2)).astype(np.float32) * 0.95)
    ghost = silhouette(art, tone.mixed(palette.accent, tone.WHITE, 0.55))
    return pasted(
        Cutout(ghost.rgb, np.clip(alpha, 0, 255).astype(np.uint8)),
        _swept(at, at, base=0.62, phase=0.0),
        light=True,
    )


def _contact(
    request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], radius: float
) -> Layer:
    u = request.unit
    angle, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.66, 0.92)) * radius
    side = int(40 * u) // 2 * 2 + 4
    rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
    dot = np.exp(-np.square(np.hypot(rows, columns) / (side * 0.13))) + 0.4 * np.exp(
        -np.square(np.hypot(rows, columns) / (side * 0.28))
    )
    image = flat(
        np.clip(dot * 255, 0, 255).astype(np.uint8), tone.mixed(request.palette.accent, tone.WHITE, 0.5)
    )
    spot = (at[0] + far * math.cos(angle), at[1] + far * math.sin(angle))
    return Layer(image=image, motion=_swept(spot, at, base=0.08, phase=0.0), light=True)


def _swept(spot: tuple[float, float], centre: tuple[float, float], *, base: float, phase: float) -> Motion:
    """Light up when the sweep passes over `spot`, then fade until the next turn."""
    bearing = math.degrees(math.atan2(spot[1] - centre[1], spot[0] - centre[0]))

    def shine(seconds: float) -> Placement:
        since = ((_bearing(seconds) - bearing) % 360) / 360 + phase
        rise = motion.ease_in_out(since / 0.03)
        fall = motion.ease_in_out((1 - since) / 0.03)
        return Placement(x=spot[0], y=spot[1], opacity=base + (1 - base) * rise * fall * math.exp(-since * 3))

    return shine
