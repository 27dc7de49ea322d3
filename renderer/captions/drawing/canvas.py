"""A premultiplied RGBA canvas and functions that lay colours on it, one coverage mask at a time."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.captions.drawing.masks import Mask

Rgba = npt.NDArray[np.uint8]


class Raster(Struct, frozen=True, eq=False):
    """Premultiplied RGBA (height, width, 4) whose top left pixel lies at (`x`, `y`) of the frame."""

    rgba: Rgba
    x: int
    y: int


def blank(height: int, width: int) -> Rgba:
    """A transparent canvas."""
    return np.zeros((height, width, 4), np.uint8)


def lay_colour(canvas: Rgba, coverage: Mask, colour: tuple[int, int, int], alpha: float) -> None:
    """Cover the canvas with one colour according to `coverage` (0-255), source over."""
    tones = {tone: _scaled(coverage, alpha * tone / 255.0) for tone in {*colour, 255}}
    _lay(canvas, np.asarray(cv2.merge([tones[tone] for tone in (*colour, 255)]), np.uint8), tones[255])


def lay_gradient(canvas: Rgba, coverage: Mask, rows: npt.NDArray[np.float32], alpha: float) -> None:
    """Cover with a vertical gradient; `rows` has one RGB colour (0-255) for each row of the canvas."""
    opaque = np.concatenate([rows, np.full((len(rows), 1), 255, np.float32)], axis=1) * np.float32(alpha)
    tint = np.ascontiguousarray(np.broadcast_to(np.rint(opaque).astype(np.uint8)[:, None, :], canvas.shape))
    source = np.asarray(cv2.multiply(cv2.merge([coverage] * 4), tint, scale=1 / 255.0), np.uint8)
    _lay(canvas, source, np.ascontiguousarray(source[..., 3]))


def lay_raster(canvas: Rgba, raster: Rgba, x: int, y: int) -> None:
    """Lay a premultiplied picture, entirely inside the canvas, with its top left corner at (`x`, `y`)."""
    window = canvas[y : y + raster.shape[0], x : x + raster.shape[1]]
    keep = cv2.bitwise_not(np.ascontiguousarray(raster[..., 3]))
    window[:] = cv2.add(cv2.multiply(window, cv2.merge([keep] * 4), scale=1 / 255.0), raster)


def cleared(canvas: Rgba, coverage: Mask) -> Rgba:
    """The canvas made transparent according to `coverage`."""
    return np.asarray(
        cv2.multiply(canvas, cv2.merge([cv2.bitwise_not(coverage)] * 4), scale=1 / 255.0), np.uint8
    )


def fade(canvas: Rgba, opacity: float) -> Rgba:
    """The canvas at `opacity` in [0, 1]."""
    if opacity >= 1.0:
        return canvas
    return _scaled(canvas, opacity)


def _scaled(plane: Mask, factor: float) -> Mask:
    return np.asarray(cv2.convertScaleAbs(plane, alpha=factor), np.uint8)


def _lay(canvas: Rgba, source: Rgba, covered: Mask) -> None:
    cv2.multiply(canvas, cv2.merge([cv2.bitwise_not(covered)] * 4), dst=canvas, scale=1 / 255.0)
    cv2.add(canvas, source, dst=canvas)


def rounded_box(size: tuple[int, int], rect: tuple[float, float, float, float], radius: float) -> Mask:
    """Coverage of a rounded rectangle (left, top, right, bottom) on a canvas of (height, width)."""
    left, top, right, bottom = rect
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    x = np.abs(np.arange(size[1], dtype=np.float32) + 0.5 - (left + right) / 2) - (
        (right - left) / 2 - radius
    )
    y = np.abs(np.arange(size[0], dtype=np.float32) + 0.5 - (top + bottom) / 2) - (
        (bottom - top) / 2 - radius
    )
    corner = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    field = corner + np.minimum(np.maximum(x[None, :], y[:, None]), 0) - radius
    return np.asarray(cv2.convertScaleAbs(np.clip(0.5 - field, 0.0, 1.0), alpha=255.0), np.uint8)
