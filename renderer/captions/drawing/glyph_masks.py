"""Glyph masks: placed words as coverage masks on whole frame pixels, slanted, tilted, grown and stroked."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from renderer.captions.drawing.canvas import Mask
from renderer.captions.layout.page_geometry import PlacedWord
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaped_run import ShapedRun

Field = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class GlyphMask:
    """Coverage of one word's letters, top left at (`x`, `y`) of the frame (whole pixels).

    `top` and `foot` are the rows between which gradients of its line run.
    """

    mask: Mask
    x: int
    y: int
    top: float
    foot: float


@dataclass(frozen=True, slots=True, eq=False)
class StrokedMask:
    """An ink with room for its strokes on all sides, and its distance field (empty without strokes)."""

    ink: GlyphMask
    field: Field

    def grown(self, width: float) -> Mask:
        """Coverage of the letters with `width` pixels around them."""
        return within(self.field, width) if width > 0 else self.ink.mask


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterForm:
    """How a page's letters lie: `slant` and `tilt` in degrees, clockwise about `center` (frame pixels).

    `stroke` is how thick any of their looks outlines them at base size, in pixels.
    """

    slant: float
    tilt: float
    center: tuple[float, float]
    stroke: float


def stroked_mask(
    placed: PlacedWord, run: ShapedRun, letter_form: LetterForm, *, factor: float = 1.0
) -> StrokedMask:
    """The letters of a placed word, ready to be painted; with `factor` grown about its box, as `run` is."""
    ink = glyph_mask_of(placed, run, slant=letter_form.slant, factor=factor)
    return shape_of(turned(ink, letter_form.tilt, letter_form.center), letter_form.stroke * factor)


def glyph_mask_of(placed: PlacedWord, run: ShapedRun, *, slant: float, factor: float = 1.0) -> GlyphMask:
    """The letters of a placed word; with `factor` (and a run shaped that much larger) grown about its box."""
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


def shape_of(ink: GlyphMask, stroke: float) -> StrokedMask:
    """The ink, ready for strokes of up to `stroke` pixels; its corner comes to even pixels."""
    pad = math.ceil(stroke) + 2
    x, y = 2 * ((ink.x - pad) // 2), 2 * ((ink.y - pad) // 2)
    height, width = ink.mask.shape
    right = 2 * math.ceil((ink.x + width + pad - x) / 2)
    bottom = 2 * math.ceil((ink.y + height + pad - y) / 2)
    top, left = ink.y - y, ink.x - x
    mask = np.zeros((bottom, right), np.uint8)
    mask[top : top + height, left : left + width] = ink.mask
    field = distance_outside(mask) if stroke > 0 else np.empty((0, 0), np.float32)
    return StrokedMask(GlyphMask(mask, x, y, ink.top, ink.foot), field)


def distance_outside(mask: Mask) -> Field:
    """Distance in pixels from each pixel centre to the edge of an anti-aliased shape, negative inside.

    The nearest inked pixel is found on the pixel grid and the edge placed inside that pixel by its
    coverage (the first-order form of Gustavson and Strand, "Anti-aliased Euclidean distance
    transform", 2011), which keeps strokes as smooth as the letters they surround.
    """
    empty = np.asarray(mask == 0, np.uint8)
    distance, labels = cv2.distanceTransformWithLabels(
        empty, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    inked = mask > 0
    edge = np.zeros(int(np.count_nonzero(inked)) + 1, np.float32)
    edge[labels[inked]] = 0.5 - mask[inked] * np.float32(1 / 255.0)
    field = cv2.add(distance, edge.take(np.asarray(labels, np.int32)))
    return np.asarray(cv2.GaussianBlur(field, (3, 3), 0), np.float32)


def within(field: Field, width: float) -> Mask:
    """Coverage of everything up to `width` pixels outside the shape."""
    return np.asarray(
        cv2.convertScaleAbs(np.clip(np.float32(width + 0.5) - field, 0.0, 1.0), alpha=255.0), np.uint8
    )
