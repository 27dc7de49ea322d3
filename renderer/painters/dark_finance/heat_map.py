"""A market map: tiles sized by weight, green and red by mood, the subject in the one that matters."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import blended, dim, shaded
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed, lay
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_RUNNERS: Final = 7
"""Sparks on the history lines."""

Tile = tuple[float, float, float, float]


def paint(request: PaintRequest) -> LayeredPicture:
    """Tiles are the base; some brighten in turn, sparks run along some lines, the subject floats."""
    rng = request.rng()
    down = chart.falling(request, rng)
    x, y = hero_place(request)
    side = hero_size(request) * 1.10
    hero = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
    tiles = _layout(request, rng, hero)
    moods = [_mood(rng, down=down) for _ in tiles]
    canvas, lines = _map(request, rng, tiles, moods)
    layers: list[Layer] = [
        _pulse(request, tiles[index], _colour(request, moods[index]), phase=float(rng.random()))
        for index in rng.permutation(len(tiles))[:10]
    ]
    layers += [_runner(request, rng, lines[index]) for index in rng.permutation(len(lines))[:_RUNNERS]]
    if has_subject(request):
        tile = _hero_tile(request, int(side) // 2 * 2, down=down)
        lay(canvas, tile, (round(x - tile.size[0] / 2), round(y - tile.size[1] / 2)))
        layers.append(_floating(canvas, request, int(side * 0.80) // 2 * 2, down=down))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _floating(canvas: Canvas, request: PaintRequest, size: int, *, down: bool) -> Layer:
    """The subject floating in front of its tile."""
    u, palette = request.unit, request.palette
    art = staged(
        subject(request, size),
        ambient=palette.secondary,
        lamp=tone.mixed(_trend(request, down=down), tone.WHITE, 0.5),
        shade=0.42,
    )
    spot = hero_place(request)
    hover = motion.drifting(*spot, by=(0, 7 * u), period=4.4)
    return floating(canvas, art, spot, hover, shadow=FloatingShadow(blur=14 * u, drop=14 * u, strength=0.6))


def _trend(request: PaintRequest, *, down: bool) -> Colour:
    return request.palette.accent if down else request.palette.primary


def _mood(rng: np.random.Generator, *, down: bool) -> float:
    """A tile's mood from -1 (deep red) to 1 (bright green), leaning with the market."""
    return float(np.clip(rng.normal(-0.35 if down else 0.35, 0.5), -1, 1))


def _colour(request: PaintRequest, mood: float) -> Colour:
    neutral = tone.mixed(request.palette.ground, request.palette.secondary, 0.12)
    return tone.mixed(
        neutral, request.palette.primary if mood > 0 else request.palette.accent, 0.12 + 0.62 * abs(mood)
    )


def _layout(request: PaintRequest, rng: np.random.Generator, hero: Tile) -> list[Tile]:
    """Four bands around the hero's tile, each split repeatedly at uneven positions."""
    w, h = float(request.width), float(request.height)
    bands = [
        (0.0, 0.0, w, hero[1]),
        (0.0, hero[1], hero[0], hero[3]),
        (hero[2], hero[1], w, hero[3]),
        (0.0, hero[3], w, h),
    ]
    if not has_subject(request):
        bands = [(0.0, 0.0, w, h)]
    tiles: list[Tile] = []
    for band in bands:
        tiles += _split(band, rng, smallest=(w * 0.20) ** 2)
    return [tile for tile in tiles if min(tile[2] - tile[0], tile[3] - tile[1]) > 6 * request.unit]


def _split(tile: Tile, rng: np.random.Generator, *, smallest: float) -> list[Tile]:
    left, top, right, bottom = tile
    wide, tall = right - left, bottom - top
    if wide * tall < smallest * float(rng.uniform(0.8, 2.4)):
        return [tile]
    share = float(rng.uniform(0.32, 0.68))
    if wide > tall:
        at = left + wide * share
        parts = [(left, top, at, bottom), (at, top, right, bottom)]
    else:
        at = top + tall * share
        parts = [(left, top, right, at), (left, at, right, bottom)]
    return [small for part in parts for small in _split(part, rng, smallest=smallest)]


