"""A diorama: the subject on its ground in front of hills, with companions near and far, and one action.

The action follows the text: the subject arrives; it grows if things rise, and topples if they fall.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.canvas import (
    Canvas,
    Colour,
    Cutout,
    cast_shadow,
    developed,
    half,
    lay,
    shade,
    stain,
    tinted,
)
from renderer.painters.drawing.cutout import empty_below
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import plain, weighted
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props.subject import form, has_subject, hero_place, hero_size, is_wide, lit, subject

_RIDGES: Final = 4
_NEAR: Final = 1.25
"""Speed of the foreground relative to the ground."""

_DARK: Final = 0.45
_EARTH: Final = (146, 122, 82)
_EARTHY: Final = 0.5
"""Colour of soil, and its share in the ground of bright palettes, since a blue ground looks like water."""

_STONES: Final = 110
_CORNERS: Final = 7
_AT_EDGE: Final = 0.1
"""Corners of a stone; share of the width at either edge that the sliding camera may leave out."""

_LANDS: Final = 0.75
_FALLS: Final = 0.45
"""Seconds of an arrival; share of the shot after which a falling subject begins to topple."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Sky, hills and distant things are the base; the subject acts, and the foreground slides past."""
    rng = request.rng()
    floor = _floor(request)
    canvas = _land(request, rng, floor)
    if not has_subject(request):
        return LayeredPicture(base=canvas, layers=(_foreground(request, rng),))
    size = hero_size(request)
    side = 1.0 if request.focus[0] <= 0.5 else -1.0  # noqa: PLR2004 - the middle
    for index, share, away, lift in ((2, 0.40, 0.62, 0.10), (1, 0.52, -0.56, 0.03)):
        if len(request.artwork) > index:
            shift = (away * side * size, -lift * size)
            _companion(canvas, request, index, side=int(size * share), shift=shift, floor=floor)
    hero = _shaded(subject(request, size), request)
    foot = floor + 0.10 * size
    spot = (hero_place(request)[0], foot + empty_below(hero.alpha) - size / 2)
    corner = (round(spot[0] - size / 2), round(foot - 0.10 * size))
    _ground_shadow(canvas, request, corner, size)
    return LayeredPicture(
        base=canvas, layers=(pasted(hero, _action(request, spot, size)), _foreground(request, rng))
    )


def _floor(request: PaintRequest) -> float:
    """Row of the ground under the subject, in pixels."""
    share = 0.42 if is_wide(request) else 0.36
    return min(hero_place(request)[1] + share * hero_size(request), 0.8 * request.height)


def _tones(request: PaintRequest) -> tuple[Colour, Colour, Colour]:
    """Colours of the sky above, the sky at the horizon, and the nearest ground."""
    palette = request.palette
    if tone.luma(palette.background) < _DARK:
        top = tone.mixed(palette.background, tone.BLACK, 0.3)
        return (
            top,
            tone.mixed(palette.secondary, palette.glow, 0.35),
            tone.mixed(palette.ground, tone.BLACK, 0.35),
        )
    top = tone.mixed(palette.background, palette.primary, 0.30)
    near = tone.mixed(tone.mixed(palette.secondary, palette.paper, 0.30), palette.ink, 0.32)
    return top, tone.mixed(palette.glow, palette.paper, 0.35), tone.mixed(near, _EARTH, _EARTHY)


def _land(request: PaintRequest, rng: np.random.Generator, floor: float) -> Canvas:
    """A sky that brightens to the horizon, ridges that darken towards the viewer, the ground."""
    size = (request.width, request.height)
    top, horizon, near = _tones(request)
    shape = half(size)
    rows = light.grid(shape)[1]
    sky = np.clip(rows / (floor / request.height), 0, 1).astype(np.float32) ** 1.6
    clouds = fractal(rng, shape, cell=min(shape) * 0.7, octaves=4, gain=0.5)
    field = np.clip(np.repeat(sky, shape[1], axis=1) + 0.5 * (clouds - 0.5), 0, 1).astype(np.float32)
    ground = tinted(field, top, horizon)
    sun = (1.0 - 0.62 * request.focus[0], floor / request.height - 0.16)
    light.add_light(ground, light.glow(shape, sun, 0.22), request.palette.glow, strength=0.5)
    canvas = developed(ground, size, rng, grain=1.4)
    for step in range(_RIDGES):
        part = step / (_RIDGES - 1)
        colour = tone.mixed(tone.mixed(horizon, near, 0.28), near, part)
        base = floor + (-0.10 + 0.115 * part) * request.height * (0.8 if is_wide(request) else 0.6)
        _ridge(canvas, request, rng, base=base, tall=(1 - part) * 0.13, colour=colour)
    shade(canvas, _soil(request, rng, floor))
    _stones(canvas, request, rng, floor)
    return canvas


def _stones(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, floor: float) -> None:
    """Rough stones on the ground, larger towards the viewer, lit from above."""
    w, h, u = request.width, request.height, request.unit
    dark, bright = (np.zeros((h, w), np.uint8) for _ in range(2))
    even = curve.ring((0.0, 0.0), 1.0, count=_CORNERS)
    for _ in range(_STONES):
        near = float(rng.random()) ** 1.4
        spot = np.array([float(rng.random()) * w, floor + 0.02 * h + near * (h - floor)])
        size = (6 + 36 * near) * u * float(rng.uniform(0.5, 1.3))
        rough = even * rng.uniform(0.65, 1.15, (_CORNERS, 1))
        shape = rough * (size, 0.62 * size)
        curve.fill(dark, [(shape + spot + (0.10 * size, 0.22 * size)).astype(np.float32)])
        curve.fill(bright, [(shape + spot).astype(np.float32)])
    near_tone = _tones(request)[2]
    stain(canvas, pattern.quiet(request, dark), tone.mixed(near_tone, tone.BLACK, 0.6), strength=0.7)
    stain(
        canvas, pattern.quiet(request, bright), tone.mixed(near_tone, _tones(request)[1], 0.45), strength=0.8
    )


