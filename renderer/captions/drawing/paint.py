"""The painter: one word in one look, or the ground below a page, from coverage masks."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from renderer.captions.drawing.canvas import (
    Raster,
    Rgba,
    blank,
    cleared,
    fade,
    lay_colour,
    lay_gradient,
    lay_raster,
)
from renderer.captions.drawing.light import light_around, moved
from renderer.captions.drawing.masks import GlyphMask, Mask, StrokedMask
from renderer.captions.style.colours import PLAIN, WordColours
from renderer.captions.style.schema import Fill, Ground, WordLook


def paint_word(shape: StrokedMask, look: WordLook, colours: WordColours, scale: float) -> Raster:
    """One word in one look; `scale` is frame pixels per style pixel."""
    ink = shape.ink
    face = blank(*ink.mask.shape)
    _lay_strokes(face, shape, look, colours, scale)
    _lay_fill(face, ink, look.fill, colours)
    for light in look.highlight:
        rim = cv2.subtract(ink.mask, moved(ink.mask, -light.dx * scale, -light.dy * scale))
        lay_colour(face, np.asarray(rim, np.uint8), colours.of(light.colour), light.alpha)
    if not look.glows and not look.shadows:
        return Raster(fade(face, look.opacity), ink.x, ink.y)
    outline = shape.grown(sum(stroke.width for stroke in look.strokes) * scale)
    canvas, reach = light_around(outline, look.glows, look.shadows, colours, scale=scale)
    lay_raster(canvas, face, reach, reach)
    return Raster(fade(canvas, look.opacity), ink.x - reach, ink.y - reach)


def paint_ground(shapes: Sequence[StrokedMask], stroke: float, ground: Ground, scale: float) -> Raster:
    """Shadows and light below all words together; `stroke` (style pixels) is the width of their outline."""
    inks = [shape.ink for shape in shapes]
    x, y = min(ink.x for ink in inks), min(ink.y for ink in inks)
    width = max(ink.x + ink.mask.shape[1] for ink in inks) - x
    height = max(ink.y + ink.mask.shape[0] for ink in inks) - y
    outline = np.zeros((height, width), np.uint8)
    for shape, ink in zip(shapes, inks, strict=True):
        _stamp(outline, shape.grown(stroke * scale), ink.x - x, ink.y - y)
    canvas, reach = light_around(outline, ground.glows, ground.shadows, PLAIN, scale=scale, room=2.0)
    for ink in inks if ground.hollow else ():
        rows, columns = (
            slice(ink.y - y + reach, ink.y - y + reach + ink.mask.shape[0]),
            slice(ink.x - x + reach, ink.x - x + reach + ink.mask.shape[1]),
        )
        canvas[rows, columns] = cleared(canvas[rows, columns], ink.mask)
    return Raster(canvas, x - reach, y - reach)


def _lay_strokes(face: Rgba, shape: StrokedMask, look: WordLook, colours: WordColours, scale: float) -> None:
    """Lay outlines from the outermost inwards, as rings around a translucent fill."""
    width = sum(stroke.width for stroke in look.strokes)
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
