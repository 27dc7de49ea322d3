"""Blending in place on a float picture: colours through masks, images with alpha, shapes widened."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.layered_picture import ByteImage, FloatImage, as_bytes, as_floats

_BAND: Final = 32
"""Rows mixed at a time."""


def grown(alpha: ByteImage, reach: float) -> ByteImage:
    """Widen a shape by `reach` pixels with a smooth edge, using its distance field."""
    outside = as_floats(cv2.distanceTransform(as_bytes(255 - alpha), cv2.DIST_L2, cv2.DIST_MASK_5))
    soft = np.clip(reach + 0.5 - outside + alpha / 255 * 0.5, 0, 1)
    return as_bytes(soft * 255)


def stain(
    canvas: FloatImage,
    mask: ByteImage,
    *,
    colour: tuple[int, int, int],
    corner: tuple[int, int],
    strength: float = 1.0,
) -> None:
    """Colour the canvas through a mask whose top left corner is at `corner`, clipped to the canvas."""
    ground, part = _meeting(canvas, mask, corner)
    if part.size:
        mix(ground, as_floats(np.array(colour)), cover=as_floats(part) * np.float32(strength / 255))


def paste(canvas: FloatImage, image: ByteImage, *, corner: tuple[int, int]) -> None:
    """Lay an image with straight alpha on the canvas with its top left corner at `corner`, clipped."""
    ground, part = _meeting(canvas, image, corner)
    if part.size:
        mix(ground, as_floats(part[..., :3]), cover=as_floats(part[..., 3]) * np.float32(1 / 255))


def _meeting(canvas: FloatImage, image: ByteImage, corner: tuple[int, int]) -> tuple[FloatImage, ByteImage]:
    """The overlapping parts of canvas and image; empty if they do not overlap."""
    x, y = corner
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + image.shape[1], canvas.shape[1]), min(y + image.shape[0], canvas.shape[0])
    part = image[top - y : max(bottom, top) - y, left - x : max(right, left) - x]
    return canvas[top : max(bottom, top), left : max(right, left)], part


def mix(ground: FloatImage, colours: FloatImage, *, cover: FloatImage) -> None:
    """Mix colours into the ground in place; `colours` is one colour or an image of the ground's size.

    Works on a few rows at a time, so that intermediate values stay in the processor's cache.
    """
    for top in range(0, len(ground), _BAND):
        rows = slice(top, top + _BAND)
        change = (colours if colours.ndim == 1 else colours[rows]) - ground[rows]
        change *= cv2.merge([cover[rows]] * 3)  # faster than stretching the last axis
        ground[rows] += change
