"""Toothed wheels of turned metal: brass and steel, lit from the upper left."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from renderer.painters.drawing import curve
from renderer.painters.drawing.canvas import Colour, Cutout, Mask
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.pixels import blurred, depth_inside, resized, slope
from renderer.painters.layered_picture import as_bytes

ROOT: Final = 1.15
"""Depth of the gaps between teeth below the pitch circle, in modules."""

_TOOTH: Final = np.array(
    [[0.0, -ROOT], [0.20, -ROOT], [0.34, 0.4], [0.40, 1.0], [0.60, 1.0], [0.66, 0.4], [0.80, -ROOT]]
)
"""Points of a tooth: share of its step, and distance of its flank from the pitch circle (modules)."""


def wheel_side(teeth: int, module: float, *, step: int) -> int:
    """Side in pixels of a wheel's square, a multiple of `step`."""
    return int(teeth * module + 3.2 * module) // step * step


def _gear_outline(teeth: int, radius: float, module: float) -> curve.Points:
    """Trapezoid teeth with slightly curved flanks, centred in the smallest sufficient square."""
    middle = radius + 1.6 * module
    share, height = _TOOTH.T
    a = ((np.arange(teeth)[:, None] + share - 0.5) * (2 * np.pi / teeth)).ravel()
    r = np.tile(radius + height * module, teeth)
    return np.stack([middle + r * np.cos(a), middle + r * np.sin(a)], axis=1).astype(np.float32)


def wheel(
    rng: np.random.Generator,
    *,
    teeth: int,
    module: float,
    colour: Colour,
    spokes: int,
    step: int = 2,
    part: tuple[slice, slice] = (slice(None), slice(None)),
) -> Cutout:
    """One wheel: toothed rim, spokes or a full disc, lathe marks, bevels lit from the upper left.

    `part`: rows and columns of its square to paint, in steps.
    """
    radius = teeth * module / 2
    side = wheel_side(teeth, module, step=step)
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.fill(alpha, [_gear_outline(teeth, radius, module)])
    inner = radius * 0.80
    if spokes:
        curve.disc(alpha, middle, inner, value=0)
        for spoke in range(spokes):
            angle = spoke * 2 * np.pi / spokes
            tip = (middle[0] + inner * 1.03 * np.cos(angle), middle[1] + inner * 1.03 * np.sin(angle))
            curve.stroke(alpha, [np.array([middle, tip], np.float32)], width=radius * 0.14)
        curve.disc(alpha, middle, radius * 0.26)
        curve.disc(alpha, middle, radius * 0.09, value=0)
    else:
        curve.disc(alpha, middle, inner, value=0)
    value = _lathed(rng, alpha, radius=radius, module=module, step=step)[part]
    rgb = np.asarray(cv2.transform(value, np.array(colour, np.float32)[:, None]), np.float32)
    size = (value.shape[1] * step, value.shape[0] * step)
    shown = alpha.reshape(side // step, step, side // step, step)[part[0], :, part[1]]
    return Cutout(resized(as_bytes(rgb), size), np.ascontiguousarray(shown).reshape(size[::-1]))


def _lathed(rng: np.random.Generator, alpha: Mask, *, radius: float, module: float, step: int) -> Field:
    """Light on turned metal over a wheel's square: sheen, grooves and a bevel along its edges.

    There is one value for every `step`-th pixel.
    """
    side = alpha.shape[0]
    count = side // step
    down = ((np.arange(count, dtype=np.float32) + 0.5) * (side / count) - side / 2)[:, None]
    square, across = down * down, down.T
    from_middle = np.maximum(square + square.T, 1.0)
    twice = (square.T - square) / from_middle, 2 * down * across / from_middle
    phase = float(rng.uniform(0, 6))
    sheen = 0.72 + 0.26 * _wave(twice, 1.6)
    sheen += 0.10 * _wave((twice[0] ** 2 - twice[1] ** 2, 2 * twice[0] * twice[1]), phase)
    far = np.sqrt(from_middle)
    grooves = _grooves(radius)[far.astype(np.intp)]
    small = resized(alpha, (count, count), interpolation=cv2.INTER_AREA)
    bevel = blurred(np.clip(depth_inside(small) / max(module * 0.5 / step, 1.0), 0, 1), 1.4 / step)
    return np.asarray(
        sheen * grooves * (0.92 + np.clip(slope(bevel) * (2 / step), -0.6, 0.9) * 0.4), np.float32
    )


def _wave(turn: tuple[Field, Field], ahead: float) -> Field:
    """Cosine of an angle, given by its cosine and sine, plus `ahead` radians."""
    return turn[0] * np.float32(math.cos(ahead)) - turn[1] * np.float32(math.sin(ahead))


def _grooves(radius: float) -> Field:
    """Lathe marks by distance from the centre, one value per pixel."""
    pixels = np.arange(math.ceil(radius * 1.8), dtype=np.float32) + 0.5
    far = pixels / np.float32(radius)
    fine = 1.0 + 0.05 * np.sin(pixels * 0.9)
    ridge = 0.20 * np.exp(-np.square((far - 0.84) / 0.012)) - 0.35 * np.exp(-np.square((far - 0.815) / 0.01))
    return np.asarray(fine + ridge, np.float32)
