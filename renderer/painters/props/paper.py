"""Paper: stained parchment, fibre, folds, torn scraps, tape."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, developed, half, stain, tinted
from renderer.painters.drawing.noise import Field, fractal, smoothstep, tiled, value_noise
from renderer.painters.drawing.pixels import blurred, product, resized, widened

_SHEET: Final = 768
"""Rows and columns of the sheet from which all fibre is cut, at the size of grounds."""

_SEAM: Final = 24
"""Reach of the sheet's blurs, in pixels."""


def fibre(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """The grain of laid paper as a factor around 1: long soft fibres along one axis, tooth along the other.

    It is a part of one large seamless sheet, at a position that `rng` picks.
    """
    row, column = (int(place) for place in rng.integers(0, _SHEET, 2))
    factors = np.empty(shape, np.float32)
    for place, there in tiled(shape, _SHEET, row, column):
        factors[place] = fibre_sheet()[there]
    return factors


@lru_cache(maxsize=1)
def fibre_sheet() -> Field:
    """The sheet from which all fibre is cut."""
    raw = np.random.Generator(np.random.PCG64(31)).standard_normal((_SHEET, _SHEET), np.float32)
    wide = np.asarray(cv2.copyMakeBorder(raw, _SEAM, _SEAM, _SEAM, _SEAM, cv2.BORDER_WRAP), np.float32)
    grain = np.float32(0.028) * blurred(wide, 5.0, 0.6) + np.float32(0.022) * blurred(wide, 0.6, 3.5)
    return np.asarray(grain[_SEAM:-_SEAM, _SEAM:-_SEAM] + np.float32(1.0), np.float32)


def parchment(
    rng: np.random.Generator,
    shape: tuple[int, int],
    *,
    light_tone: Colour,
    dark_tone: Colour,
    burn: float = 0.8,
) -> Field:
    """Old paper as ground (rows, columns, 3): clouded, foxed with brown specks, darker towards worn edges."""
    small, size = half((shape[1], shape[0])), (shape[1], shape[0])
    short = min(shape)
    cell = short * small[0] / shape[0]
    clouds = fractal(rng, small, cell=cell * 0.55, octaves=5, gain=0.6)
    x, y = light.grid(small)
    edge = np.minimum(np.minimum(x, 1 - x) * (shape[1] / short), np.minimum(y, 1 - y) * (shape[0] / short))
    worn = smoothstep(edge + 0.10 * (fractal(rng, small, cell=cell * 0.16, octaves=4) - 0.5), 0.16, -0.03)
    shade = 0.92 - 0.34 * smoothstep(clouds, 0.35, 0.95) - np.float32(burn) * worn
    ground = resized(tinted(np.clip(shade, -0.12, 1.0), dark_tone, light_tone), size)
    specks = smoothstep(value_noise(rng, shape, cell=short * 0.02), 0.93, 1.0)
    specks *= resized(0.22 * smoothstep(clouds, 0.5, 0.9), size)
    dim(ground, fibre(rng, shape) * (1.0 - specks))
    return ground


def fold(ground: Field, at: float, *, upright: bool, strength: float = 0.10) -> None:
    """A crease across the ground at a fraction of its width (`upright`) or height, in place."""
    rows, columns = ground.shape[:2]
    extent = columns if upright else rows
    place = (np.arange(extent, dtype=np.float32) - at * extent) / (0.006 * min(rows, columns))
    profile = -np.float32(strength) * np.exp(-np.square(place)) + np.float32(strength * 0.7) * np.exp(
        -np.square((place - 2.0) / 1.6)
    )
    profile += np.float32(strength * 0.35) * np.tanh(place / 12.0) * np.exp(-np.abs(place) / 60.0)
    factors = np.float32(1.0) + profile
    flat = ground.view()
    flat.shape = (rows, columns * ground.shape[2])  # three times as fast in long rows; never a copy
    flat *= factors.repeat(ground.shape[2])[None, :] if upright else factors[:, None]


def torn_outline(
    rng: np.random.Generator, size: tuple[int, int], *, reach: float, torn: tuple[bool, bool, bool, bool]
) -> curve.Points:
    """A rectangle whose sides (top, right, bottom, left) are torn in by up to `reach` px, or cut straight."""
    width, height = size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    inward = [(0, 1), (-1, 0), (0, -1), (1, 0)]
    sides = []
    for index in range(4):
        start, end = np.array(corners[index]), np.array(corners[(index + 1) % 4])
        count = max(8, int(np.hypot(*(end - start)) / 5))
        line = start + (end - start) * np.linspace(0, 1, count, endpoint=False)[:, None]
        if torn[index]:
            knots = rng.random(count // 9 + 3)
            slow = np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)
            depth = reach * (0.75 * slow + 0.25 * rng.random(count))
        else:
            depth = np.full(count, 1.0)
        sides.append(line + depth[:, None] * np.array(inward[index]))
    return np.concatenate(sides).astype(np.float32)


def scrap(
    rng: np.random.Generator,
    size: tuple[int, int],
    *,
    colour: Colour,
    torn: tuple[bool, bool, bool, bool] = (True, True, True, True),
    reach: float = 14.0,
) -> Cutout:
    """A piece of paper: shaded, fibrous, with a pale rim where it is torn."""
    width, height = size
    outline = torn_outline(rng, size, reach=reach, torn=torn)
    alpha = np.zeros((height, width), np.uint8)
    curve.fill(alpha, [outline])
    clouds = fractal(rng, half(size), cell=max(size) / 5, octaves=4)
    ground = tinted(clouds, tone.mixed(colour, (60, 40, 20), 0.16), tone.mixed(colour, (255, 255, 250), 0.12))
    dim(ground, fibre(rng, half(size)))
    rgb = pressed(ground, size, rng, grain=0.8)
    if any(torn):
        core = 255 - widened(255 - alpha, max(2, int(reach * 0.28)))
        rim = alpha - np.minimum(alpha, blurred(core, 1.6))
        stain(rgb, rim, (250, 250, 250), strength=0.55)
    return Cutout(rgb, alpha)


def pressed(ground: Field, size: tuple[int, int], rng: np.random.Generator, *, grain: float) -> Canvas:
    """Ground developed to any `size` (width, height); odd sizes are cut from even ones, which cost less."""
    even = (2 * ground.shape[1], 2 * ground.shape[0])
    return np.ascontiguousarray(developed(ground, even, rng, grain=grain)[: size[1], : size[0]])


def tape(rng: np.random.Generator, size: tuple[int, int], *, colour: Colour = (226, 205, 148)) -> Cutout:
    """A strip of yellowed translucent tape with jagged short ends."""
    width, height = size
    teeth = np.abs((np.arange(height) % 8) - 4.0) + rng.uniform(0, 2, height)
    left, right = teeth, width - teeth[::-1]
    columns = np.arange(width)[None, :]
    inside = (columns > left[:, None]) & (columns < right[:, None])
    streaks = blurred(rng.random((height, width), np.float32), 9, 1.2)
    alpha = (inside * (125 + 180 * np.clip(streaks - 0.5, -0.2, 0.2))).astype(np.uint8)
    rgb = np.empty((height, width, 3), np.uint8)
    rgb[:] = np.array(colour, np.uint8)
    return Cutout(rgb, blurred(alpha, 0.6))


def paper_canvas(
    rng: np.random.Generator, size: tuple[int, int], *, light_tone: Colour, dark_tone: Colour
) -> Canvas:
    """Parchment of `size` (width, height), folded once each way, ready to draw on."""
    ground = parchment(rng, half(size), light_tone=light_tone, dark_tone=dark_tone)
    fold(ground, float(rng.uniform(0.30, 0.36)), upright=True)
    fold(ground, float(rng.uniform(0.62, 0.70)), upright=False)
    return developed(ground, size, rng, grain=1.0)


def blotted(mask: Mask, rng: np.random.Generator, *, loss: float = 0.4) -> Mask:
    """A drawn mask with ink thinning in places, as a pen or a press leaves it; same size."""
    rows, columns = mask.shape
    wear = fractal(
        rng, ((rows + 3) // 4, (columns + 3) // 4), cell=max(min(rows, columns) / 60, 3), octaves=4, gain=0.8
    )
    keep = np.rint(255 - np.float32(255 * loss) * smoothstep(wear, 0.45, 0.8)).astype(np.uint8)
    _, top, _, tall = cv2.boundingRect(mask)
    first, last = max(top // 4 - 1, 0), min((top + tall) // 4 + 2, wear.shape[0])
    part = slice(4 * first, min(4 * last, rows))
    inked = np.zeros_like(mask)
    inked[part] = product(mask[part], resized(keep[first:last], (columns, part.stop - part.start)))
    return inked
