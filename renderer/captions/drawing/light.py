"""Light and shadow around a silhouette: shifted, blurred copies of it, laid on a canvas below the letters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from renderer.captions.drawing.canvas import Rgba, blank, lay_colour
from renderer.captions.drawing.masks import Mask
from renderer.captions.style.colours import WordColours
from renderer.captions.style.schema import Glow, Shadow

GLOW_GAIN: Final = 1.9
"""Gain that compensates for the light that thin letters lose in a blur."""

GLOW_REACH: Final = 1.15
SHADOW_REACH: Final = 1.2
SOFT: Final = 8.0
"""Pixels from which light and shadow are wide enough to be made at half size without a visible difference."""


def light_around(
    outline: Mask,
    glows: Sequence[Glow],
    shadows: Sequence[Shadow],
    colours: WordColours,
    *,
    scale: float,
    room: float = 0.0,
) -> tuple[Rgba, int]:
    """Paint the surroundings of a silhouette with even sides, on a canvas larger by the returned margin.

    `scale` is frame pixels per style pixel; `room` pixels are added to the margin that light and shadow need.
    Without either, the canvas is transparent and as large as the silhouette.
    """
    reach = 2 * math.ceil((light_reach(glows, shadows) * scale + room) / 2)
    if not reach:
        return blank(*outline.shape), 0
    wide = cv2.copyMakeBorder(outline, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    return _paint_light(np.asarray(wide, np.uint8), glows, shadows, colours, scale), reach


def light_reach(glows: Sequence[Glow], shadows: Sequence[Shadow]) -> float:
    """How far light and shadow reach beyond the outline, in style pixels."""
    glow = max((g.radius * GLOW_REACH for g in glows), default=0.0)
    return max(glow, *(max(abs(s.dx), abs(s.dy)) + SHADOW_REACH * s.blur for s in shadows), 0.0)


def _paint_light(
    outline: Mask, glows: Sequence[Glow], shadows: Sequence[Shadow], colours: WordColours, scale: float
) -> Rgba:
    """Shadows and light of a silhouette with even sides, made at half size if none of them is sharp."""
    soft = all(shadow.blur * scale >= SOFT for shadow in shadows) and all(
        g.radius * scale >= SOFT for g in glows
    )
    height, width = outline.shape
    size, part = ((width // 2, height // 2), scale / 2) if soft else ((width, height), scale)
    mask = np.asarray(cv2.resize(outline, size, interpolation=cv2.INTER_AREA), np.uint8) if soft else outline
    canvas = blank(size[1], size[0])
    lay_shadows(canvas, mask, shadows, colours, part)
    _lay_glows(canvas, mask, glows, colours, part)
    return (
        np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        if soft
        else canvas
    )


def lay_shadows(
    canvas: Rgba,
    outline: Mask,
    shadows: Sequence[Shadow],
    colours: WordColours,
    scale: float,
) -> None:
    """Lay shadows of a silhouette, the last one at the bottom."""
    for shadow in reversed(shadows):
        fallen = moved(outline, shadow.dx * scale, shadow.dy * scale) if shadow.dx or shadow.dy else outline
        lay_colour(canvas, blurred(fallen, shadow.blur * scale / 2), colours.of(shadow.colour), shadow.alpha)


def _lay_glows(
    canvas: Rgba, outline: Mask, glows: Sequence[Glow], colours: WordColours, scale: float
) -> None:
    """Lay light around a silhouette, the widest at the bottom."""
    for glow in sorted(glows, key=lambda g: -g.radius):
        light = blurred(outline, glow.radius * scale / 2.2)
        bright = np.asarray(cv2.convertScaleAbs(light, alpha=GLOW_GAIN), np.uint8)
        lay_colour(canvas, bright, colours.of(glow.colour), glow.alpha)


def blurred(mask: Mask, sigma: float) -> Mask:
    """Gaussian blur; wide blurs run on a smaller copy, without a visible difference."""
    if sigma <= 0.0:
        return mask
    factor = max(1, int(sigma / 3.0))
    if factor == 1:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)
    height, width = mask.shape
    small = cv2.resize(mask, (-(-width // factor), -(-height // factor)), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma / factor, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def moved(mask: Mask, dx: float, dy: float) -> Mask:
    """The mask shifted with subpixel precision; anything moved off the canvas is lost."""
    if dx == int(dx) and dy == int(dy):
        return _shifted(mask, int(dx), int(dy))
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    return np.asarray(
        cv2.warpAffine(mask, matrix, (mask.shape[1], mask.shape[0]), flags=cv2.INTER_LINEAR), np.uint8
    )


def _shifted(mask: Mask, dx: int, dy: int) -> Mask:
    height, width = mask.shape
    target = np.zeros_like(mask)
    rows, columns = slice(max(0, dy), height + min(0, dy)), slice(max(0, dx), width + min(0, dx))
    target[rows, columns] = mask[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)]
    return target