def _soil(request: PaintRequest, rng: np.random.Generator, floor: float) -> Field:
    """Unevenness of the ground as factors, bright around the subject, dark towards the viewer."""
    rows, columns = half(half((request.width, request.height))[::-1])
    y = light.grid((rows, columns))[1] - floor / request.height
    rough = fractal(rng, (rows, columns), cell=columns * 0.16, octaves=4, gain=0.6)
    pool = light.glow((rows, columns), (request.focus[0], floor / request.height + 0.03), 0.34, squeeze=2.4)
    below = smoothstep(y, -0.02, 0.02)
    uneven = 0.74 + 0.5 * rough + 0.55 * pool - 0.9 * np.clip(y, 0, 1)
    return np.asarray(1.0 + below * (uneven - 1.0), np.float32)


def _ridge(
    canvas: Canvas,
    request: PaintRequest,
    rng: np.random.Generator,
    *,
    base: float,
    tall: float,
    colour: Colour,
) -> None:
    """A row of hills around row `base`, `tall` as a share of the height; everything below is filled."""
    w, h = request.width, request.height
    along = np.linspace(-10, w + 10, 90)
    waves = np.zeros_like(along)
    for k in range(4):
        turn, strength = float(rng.uniform(0, 6)), float(rng.uniform(0.3, 1.0)) / (1 + k)
        waves += strength * np.sin(along / w * (2.2 + 2.4 * k) * np.pi + turn)
    crest = base - tall * h * (0.4 + 0.5 * waves) - 6 * request.unit
    line = np.stack([along, crest], axis=1)
    outline = np.concatenate([line, [[w + 10, h + 10], [-10, h + 10]]]).astype(np.float32)
    mask = np.zeros((h, w), np.uint8)
    curve.fill(mask, [outline])
    stain(canvas, mask, colour)


def _companion(
    canvas: Canvas, request: PaintRequest, index: int, *, side: int, shift: tuple[float, float], floor: float
) -> None:
    """A companion of the subject, farther away and paler, partly behind it."""
    art = subject(request, side, index=index)
    haze = _tones(request)[1]
    pale = Cutout(weighted(art.rgb, 0.72, plain(haze, art.rgb.shape), 0.28), art.alpha)
    x = hero_place(request)[0] + shift[0]
    edge = side * 0.5 + _AT_EDGE * request.width
    x = min(max(x, edge), request.width - edge)
    y = floor + shift[1] - side / 2 + empty_below(art.alpha)
    corner = (round(x - side / 2), round(y - side / 2 + 0.10 * side))
    _ground_shadow(
        canvas, request, (corner[0], corner[1] + side - empty_below(art.alpha) - int(0.1 * side)), side
    )
    lay(canvas, pale, corner)


def _ground_shadow(canvas: Canvas, request: PaintRequest, corner: tuple[int, int], side: int) -> None:
    """A flat oval under a thing."""
    tall = max(int(side * 0.16), 4)
    oval = np.zeros((tall, side), np.uint8)
    points = curve.ring((0.0, 0.0), 1.0) * (0.36 * side, 0.42 * tall) + (side / 2, tall / 2)
    curve.fill(oval, [points.astype(np.float32)])
    cast_shadow(canvas, oval, corner, offset=(0, 0), blur=10 * request.unit, strength=0.55)


def _shaded(art: Cutout, request: PaintRequest) -> Cutout:
    """The subject in the light of the place."""
    return lit(art, np.float32(1.0) + np.float32(0.22) * form(art)) if request.width else art


def _foreground(request: PaintRequest, rng: np.random.Generator) -> Layer:
    """Dark growth along the lower edge, nearer than everything else."""
    w, h, u = request.width, request.height, request.unit
    tall = int(0.13 * h) // 2 * 2
    wide = int(1.12 * w) // 2 * 2
    mask = np.zeros((tall, wide), np.uint8)
    for x in np.arange(0, wide, 26 * u):
        reach = float(rng.uniform(0.25, 0.95)) * tall
        lean = float(rng.uniform(-30, 30)) * u
        blade = [[x - 13 * u, tall], [x + lean, tall - reach], [x + 13 * u, tall]]
        curve.fill(mask, [np.array(blade, np.float32)])
    mask[int(0.78 * tall) :] = 255
    colour = tone.mixed(_tones(request)[2], tone.BLACK, 0.45)
    at = Placement(x=w / 2, y=h - tall / 2 + 0.01 * h)
    return pasted(Cutout(plain(colour, mask.shape), mask), lambda _seconds: at, depth=_NEAR)


def _action(request: PaintRequest, spot: tuple[float, float], size: int) -> Motion:
    """One action: the subject arrives, grows or topples, then stands still."""
    x, y = spot
    trend = request.facts.trend

    def arrive(seconds: float) -> Placement:
        part = motion.overshoot((seconds + 0.35) / _LANDS)
        return Placement(x=x, y=y + 0.10 * size * (1 - part))

    def grow(seconds: float) -> Placement:
        part = motion.overshoot((seconds + 0.1) / (0.5 * request.duration))
        scale = 0.72 + 0.28 * part
        return Placement(x=x, y=y + (1 - scale) * size / 2, scale=scale)

    def topple(seconds: float) -> Placement:
        part = motion.ease_in_out((seconds - _FALLS * request.duration) / 0.6)
        return Placement(x=x + 0.10 * size * part, y=y + 0.06 * size * part, angle=24.0 * part)

    return {"up": grow, "down": topple}.get(trend, arrive)
