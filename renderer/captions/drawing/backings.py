"""Backings of words: boxes, plates with their shadows and cut-out letters, and the scrim of a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.captions.drawing.canvas import Raster, blank, cleared, lay_colour, rounded_box
from renderer.captions.drawing.light import blurred, lay_shadows, light_reach
from renderer.captions.drawing.masks import GlyphMask, Mask
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.colours import PLAIN, WordColours
from renderer.captions.style.schema import Box, Plate

SCRIM_PAD: Final = 46.0
SCRIM_RADIUS: Final = 70.0
SCRIM_BLUR: Final = 30.0
"""Padding, radius and blur of a scrim in style pixels."""


def paint_box(box: Box, rect: Rect, colours: WordColours, scale: float) -> Raster:
    """A rounded box with its border inside; `rect` in frame pixels, `scale` frame pixels per style pixel."""
    left, top = 2 * math.floor((rect.left - 1) / 2), 2 * math.floor((rect.top - 1) / 2)
    size = 2 * math.ceil((rect.bottom + 1 - top) / 2), 2 * math.ceil((rect.right + 1 - left) / 2)
    canvas = blank(*size)
    inner = rect.left - left, rect.top - top, rect.right - left, rect.bottom - top
    border = box.border * scale
    shape = rounded_box(size, inner, box.radius * scale)
    if border:
        lay_colour(canvas, shape, colours.of(box.border_colour), 1.0)
        core = inner[0] + border, inner[1] + border, inner[2] - border, inner[3] - border
        shape = rounded_box(size, core, max(0.0, box.radius * scale - border))
        canvas = cleared(canvas, shape)
    lay_colour(canvas, shape, colours.of(box.colour), box.alpha)
    return Raster(canvas, left, top)


def paint_plate(plate: Plate, rect: Rect, inks: Sequence[GlyphMask], scale: float) -> Raster:
    """Paint the plate behind a line or a block, with `inks` cut out of it if the style says so."""
    if not plate.shadows and not plate.knockout:
        return paint_box(plate.box, rect, PLAIN, scale)
    canvas, x, y = _canvas_around(rect, (light_reach((), plate.shadows) + 4.0) * scale)
    outline = rounded_box(
        canvas.shape[:2],
        (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y),
        plate.box.radius * scale,
    )
    lay_shadows(canvas, outline, plate.shadows, PLAIN, scale)
    if plate.shadows:
        canvas = cleared(canvas, outline)
    lay_colour(canvas, outline, PLAIN.of(plate.box.colour), plate.box.alpha)
    if plate.knockout:
        letters = np.zeros(canvas.shape[:2], np.uint8)
        for ink in inks:
            _stamp(letters, ink, x, y)
        canvas = cleared(canvas, letters)
    return Raster(canvas, x, y)


def paint_scrim(block: Rect, opacity: float, scale: float) -> Raster:
    """Paint a soft dark patch behind a block of words."""
    rect = block.grown(SCRIM_PAD * scale, SCRIM_PAD * scale)
    canvas, x, y = _canvas_around(rect, 2.4 * SCRIM_BLUR * scale)
    inner = (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)
    shape = blurred(rounded_box(canvas.shape[:2], inner, SCRIM_RADIUS * scale), SCRIM_BLUR * scale)
    lay_colour(canvas, shape, (0, 0, 0), opacity)
    return Raster(canvas, x, y)


def paint_backing(
    plate: Plate, lines: Sequence[Rect], block: Rect, opacity: float, *, scale: float
) -> Raster:
    """Paint the scrim of cut-out letters: dark and as large as the plates of their lines."""
    box = plate.box
    canvas, x, y = _canvas_around(block.grown(box.pad_x * scale, box.pad_y * scale), 2.0)
    for line in lines:
        rect = line.grown(box.pad_x * scale - 1, box.pad_y * scale - 1)
        inner = (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)
        shape = rounded_box(canvas.shape[:2], inner, box.radius * scale)
        lay_colour(canvas, shape, (0, 0, 0), opacity)
    return Raster(canvas, x, y)


def _canvas_around(rect: Rect, reach: float) -> tuple[Mask, int, int]:
    x, y = 2 * math.floor((rect.left - reach) / 2), 2 * math.floor((rect.top - reach) / 2)
    width = 2 * math.ceil((rect.right + reach - x) / 2)
    height = 2 * math.ceil((rect.bottom + reach - y) / 2)
    return blank(height, width), x, y


def _stamp(mask: Mask, ink: GlyphMask, x: int, y: int) -> None:
    """Add an ink to a mask, clipped to the mask."""
    top, left = ink.y - y, ink.x - x
    rows = slice(max(0, top), min(mask.shape[0], top + ink.mask.shape[0]))
    columns = slice(max(0, left), min(mask.shape[1], left + ink.mask.shape[1]))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    part = ink.mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    np.maximum(mask[rows, columns], part, out=mask[rows, columns])