def _map(
    request: PaintRequest, rng: np.random.Generator, tiles: list[Tile], moods: list[float]
) -> tuple[Canvas, list[curve.Points]]:
    """The map, and the history lines on it."""
    size = (request.width, request.height)
    dark = tone.mixed(tone.darkest(request.palette), tone.BLACK, 0.3)
    ground = blended((np.ones((size[1] // 2, size[0] // 2), np.float32), dark))
    gap = max(1.0, 2.2 * request.unit)
    for tile, mood in zip(tiles, moods, strict=True):
        x0, y0, x1, y1 = (
            round(v / 2 + d) for v, d in zip(tile, (gap / 2, gap / 2, -gap / 2, -gap / 2), strict=True)
        )
        part = ground[max(y0, 0) : y1, max(x0, 0) : x1]
        if not part.size:
            continue
        slope = np.linspace(1.08, 0.80, part.shape[0], dtype=np.float32)[:, None, None]
        centre = (tile[1] + tile[3]) / 2 / request.height
        calm = 0.66 - 0.30 * float(np.exp(-np.square((centre - 0.5) / 0.12)))
        levels = np.array(_colour(request, mood), np.float32) * slope * np.float32(calm / 255)
        part[:] = cv2.resize(levels, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_NEAREST)
        part[:1] *= 1.35
        part[:, :1] *= 1.2
    shade = light.vignette((ground.shape[0], ground.shape[1]), strength=0.55)
    dim(ground, shade)
    canvas = developed(ground, size, rng, grain=0.3)
    lines = [
        _spark(canvas, request, rng, tile, mood)
        for tile, mood in zip(tiles, moods, strict=True)
        if _roomy(request, tile)
    ]
    return canvas, lines


def _roomy(request: PaintRequest, tile: Tile) -> bool:
    return min(tile[2] - tile[0], tile[3] - tile[1]) >= 90 * request.unit


def _spark(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, tile: Tile, mood: float
) -> curve.Points:
    """A thin history line in the lower part of a tile."""
    wide, tall = tile[2] - tile[0], tile[3] - tile[1]
    area = chart.Panel(
        tile[0] + wide * 0.14, tile[1] + tall * 0.58, tile[2] - wide * 0.14, tile[3] - tall * 0.16
    )
    line = area.points(chart.walk(rng, 22, down=mood < 0, noise=1.3))
    shade = tone.mixed(_colour(request, mood), tone.WHITE, 0.28)
    cv2.polylines(
        canvas,
        [np.rint(line * 32).astype(np.int32)],
        False,
        shade,
        max(1, round(2.6 * request.unit)),
        cv2.LINE_AA,
        5,
    )
    return line


def _runner(request: PaintRequest, rng: np.random.Generator, line: curve.Points) -> Layer:
    """A spark that runs along a history line repeatedly."""
    side = int(52 * request.unit) // 2 * 2 + 2
    spot = light.glow((side, side), (0.5, 0.5), 0.07) + 0.4 * light.glow((side, side), (0.5, 0.5), 0.17)
    image = flat(
        np.clip(spot * 255, 0, 255).astype(np.uint8), tone.mixed(request.palette.glow, tone.WHITE, 0.6)
    )
    period, phase = float(rng.uniform(1.8, 2.8)), float(rng.random())

    def run(seconds: float) -> Placement:
        part = (seconds / period + phase) % 1.0
        x = float(line[0, 0] + (line[-1, 0] - line[0, 0]) * part)
        y = float(np.interp(x, line[:, 0], line[:, 1]))
        return Placement(x=x, y=y, opacity=min(1.0, 6 * part, 6 * (1.0 - part)))

    return Layer(image=image, motion=run, light=True)


def _pulse(request: PaintRequest, tile: Tile, colour: Colour, *, phase: float) -> Layer:
    gap = 3 * request.unit
    width, height = max(int(tile[2] - tile[0] - 2 * gap), 2), max(int(tile[3] - tile[1] - 2 * gap), 2)
    middle = ((tile[0] + tile[2]) / 2, (tile[1] + tile[3]) / 2)
    image = flat(np.full((height, width), 105, np.uint8), colour)
    return Layer(image=image, motion=_flaring(*middle, phase=phase), light=True)


def _flaring(x: float, y: float, *, phase: float) -> Motion:
    """Opacity that peaks periodically and is zero for a third of the time."""

    def flare(seconds: float) -> Placement:
        wave = math.cos(2 * math.pi * (seconds / 3.4 + phase))
        return Placement(x=x, y=y, opacity=max(0.0, (wave + 0.5) / 1.5))

    return flare


def _hero_tile(request: PaintRequest, side: int, *, down: bool) -> Cutout:
    """The large tile behind the subject, its edge in the market's colour."""
    u = request.unit
    trend = _trend(request, down=down)
    small = side // 2
    fall = np.linspace(0.25, 0, small, dtype=np.float32)[:, None]
    pool = np.float32(0.85) * light.glow((small, small), (0.5, 0.45), 0.34)
    dark, bright = tone.mixed(trend, tone.BLACK, 0.80), tone.mixed(trend, tone.BLACK, 0.42)
    rgb = shaded(fall + pool, dark, bright, size=(side, side))
    cv2.rectangle(rgb, (0, 0), (side - 1, side - 1), trend, max(2, round(5 * u)))
    return shadowed(
        Cutout(rgb, np.full((side, side), 255, np.uint8)), blur=22 * u, offset=(0, 14 * u), strength=0.75
    )
