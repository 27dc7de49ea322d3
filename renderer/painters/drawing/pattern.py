"""Repeating patterns over a whole surface: dots, stripes, pluses, waves, stone courses, rain."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve
from renderer.painters.drawing.calm import caption_row
from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.light import grid
from renderer.painters.drawing.noise import Field, smoothstep
from renderer.painters.drawing.pixels import Floats, modulated

_UNSEEN: Final = 1 / 512
"""Fading weaker than this is skipped."""

_STRIP: Final = 64
"""Rows processed at a time, so that they stay in the processor's cache."""

Stroke = tuple[curve.Points, float]
"""A line and its width in pixels."""


def quiet(request: PaintRequest, mask: Mask, *, keep: float = 0.35, reach: float = 0.10) -> Mask:
    """The mask with everything under the captions faded down to `keep`."""
    rows = np.arange(request.height, dtype=np.float32)[:, None] / request.height
    near = np.exp(-np.square((rows - caption_row(request)) / reach))
    faded = np.flatnonzero(near > _UNSEEN)
    calm = mask.copy()
    for top in range(int(faded[0]), int(faded[-1]) + 1, _STRIP):
        part = slice(top, min(top + _STRIP, int(faded[-1]) + 1))
        factor = np.repeat((1.0 - (1.0 - keep) * near[part]).astype(np.float32), mask.shape[1], axis=1)
        calm[part] = modulated(mask[part], factor)
    return calm


def dotted(request: PaintRequest, *, step: float, radius: float) -> Mask:
    """Rows of dots, every other row shifted by half a step; both lengths in units of the request."""
    mask = np.zeros((request.height, request.width), np.uint8)
    u = request.unit
    size = round(radius * u * curve.ONE)
    for row, y in enumerate(np.arange(step * u / 2, request.height, step * u * 0.86)):
        across = np.arange((0.5 + 0.5 * (row % 2)) * step * u, request.width, step * u)
        down = round(y * curve.ONE)
        for x in np.rint(across * curve.ONE).astype(int).tolist():
            cv2.circle(mask, (x, down), size, 255, -1, cv2.LINE_AA, curve.SHIFT)
    return mask


def sprinkled(
    request: PaintRequest, rng: np.random.Generator, *, count: int, size: float
) -> tuple[list[Stroke], list[Stroke], list[Stroke]]:
    """Small shapes scattered at random, as strokes: rings, pluses, squiggles."""
    u = request.unit
    rings: list[Stroke] = []
    pluses: list[Stroke] = []
    squiggles: list[Stroke] = []
    spots = rng.random((count, 2)) * (request.width, request.height)
    for index, (x, y) in enumerate(spots):
        r = size * u * float(rng.uniform(0.6, 1.2))
        kind = index % 3
        if kind == 0:
            rings.append((curve.ring((float(x), float(y)), r * 0.7, count=48), r * 0.36))
        elif kind == 1:
            arms = [[[x - r, y], [x + r, y]], [[x, y - r], [x, y + r]]]
            pluses += [(np.array(arm, np.float32), r * 0.42) for arm in arms]
        else:
            along = np.linspace(-1.6, 1.6, 28)
            turn = float(rng.uniform(0, np.pi))
            wave = 0.45 * np.sin(along * 5.2)
            points = np.stack(
                [
                    x + r * (along * np.cos(turn) - wave * np.sin(turn)),
                    y + r * (along * np.sin(turn) + wave * np.cos(turn)),
                ],
                axis=1,
            )
            squiggles.append((points.astype(np.float32), r * 0.34))
    return rings, pluses, squiggles


def guilloche(request: PaintRequest, *, pitch: float, width: float) -> Mask:
    """Banknote waves: neighbouring lines shift in phase and cross; both lengths in units."""
    mask = np.zeros((request.height, request.width), np.uint8)
    u = request.unit
    along = np.linspace(0, request.width, 70, dtype=np.float32)
    for family in (-1.0, 1.0):
        lines = []
        for index, y in enumerate(np.arange(-40 * u, request.height + 40 * u, pitch * u)):
            swell = 30 * u * np.sin(index * 0.12)
            wave = (
                y
                + swell * np.sin(along / (120 * u) + family * index * 0.09)
                + 9 * u * np.sin(along / (38 * u))
            )
            lines.append(np.stack([along, wave], axis=1))
        curve.stroke(mask, lines, width=width * u)
    return mask


def stone(rng: np.random.Generator, shape: tuple[int, int], *, courses: float) -> Floats:
    """A wall of cut blocks as factors around 1: varying tones, dark joints, light upper edges."""
    x, y = grid(shape)
    block = 1.9 * shape[0] / shape[1]
    tones = rng.uniform(0.72, 1.18, (int(courses) + 2, int(courses / block) + 4)).astype(np.float32)
    down = y[:, 0] * np.float32(courses)
    course = np.floor(down).astype(int)
    high = down - course
    across = x * np.float32(courses / block) + np.array([[0.0], [0.5]], np.float32)
    place = np.floor(across)
    upright = smoothstep((0.5 - np.abs(across - place - 0.5)) * np.float32(block), 0.012, 0.05)
    level = smoothstep(0.5 - np.abs(high - 0.5), 0.012, 0.05)
    tone = np.stack([row[place[index % 2].astype(int)] for index, row in enumerate(tones)])
    factor = tone[course]
    factor *= 0.45 + 0.55 * np.minimum(upright[course % 2], level[:, None])
    factor += 0.10 * np.exp(-np.square((high - 0.07) / 0.04))[:, None]
    return np.asarray(factor, np.float32)


def rain(request: PaintRequest, rng: np.random.Generator, *, count: int, slant: float) -> Mask:
    """Fine streaks of varying length and strength, all falling in the same direction."""
    mask = np.zeros((request.height, request.width), np.uint8)
    u = request.unit
    draws = rng.random((count, 5))
    x, y = draws[:, 0] * request.width * 1.1, draws[:, 1] * request.height
    fall = (60 + 130 * draws[:, 2]) * u
    width, value = (1.5 + 1.9 * draws[:, 3]) * u, 40 + 110 * draws[:, 4]
    streaks = np.stack([x, y, x + slant * fall, y + fall], axis=1).astype(np.float32).reshape(count, 2, 2)
    for streak, wide, faint in zip(streaks, width.tolist(), value.tolist(), strict=True):
        curve.stroke(mask, [streak], width=wide, value=int(faint))
    return mask


def pleats(shape: tuple[int, int], *, count: float, phase: float) -> Field:
    """Hanging folds across the whole width, in [0, 1]."""
    x, y = grid(shape)
    bend = 0.35 * np.sin(y * 4 + phase)
    return np.asarray(
        0.5 + 0.5 * np.sin(x * count * 2 * np.pi + bend + 0.8 * np.sin(x * 17 + phase)), np.float32
    )
