"""The painter: one word in one look, or the ground below a page, from coverage masks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from renderer.captions.drawing.canvas import (
    Field,
    GlyphMask,
    Mask,
    Raster,
    Rgba,
    blank,
    blurred,
    cleared,
    distance_outside,
    fade,
    lay_colour,
    lay_gradient,
    lay_raster,
    moved,
    rounded_box,
    within,
)
from renderer.captions.style.colours import WordColours
from renderer.captions.style.schema import Box, Fill, Glow, Ground, Shadow, WordLook

GLOW_GAIN: Final = 1.9
"""Thin letters lose most of their light in a blur; this much is given back."""

GLOW_REACH: Final = 1.15
SHADOW_REACH: Final = 1.2
SOFT: Final = 8.0
"""Light and shadow this wide (pixels) look the same when they are made at half size."""


@dataclass(frozen=True, slots=True, eq=False)
class StrokedMask:
    """An ink with room for its strokes on all sides, and its distance field (empty without strokes)."""

    ink: GlyphMask
    field: Field

    def grown(self, width: float) -> Mask:
        """Coverage of the letters with `width` pixels around them."""
        return within(self.field, width) if width > 0 else self.ink.mask


def shape_of(ink: GlyphMask, stroke: float) -> StrokedMask:
    """The ink, ready for strokes of up to `stroke` pixels; its corner comes to even pixels."""
    pad = math.ceil(stroke) + 2
    x, y = 2 * ((ink.x - pad) // 2), 2 * ((ink.y - pad) // 2)
    height, width = ink.mask.shape
    right, bottom = _even(ink.x + width + pad - x), _even(ink.y + height + pad - y)
    top, left = ink.y - y, ink.x - x
    mask = np.zeros((bottom, right), np.uint8)
    mask[top : top + height, left : left + width] = ink.mask
    field = distance_outside(mask) if stroke > 0 else np.empty((0, 0), np.float32)
    return StrokedMask(GlyphMask(mask, x, y, ink.top, ink.foot), field)


def stroke_of(look: WordLook) -> float:
    """How thick a look outlines its letters, in style pixels."""
    return sum(stroke.width for stroke in look.strokes)


def light_reach(glows: Sequence[Glow], shadows: Sequence[Shadow]) -> float:
    """How far light and shadow reach beyond the outline, in style pixels."""
    glow = max((g.radius * GLOW_REACH for g in glows), default=0.0)
    return max(glow, *(max(abs(s.dx), abs(s.dy)) + SHADOW_REACH * s.blur for s in shadows), 0.0)


def paint_word(shape: StrokedMask, look: WordLook, colours: WordColours, scale: float) -> Raster:
    """One word in one look; `scale` is frame pixels per style pixel."""
    ink = shape.ink
    face = blank(*ink.mask.shape)
    _lay_strokes(face, shape, look, colours, scale)
    _lay_fill(face, ink, look.fill, colours)
    for light in look.highlight:
        rim = cv2.subtract(ink.mask, moved(ink.mask, -light.dx * scale, -light.dy * scale))
        lay_colour(face, np.asarray(rim, np.uint8), colours.of(light.colour), light.alpha)
    reach = _even(light_reach(look.glows, look.shadows) * scale)
    if not reach:
        return Raster(fade(face, look.opacity), ink.x, ink.y)
    outline = _padded(shape.grown(stroke_of(look) * scale), reach)
    canvas = paint_light(outline, look.glows, look.shadows, colours, scale)
    lay_raster(canvas, face, reach, reach)
    return Raster(fade(canvas, look.opacity), ink.x - reach, ink.y - reach)


def paint_ground(shapes: Sequence[StrokedMask], stroke: float, ground: Ground, scale: float) -> Raster:
    """Shadows and light below all words together; `stroke` (style pixels) is how thick they are outlined."""
    reach = _even(light_reach(ground.glows, ground.shadows) * scale + 2)
    inks = [shape.ink for shape in shapes]
    x, y = min(ink.x for ink in inks) - reach, min(ink.y for ink in inks) - reach
    width = max(ink.x + ink.mask.shape[1] for ink in inks) + reach - x
    height = max(ink.y + ink.mask.shape[0] for ink in inks) + reach - y
    outline = np.zeros((height, width), np.uint8)
    for shape, ink in zip(shapes, inks, strict=True):
        _stamp(outline, shape.grown(stroke * scale), ink.x - x, ink.y - y)
    canvas = paint_light(outline, ground.glows, ground.shadows, WordColours(), scale)
    for ink in inks if ground.hollow else ():
        rows, columns = (
            slice(ink.y - y, ink.y - y + ink.mask.shape[0]),
            slice(ink.x - x, ink.x - x + ink.mask.shape[1]),
        )
        canvas[rows, columns] = cleared(canvas[rows, columns], ink.mask)
    return Raster(canvas, x, y)


def paint_light(
    outline: Mask, glows: Sequence[Glow], shadows: Sequence[Shadow], colours: WordColours, scale: float
) -> Rgba:
    """Shadows and light of a silhouette with even sides; made at half size where nothing in it is sharp."""
    soft = all(shadow.blur * scale >= SOFT for shadow in shadows) and all(
        g.radius * scale >= SOFT for g in glows
    )
    height, width = outline.shape
    size, part = ((width // 2, height // 2), scale / 2) if soft else ((width, height), scale)
    mask = np.asarray(cv2.resize(outline, size, interpolation=cv2.INTER_AREA), np.uint8) if soft else outline
    canvas = blank(size[1], size[0])
    lay_shadows(canvas, mask, shadows, colours, part)
    lay_glows(canvas, mask, glows, colours, part)
    return (
        np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        if soft
        else canvas
    )


def paint_box(
    box: Box, rect: tuple[float, float, float, float], colours: WordColours, scale: float
) -> Raster:
    """A rounded box with its border inside; `rect` is (left, top, right, bottom) in frame pixels."""
    left, top = 2 * math.floor((rect[0] - 1) / 2), 2 * math.floor((rect[1] - 1) / 2)
    size = _even(rect[3] + 1 - top), _even(rect[2] + 1 - left)
    canvas = blank(*size)
    inner = rect[0] - left, rect[1] - top, rect[2] - left, rect[3] - top
    border = box.border * scale
    shape = rounded_box(size, inner, box.radius * scale)
    if border:
        lay_colour(canvas, shape, colours.of(box.border_colour), 1.0)
        core = inner[0] + border, inner[1] + border, inner[2] - border, inner[3] - border
        shape = rounded_box(size, core, max(0.0, box.radius * scale - border))
        canvas = cleared(canvas, shape)
    lay_colour(canvas, shape, colours.of(box.colour), box.alpha)
    return Raster(canvas, left, top)


def lay_shadows(
    canvas: Rgba,
    outline: Mask,
    shadows: Sequence[Shadow],
    colours: WordColours,
    scale: float,
) -> None:
    """Shadows of a silhouette, the last one lowest."""
    for shadow in reversed(shadows):
        fallen = moved(outline, shadow.dx * scale, shadow.dy * scale) if shadow.dx or shadow.dy else outline
        lay_colour(canvas, blurred(fallen, shadow.blur * scale / 2), colours.of(shadow.colour), shadow.alpha)


def lay_glows(canvas: Rgba, outline: Mask, glows: Sequence[Glow], colours: WordColours, scale: float) -> None:
    """Light around a silhouette, widest lowest."""
    for glow in sorted(glows, key=lambda g: -g.radius):
        light = blurred(outline, glow.radius * scale / 2.2)
        bright = np.asarray(cv2.convertScaleAbs(light, alpha=GLOW_GAIN), np.uint8)
        lay_colour(canvas, bright, colours.of(glow.colour), glow.alpha)


def _lay_strokes(face: Rgba, shape: StrokedMask, look: WordLook, colours: WordColours, scale: float) -> None:
    """Outlines from the outermost inwards; around a see-through fill they are rings."""
    width = stroke_of(look)
    for stroke in reversed(look.strokes):
        coverage = shape.grown(width * scale)
        if look.fill.alpha < 1.0:
            coverage = np.asarray(cv2.min(coverage, cv2.bitwise_not(shape.ink.mask)), np.uint8)
        lay_colour(face, coverage, colours.of(stroke.colour), stroke.alpha)
        width -= stroke.width


def _lay_fill(face: Rgba, ink: GlyphMask, fill: Fill, colours: WordColours) -> None:
    if not fill.alpha:
        return
    if not fill.stops:
        lay_colour(face, ink.mask, colours.of(fill.colour), fill.alpha)
        return
    rows = np.arange(ink.mask.shape[0], dtype=np.float32) + 0.5 + ink.y
    at = (rows - ink.top) / max(1.0, ink.foot - ink.top)
    stops = [stop.at for stop in fill.stops]
    tones = np.array([colours.of(stop.colour) for stop in fill.stops], np.float32)
    gradient = np.stack([np.interp(at, stops, tones[:, k]) for k in range(3)], axis=1)
    lay_gradient(face, ink.mask, np.asarray(gradient, np.float32), fill.alpha)


def _stamp(target: Mask, mask: Mask, x: int, y: int) -> None:
    view = target[y : y + mask.shape[0], x : x + mask.shape[1]]
    np.maximum(view, mask, out=view)


def _padded(mask: Mask, pad: int) -> Mask:
    return np.asarray(cv2.copyMakeBorder(mask, pad, pad, pad, pad, cv2.BORDER_CONSTANT), np.uint8)


def _even(length: float) -> int:
    return 2 * math.ceil(length / 2)
