"""Coverage masks of words with room for strokes, and distances from their edges."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

Mask = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]


class GlyphMask(Struct, frozen=True, eq=False):
    """Coverage of one word's letters, top left at (`x`, `y`) of the frame (whole pixels).

    `top` and `foot` are the rows between which its line's gradients run.
    """

    mask: Mask
    x: int
    y: int
    top: float
    foot: float


class StrokedMask(Struct, frozen=True, eq=False):
    """An ink with room for its strokes on all sides, and its distance field (empty without strokes)."""

    ink: GlyphMask
    field: Field

    def grown(self, width: float) -> Mask:
        """Coverage of the letters widened by `width` pixels on all sides."""
        return within(self.field, width) if width > 0 else self.ink.mask


def shape_of(ink: GlyphMask, stroke: float) -> StrokedMask:
    """The ink, ready for strokes of up to `stroke` pixels, with its corner on even pixels."""
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

    The nearest inked pixel is found on the pixel grid, and its coverage determines where inside that pixel
    the edge lies (the first-order form of Gustavson and Strand, "Anti-aliased Euclidean distance transform",
    2011), which keeps strokes as smooth as the letters they surround.
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
