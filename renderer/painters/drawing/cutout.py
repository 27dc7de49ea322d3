"""Cut-outs handled like paper: rotated, outlined, with the shadow they cast when they move as layers."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.kernels.turning import turned
from renderer.painters.drawing.canvas import Colour, Cutout, Mask, stain
from renderer.painters.drawing.pixels import (
    added,
    blurred,
    padded,
    plain,
    product,
    scaled,
    shrunk,
    solid,
    strongest,
    tripled,
    widened,
)


def rotated(piece: Cutout, angle: float) -> Cutout:
    """The cut-out rotated clockwise by `angle` degrees on a raster that holds all of it."""
    width, height = piece.size
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), -angle, 1.0), np.float64)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = (int(height * sin + width * cos) + 2, int(height * cos + width * sin) + 2)
    matrix[:, 2] += np.array([(size[0] - width) / 2, (size[1] - height) / 2])
    (x_across, x_down, x), (y_across, y_down, y) = cv2.invertAffineTransform(matrix).tolist()
    across, down = (x, x_across, x_down), (y, y_across, y_down)
    return Cutout(*turned(piece.rgb, piece.alpha, size, across=across, down=down))


def shadowed(piece: Cutout, *, blur: float, offset: tuple[float, float], strength: float) -> Cutout:
    """The piece and the shadow it casts as one cut-out, larger by the same margin on all four sides.

    One raster instead of two halves the cost of a moving piece per frame.
    """
    pad = int(blur * 2.5 + max(abs(offset[0]), abs(offset[1]))) + 1
    wide = padded(piece.alpha, pad)
    size = (wide.shape[1], wide.shape[0])
    step = max(1, int(blur / 3))
    small = blurred(shrunk(wide, step), max(blur / step, 0.6))
    middle = (step - 1) / 2
    matrix = np.array([[step, 0, offset[0] + middle], [0, step, offset[1] + middle]], np.float32)
    shade = scaled(np.asarray(cv2.warpAffine(small, matrix, size), np.uint8), strength)
    uncovered = product(shade, 255 - wide)
    alpha = added(wide, uncovered)
    rgb = padded(piece.rgb, pad)
    share = np.asarray(cv2.divide(wide, np.maximum(alpha, 1), scale=255.0), np.uint8)
    return Cutout(product(rgb, tripled(share)), alpha)


def empty_below(alpha: Mask) -> int:
    """Number of empty rows under a shape: how far its foot is above the raster's lower edge."""
    rows = np.flatnonzero(solid(alpha).any(axis=1))
    return int(alpha.shape[0] - 1 - rows[-1]) if rows.size else 0


def outlined(letters: Mask, *, ink: Colour, rim: Colour, width: int) -> Cutout:
    """Lettering in one colour with a rim in another."""
    inner = padded(letters, width + 1)
    outer = widened(inner, width)
    rgb = plain(rim, inner.shape)
    stain(rgb, inner, ink)
    return Cutout(rgb, strongest(outer, inner))
