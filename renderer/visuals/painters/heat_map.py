"""A market map: tiles sized by weight, green and red by mood, the subject in the one that matters."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.visuals.painters import chart, light, motion, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Colour, Cutout, cast_shadow, developed, lay
from renderer.visuals.painters.cutout import shadowed
from renderer.visuals.painters.layering import pasted
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, staged, subject
from renderer.visuals.scene import Layer, Scene

Tile = tuple[float, float, float, float]


def paint(request: PaintRequest) -> Scene:
    """Tiles are the base; some brighten in turn; the subject's tile floats above."""
    rng = request.rng()
    u = request.unit
    down = chart.falling(request, rng)
    x, y = hero_place(request)
    side = hero_size(request) * 1.10
    hero = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
    tiles = _layout(request, rng, hero)
    moods = [_mood(rng, down=down) for _ in tiles]
    canvas = _map(request, rng, tiles, moods)
    layers: list[Layer] = [
        _pulse(request, tiles[index], _colour(request, moods[index]), phase=float(rng.random()))
        for index in rng.permutation(len(tiles))[:10]
    ]
    layers.append(
        pasted(
            _hero_tile(request, int(side) // 2 * 2, down=down),
            motion.settling(x, y, start=-0.5, length=0.8, rise=30 * u),
        )
    )
    return Scene(base=canvas, layers=tuple(layers))


def _mood(rng: np.random.Generator, *, down: bool) -> float:
    """From -1 (deep red) to 1 (bright green), leaning as the market does."""
    return float(np.clip(rng.normal(-0.35 if down else 0.35, 0.5), -1, 1))


def _colour(request: PaintRequest, mood: float) -> Colour:
    neutral = tone.mixed(request.palette.ground, request.palette.secondary, 0.12)
    return tone.mixed(
        neutral, request.palette.primary if mood > 0 else request.palette.accent, 0.12 + 0.62 * abs(mood)
    )


def _layout(request: PaintRequest, rng: np.random.Generator, hero: Tile) -> list[Tile]:
    """Four bands around the hero's tile, each split again and again at uneven places."""
    w, h = float(request.width), float(request.height)
    bands = [
        (0.0, 0.0, w, hero[1]),
        (0.0, hero[1], hero[0], hero[3]),
        (hero[2], hero[1], w, hero[3]),
        (0.0, hero[3], w, h),
    ]
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


def _map(request: PaintRequest, rng: np.random.Generator, tiles: list[Tile], moods: list[float]) -> Canvas:
    size = (request.width, request.height)
    dark = tone.mixed(tone.darkest(request.palette), tone.BLACK, 0.3)
    ground = np.full((size[1] // 2, size[0] // 2, 3), np.array(dark, np.float32) / 255, np.float32)
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
        part[:] = np.array(_colour(request, mood), np.float32) / 255 * slope * calm
        part[:1] *= 1.35
        part[:, :1] *= 1.2
    shade = light.vignette((ground.shape[0], ground.shape[1]), strength=0.55)
    ground *= shade[..., None]
    canvas = developed(ground, size, rng, grain=0.3)
    for tile, mood in zip(tiles, moods, strict=True):
        _spark(canvas, request, rng, tile, mood)
    return canvas


def _spark(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, tile: Tile, mood: float) -> None:
    """A thin history line in the lower part of each tile."""
    wide, tall = tile[2] - tile[0], tile[3] - tile[1]
    if min(wide, tall) < 90 * request.unit:
        return
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


def _pulse(request: PaintRequest, tile: Tile, colour: Colour, *, phase: float) -> Layer:
    gap = 3 * request.unit
    width, height = max(int(tile[2] - tile[0] - 2 * gap), 2), max(int(tile[3] - tile[1] - 2 * gap), 2)
    middle = ((tile[0] + tile[2]) / 2, (tile[1] + tile[3]) / 2)
    glow = np.empty((height, width, 3), np.uint8)
    glow[:] = np.array(colour, np.uint8)
    alpha = np.full((height, width), 105, np.uint8)
    return pasted(
        Cutout(glow, alpha), motion.breathing(*middle, depth=1.0, period=3.4, phase=phase), light=True
    )


def _hero_tile(request: PaintRequest, side: int, *, down: bool) -> Cutout:
    """The big tile with the subject, its edge in the market's colour."""
    u, palette = request.unit, request.palette
    trend = palette.accent if down else palette.primary
    y = np.linspace(0, 1, side, dtype=np.float32)[:, None, None]
    dark, bright = (
        np.array(tone.mixed(trend, tone.BLACK, 0.80), np.float32),
        np.array(tone.mixed(trend, tone.BLACK, 0.42), np.float32),
    )
    pool = light.glow((side, side), (0.5, 0.45), 0.34)[..., None]
    rgb = np.clip(dark + (bright - dark) * (0.25 * (1 - y) + 0.85 * pool), 0, 255).astype(np.uint8)
    cv2.rectangle(rgb, (0, 0), (side - 1, side - 1), trend, max(2, round(5 * u)))
    if has_subject(request):
        size = int(side * 0.80)
        art = staged(
            subject(request, size),
            ambient=palette.secondary,
            lamp=tone.mixed(trend, tone.WHITE, 0.5),
            shade=0.42,
        )
        corner = ((side - size) // 2, (side - size) // 2)
        cast_shadow(rgb, art.alpha, corner, offset=(int(5 * u), int(14 * u)), blur=14 * u, strength=0.6)
        lay(rgb, art, corner)
    return shadowed(
        Cutout(rgb, np.full((side, side), 255, np.uint8)), blur=22 * u, offset=(0, 14 * u), strength=0.75
    )
