"""A storm over a black ridge.

Clouds are lit from within, a bolt lingers, and the subject is seen against the gap of light.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Colour, add_colour, developed, tinted
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat, in_lengths, stained
from renderer.painters.drawing.noise import Field, fractal, ridged, smoothstep, warped
from renderer.painters.drawing.pixels import blurred, resized, sampled, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_STROKE_EVERY = 2.4
"""Seconds between strokes of lightning: far below three flashes a second (WCAG 2.3.1)."""

_OUT = 0.05
"""Share of its strength at which a stroke ends, since an invisible layer costs nothing."""

_GLOW = 0.22
_SWELL = 0.6
"""Constant brightness of the clouds, and the brightness added by a stroke."""

_LENGTHS = 4
"""Number of layers that form the bolt."""

_SLANT = -0.14
"""Sideways drift of the rain relative to its fall."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Sky and ridge are the base; cloud light, the bolt and the subject are layers."""
    rng = request.rng()
    palette, u = request.palette, request.unit
    side = float(rng.choice([-1.0, 1.0]))
    clouds = _clouds(request, rng)
    lit = _lit_cloud(clouds, 0.5 + 0.30 * side)
    canvas = _sky(request, rng, clouds, lit)
    layers = [_sheet_light(request, lit), *_bolt(request, rng, side)]
    layers += [_drop(request, rng) for _ in range(12)]
    if has_subject(request):
        art = staged(
            subject(request, hero_size(request)),
            ambient=palette.secondary,
            lamp=tone.mixed(palette.glow, tone.WHITE, 0.4),
            towards=(0.2 * side, -0.9),
        )
        place = hero_place(request)
        path = motion.drifting(*place, by=(3 * u, 7 * u), period=6)
        layers.append(
            floating(canvas, art, place, path, shadow=FloatingShadow(blur=26 * u, drop=10 * u, strength=0.75))
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _clouds(request: PaintRequest, rng: np.random.Generator) -> Field:
    """Heaped clouds, denser upwards, flattened towards the horizon.

    They are computed at a quarter of the raster's size: the smallest heaps are twenty pixels wide.
    """
    shape = backdrop.quarter(request)
    heaps = 0.6 * fractal(rng, shape, cell=min(shape) * 0.55, octaves=6, gain=0.56) + 0.4 * ridged(
        rng, shape, cell=min(shape) * 0.5, octaves=5
    )
    rolled = warped(heaps, rng, cell=shape[1] / 3, reach=shape[1] * 0.10)
    rows = np.linspace(0, 1, shape[0], dtype=np.float32) ** 0.8 * shape[0]
    columns = np.arange(shape[1], dtype=np.float32)
    across, down = (np.broadcast_to(part, shape) for part in (columns[None, :], rows[:, None]))
    return sampled(rolled, np.ascontiguousarray(across), np.ascontiguousarray(down))


def _sky(request: PaintRequest, rng: np.random.Generator, clouds: Field, lit: Field) -> Canvas:
    palette = request.palette
    size = (request.width, request.height)
    shape = backdrop.quarter(request)
    _, y = light.grid(shape)
    dark = tone.night(palette, depth=0.55)
    bright = tone.mixed(tone.mixed(palette.secondary, (90, 120, 160), 0.5), palette.glow, 0.12)
    slope = blurred(clouds, 1)
    near, far = (np.concatenate([np.repeat(slope[:1], by, axis=0), slope[:-by]]) for by in (3, 4))
    above = (near + far) / 2
    edge = np.clip((slope - above) * 4.2, -0.35, 0.6)
    field = np.clip(0.10 + 0.72 * clouds**1.4 + 0.85 * edge, 0, 1)
    field *= 1.0 - 0.45 * smoothstep(y, 0.42, 0.62)
    ground = tinted(field, dark, bright)
    gap = light.glow(shape, request.focus, 0.27, squeeze=1.3) * (0.45 + 0.7 * clouds)
    light.add_light(ground, gap, tone.mixed(palette.glow, bright, 0.35), strength=0.5)
    horizon = light.glow(shape, (0.5, 0.86), 0.10, squeeze=7.0)
    light.add_light(ground, horizon, palette.accent, strength=0.55)
    dim(ground, light.vignette(shape, strength=0.6))
    light.add_light(ground, lit, _sheet_colour(request), strength=_GLOW)
    canvas = developed(backdrop.grown(ground, request), size, rng, grain=0.4)
    falling = pattern.rain(request, rng, count=520, slant=_SLANT)
    add_colour(canvas, pattern.quiet(request, falling), tone.mixed(bright, tone.WHITE, 0.3), strength=0.5)
    w, h = size
    for step, top in enumerate((0.875, 0.925)):
        line = fractal(rng, (1, w), cell=w / 1.8, octaves=7, gain=0.5)[0]
        ridge = top * h + (0.5 - line) * 0.12 * h
        outline = np.concatenate([[[0, h + 9]], np.stack([np.arange(w), ridge], axis=1)[::3], [[w, h + 9]]])
        cv2.fillPoly(
            canvas, [curve.fixed(outline)], tone.mixed(dark, tone.BLACK, 0.45 + 0.4 * step), cv2.LINE_AA, 5
        )
    return canvas


def _lit_cloud(clouds: Field, at: float) -> Field:
    """Brightness of the clouds lit from inside around `at` (fraction of the width), in [0, 1]."""
    shape = (clouds.shape[0], clouds.shape[1])
    pool = light.glow(shape, (at, 0.13), 0.17, squeeze=1.2) * clouds**1.5
    return np.asarray(np.clip(pool * (360 / 255) - 16 / 255, 0, 210 / 255), np.float32)


def _sheet_colour(request: PaintRequest) -> Colour:
    return tone.mixed(request.palette.glow, (150, 180, 255), 0.75)


def _sheet_light(request: PaintRequest, lit: Field) -> Layer:
    """The part of the inner light that swells with each stroke; the constant part is in the sky."""
    small = (lit * (255 * _SWELL)).astype(np.uint8)
    mask = resized(small, (request.width, request.height))

    return stained(
        mask, _sheet_colour(request), lambda x, y: _strokes(x, y, rise=0.35, decay=1.1), light=True
    )


def _strokes(x: float, y: float, *, rise: float, decay: float) -> Motion:
    """Opacity of a periodic stroke: a fast rise, a slow decay to zero, no flicker."""

    def motion_at(seconds: float) -> Placement:
        since = (seconds + 0.25) % _STROKE_EVERY
        up = motion.ease_in_out(since / rise)
        down = math.exp(-max(since - rise, 0) / decay * 3)
        return Placement(x=x, y=y, opacity=up * max(down - _OUT, 0.0) / (1 - _OUT))

    return motion_at


def _bolt(request: PaintRequest, rng: np.random.Generator, side: float) -> list[Layer]:
    """A forked bolt at the side of the frame with its halo, in lengths, which together cover less area."""
    w, h, u = request.width, request.height, request.unit
    mask = np.zeros((h, w), np.uint8)
    trunk = _jagged(rng, (w * (0.5 + 0.30 * side), -10), (w * (0.5 + 0.36 * side), h * 0.86), reach=60 * u)
    curve.stroke(mask, [trunk], width=4.6 * u)
    for start, reach in ((20, 1.0), (34, 0.4), (47, 1.0)):
        x, y = trunk[start]
        goal = (
            x - side * float(rng.uniform(90, 210)) * u * reach,
            y + float(rng.uniform(140, 300)) * u,
        )
        curve.stroke(mask, [_jagged(rng, (x, y), goal, reach=22 * u)[:40]], width=2.2 * u, value=190)
    small = resized(mask, (w // 8, h // 8), interpolation=cv2.INTER_AREA)
    soft = blurred(small, 4.2 * max(u, 0.3)).astype(np.float32)
    halo = resized(np.clip(soft * 5 - 12, 0, 150), (w, h)).astype(np.uint8)
    both = strongest(mask, halo)
    colour = tone.mixed(tone.mixed(request.palette.glow, (190, 205, 255), 0.7), tone.WHITE, 0.4)
    return in_lengths(
        both, colour, lambda x, y: _strokes(x, y, rise=0.16, decay=1.5), count=_LENGTHS, light=True
    )


def _drop(request: PaintRequest, rng: np.random.Generator) -> Layer:
    """One near drop, stretched by its speed, that falls through the frame repeatedly."""
    u = request.unit
    tall, wide = int(float(rng.uniform(130, 260)) * u) // 2 * 2, max(4, int(5 * u) // 2 * 2)
    fade = (
        np.sin(np.linspace(0, np.pi, tall))[:, None] * np.sin(np.linspace(0, np.pi, wide + 2)[1:-1])[None, :]
    )
    image = flat(np.asarray(fade * float(rng.uniform(110, 200)), np.uint8), (214, 226, 255))
    span = request.height + 2.0 * tall
    x, start = float(rng.uniform(-_SLANT * 0.2, 1 - _SLANT * 0.8)), float(rng.random())
    speed = float(rng.uniform(1300, 1900)) * u

    def fall(seconds: float) -> Placement:
        """Stay on even pixels: at fifty pixels a frame steps are invisible, and whole steps cost nothing."""
        y = (start * span + speed * seconds) % span
        return Placement(
            x=2 * round((x * request.width + _SLANT * y) / 2),
            y=2 * round((y - tall) / 2),
            angle=-math.degrees(math.atan(_SLANT)),
        )

    return Layer(image=image, motion=fall, depth=1.2, light=True)


def _jagged(
    rng: np.random.Generator, start: tuple[float, float], end: tuple[float, float], *, reach: float
) -> curve.Points:
    """A lightning path by midpoint displacement, 65 points."""
    line = np.array([start, end], np.float64)
    for _ in range(6):
        middle = (line[:-1] + line[1:]) / 2
        middle[:, 0] += rng.uniform(-reach, reach, len(middle))
        middle[:, 1] += rng.uniform(-reach, reach, len(middle)) * 0.3
        merged = np.empty((len(line) * 2 - 1, 2))
        merged[::2], merged[1::2] = line, middle
        line, reach = merged, reach * 0.55
    return line.astype(np.float32)
