"""Repeating patterns over a whole surface: dots, stripes, pluses, waves, stone courses, rain."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import curve
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.calm import caption_row
from renderer.visuals.painters.canvas import Mask
from renderer.visuals.painters.light import grid
from renderer.visuals.painters.noise import Field, smoothstep
from renderer.visuals.painters.pixels import Floats, modulated


def quiet(request: PaintRequest, mask: Mask, *, keep: float = 0.35, reach: float = 0.10) -> Mask:
    """The mask with what lies under the captions faded down to `keep`."""
    rows = np.arange(request.height, dtype=np.float32)[:, None] / request.height
    near = np.exp(-np.square((rows - caption_row(request)) / reach))
    factor = np.broadcast_to((1.0 - (1.0 - keep) * near).astype(np.float32), mask.shape)
    return modulated(mask, np.ascontiguousarray(factor))


def dotted(request: PaintRequest, *, step: float, radius: float) -> Mask:
    """Rows of dots, every other row shifted by half a step; both measures in units of the request."""
    mask = np.zeros((request.height, request.width), np.uint8)
    u = request.unit
    for row, y in enumerate(np.arange(step * u / 2, request.height, step * u * 0.86)):
        for x in np.arange((0.5 + 0.5 * (row % 2)) * step * u, request.width, step * u):
            curve.disc(mask, (float(x), float(y)), radius * u)
    return mask


def sprinkled(request: PaintRequest, rng: np.random.Generator, *, count: int, size: float) -> list[Mask]:
    """Three masks of small shapes strewn about: rings, pluses, squiggles."""
    u = request.unit
    masks = [np.zeros((request.height, request.width), np.uint8) for _ in range(3)]
    spots = rng.random((count, 2)) * (request.width, request.height)
    for index, (x, y) in enumerate(spots):
        r = size * u * float(rng.uniform(0.6, 1.2))
        kind = index % 3
        if kind == 0:
            curve.disc(masks[0], (float(x), float(y)), r * 0.7, width=r * 0.36)
        elif kind == 1:
            arms = [[[x - r, y], [x + r, y]], [[x, y - r], [x, y + r]]]
            curve.stroke(masks[1], [np.array(arm, np.float32) for arm in arms], width=r * 0.42)
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
            curve.stroke(masks[2], [points.astype(np.float32)], width=r * 0.34)
    return masks


def guilloche(request: PaintRequest, *, pitch: float, width: float) -> Mask:
    """Waves of a banknote: neighbouring lines slide in phase and cross; both measures in units."""
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
    """A wall of cut blocks as factors around 1: each its own tone, dark joints, light upper edges."""
    x, y = grid(shape)
    row = np.floor(y * courses)
    block = 1.9 * shape[0] / shape[1]
    across = x * courses / block + 0.5 * (row % 2)
    tones = rng.uniform(0.72, 1.18, (int(courses) + 2, int(courses / block) + 4)).astype(np.float32)
    tone = tones[row.astype(int), np.floor(across).astype(int)]
    joint = np.minimum(
        np.abs(y * courses % 1 - 0.5) * -1 + 0.5, (np.abs(across % 1 - 0.5) * -1 + 0.5) * block
    )
    lit = np.exp(-np.square((y * courses % 1 - 0.07) / 0.04))
    factor = tone * (0.45 + 0.55 * smoothstep(joint.astype(np.float32), 0.012, 0.05)) + 0.10 * lit
    return np.asarray(factor, np.float32)


def rain(request: PaintRequest, rng: np.random.Generator, *, count: int, slant: float) -> Mask:
    """Fine streaks of different length and strength, all falling one way."""
    mask = np.zeros((request.height, request.width), np.uint8)
    u = request.unit
    for _ in range(count):
        x, y = rng.random(2) * (request.width * 1.1, request.height)
        fall = float(rng.uniform(60, 190)) * u
        streak = np.array([[x, y], [x + slant * fall, y + fall]], np.float32)
        curve.stroke(mask, [streak], width=float(rng.uniform(1.5, 3.4)) * u, value=int(rng.uniform(40, 150)))
    return mask


def pleats(shape: tuple[int, int], *, count: float, phase: float) -> Field:
    """Hanging folds across the whole width, in [0, 1]."""
    x, y = grid(shape)
    bend = 0.35 * np.sin(y * 4 + phase)
    return np.asarray(
        0.5 + 0.5 * np.sin(x * count * 2 * np.pi + bend + 0.8 * np.sin(x * 17 + phase)), np.float32
    )
