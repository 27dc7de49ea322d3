"""Glyph masks: placed words as coverage masks on whole frame pixels, slanted, tilted, at any size."""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.captions.drawing.masks import GlyphMask, StrokedMask, shape_of
from renderer.captions.layout.page_geometry import LetterForm, PlacedWord
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaped_run import ShapedRun


def stroked_mask(
    placed: PlacedWord, run: ShapedRun, letter_form: LetterForm, *, factor: float = 1.0
) -> StrokedMask:
    """Letters of a placed word, ready to paint; with `factor` enlarged about its box, as `run` already is."""
    ink = glyph_mask_of(placed, run, slant=letter_form.slant, factor=factor)
    return shape_of(turned(ink, letter_form.tilt, letter_form.center), letter_form.stroke * factor)


def glyph_mask_of(placed: PlacedWord, run: ShapedRun, *, slant: float, factor: float = 1.0) -> GlyphMask:
    """Letters of a placed word; with `factor` (and a `run` larger by it) enlarged about its box."""
    center_x, center_y = placed.box.center
    pen = center_x + (placed.x - center_x) * factor
    baseline = round(center_y + (placed.baseline - center_y) * factor)
    mask = rasterise(run, subpixel_x=pen - math.floor(pen), slant=slant)
    return GlyphMask(
        mask.alpha,
        math.floor(pen) + mask.left,
        baseline + mask.top,
        center_y + (placed.box.top - center_y) * factor,
        center_y + (placed.box.bottom - center_y) * factor,
    )


def turned(ink: GlyphMask, degrees: float, center: tuple[float, float]) -> GlyphMask:
    """The ink turned clockwise about a point of the frame."""
    if not degrees:
        return ink
    height, width = ink.mask.shape
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    new_width = math.ceil(abs(width * cos) + abs(height * sin)) + 2
    new_height = math.ceil(abs(width * sin) + abs(height * cos)) + 2
    middle_x, middle_y = ink.x + width / 2 - center[0], ink.y + height / 2 - center[1]
    x = center[0] + middle_x * cos - middle_y * sin - new_width / 2
    y = center[1] + middle_x * sin + middle_y * cos - new_height / 2
    left, top = math.floor(x), math.floor(y)
    matrix = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    half = np.array([width / 2 - 0.5, height / 2 - 0.5])
    target = np.array([new_width / 2 - 0.5 + x - left, new_height / 2 - 0.5 + y - top])
    matrix[:, 2] = target - matrix[:, :2] @ half
    mask = cv2.warpAffine(ink.mask, matrix, (new_width + 1, new_height + 1), flags=cv2.INTER_CUBIC)
    return GlyphMask(np.asarray(mask, np.uint8), left, top, ink.top + (y - ink.y), ink.foot + (y - ink.y))
