"""Light: glows, vignettes, beams, bokeh; all soft, and therefore painted at half size or less."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.drawing.canvas import Colour
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.pixels import blurred, tripled

_STRIP: Final = 32
"""Rows processed at a time, so that they stay in the processor's cache."""


def grid(shape: tuple[int, int]) -> tuple[Field, Field]:
    """Column and row of every pixel as fractions: shapes (1, columns) and (rows, 1)."""
    rows, columns = shape
    x = (np.arange(columns) + 0.5) / columns
    y = (np.arange(rows) + 0.5) / rows
    return x[None, :].astype(np.float32), y[:, None].astype(np.float32)


def distance(shape: tuple[int, int], centre: tuple[float, float], *, squeeze: float = 1.0) -> Field:
    """Distance from `centre` (fractions) in units of the shorter side; `squeeze` > 1 makes wide ellipses."""
    rows, columns = shape
    short = max(min(rows, columns), 1)
    x, y = grid(shape)
    across = (x - centre[0]) * (columns / short / squeeze)
    down = (y - centre[1]) * (rows / short)
    return np.asarray(np.sqrt(across * across + down * down), np.float32)


def glow(
    shape: tuple[int, int], centre: tuple[float, float], radius: float, *, squeeze: float = 1.0
) -> Field:
    """A Gaussian pool of light, 1 at the centre, `radius` (sigma) in units of the shorter side."""
    rows, columns = shape
    short = max(min(rows, columns), 1)
    x, y = grid(shape)
    across = (x - centre[0]) * (columns / short / squeeze / radius)
    down = (y - centre[1]) * (rows / short / radius)
    return np.asarray(np.exp(-0.5 * np.square(down)) * np.exp(-0.5 * np.square(across)), np.float32)


def vignette(shape: tuple[int, int], *, strength: float, centre: tuple[float, float] = (0.5, 0.45)) -> Field:
    """Factors that darken the corners by up to `strength`, following the frame's own proportions."""
    x, y = grid(shape)
    far = np.square((x - centre[0]) * 1.45) + np.square((y - centre[1]) * 1.3)
    return np.asarray(1.0 - np.float32(strength) * np.clip(far, 0.0, 1.0), np.float32)


def beams(
    rng: np.random.Generator,
    shape: tuple[int, int],
    source: tuple[float, float],
    *,
    count: float = 22.0,
    soft: float = 0.6,
) -> Field:
    """Shafts of light from `source` (fractions, may lie outside), in [0, 1], fading with distance."""
    rows, columns = shape
    x, y = grid(shape)
    angle = np.arctan2((y - source[1]) * rows, (x - source[0]) * columns)
    bins = 512
    profile = rng.random(bins).astype(np.float32)
    smooth = blurred(np.tile(profile, 3)[None, :], bins / count / 4)[0, bins : 2 * bins]
    smooth = np.clip((smooth - smooth.mean()) / (smooth.std() * 3) + 0.4, 0, 1)
    places = (angle + np.pi) * (bins / (2 * np.pi))
    fan = np.interp(places.ravel(), np.arange(bins), smooth).reshape(shape).astype(np.float32)
    far = distance(shape, source)
    return np.asarray(fan * np.exp(-far * np.float32(soft)), np.float32)


def add_light(ground: Field, amount: Field, colour: Colour, *, strength: float = 1.0) -> None:
    """Screen coloured light over ground (height, width, 3) in [0, 1], in place, without hard clipping."""
    matrix = np.zeros((3, 3), np.float32)
    matrix[:, 0] = np.array(colour, np.float32) * np.float32(strength / 255.0)
    field = np.broadcast_to(amount, ground.shape[:2])
    for top in range(0, ground.shape[0], _STRIP):
        rows = slice(top, top + _STRIP)
        spread = tripled(np.ascontiguousarray(field[rows], np.float32))
        lit = np.clip(cv2.transform(spread, matrix), 0.0, 1.0)
        part = ground[rows]
        part += lit - lit * part
