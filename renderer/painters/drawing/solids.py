"""Flat shapes painted directly on a canvas, which is cheaper than staining it through a full-size mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve
from renderer.painters.drawing.calm import caption_row
from renderer.painters.drawing.canvas import Canvas, Colour

_ROWS: Final = 8
"""Rows that share one strength where shapes fade under the captions."""


def graded(colours: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], width: int) -> Canvas:
    """A canvas `width` pixels wide with one colour in each row; `colours`: (rows, 3)."""
    return np.asarray(cv2.resize(colours[:, None], (width, len(colours)), interpolation=cv2.INTER_NEAREST))


def fill(canvas: Canvas, outlines: Iterable[curve.Points], colour: Colour, *, strength: float = 1.0) -> None:
    """Fill polygons (even-odd), antialiased, in place; below `strength` 1 the ground shows through."""
    lines = list(outlines)
    if strength >= 1.0:
        cv2.fillPoly(canvas, [curve.fixed(line) for line in lines], colour, cv2.LINE_AA, curve.SHIFT)
        return
    low, high = (edge(np.concatenate(lines), axis=0) for edge in (np.min, np.max))
    left, top = (max(int(side) - 1, 0) for side in low)
    part = canvas[top : max(int(high[1]) + 2, 0), left : max(int(high[0]) + 2, 0)]
    if part.size:
        painted = part.copy()
        fill(painted, [line - np.array([left, top], np.float32) for line in lines], colour)
        cv2.addWeighted(painted, strength, part, 1.0 - strength, 0, dst=part)


def stroke(canvas: Canvas, line: curve.Points, colour: Colour, *, width: float) -> None:
    """Draw a polyline, antialiased and at least a pixel wide, in place."""
    wide = max(1, round(width))
    cv2.polylines(canvas, [curve.fixed(line)], False, colour, wide, cv2.LINE_AA, curve.SHIFT)


def disc(
    canvas: Canvas,
    centre: tuple[float, float],
    radius: float,
    colour: Colour,
    *,
    strength: float = 1.0,
    width: float = -1,
) -> None:
    """Draw a disc, or a ring of `width` pixels, in place; below `strength` 1 the ground shows through."""
    reach = radius + max(width, 0.0) / 2 + 2
    left, top = max(int(centre[0] - reach), 0), max(int(centre[1] - reach), 0)
    part = canvas[top : max(int(centre[1] + reach) + 1, 0), left : max(int(centre[0] + reach) + 1, 0)]
    if not part.size:
        return
    one = 1 << curve.SHIFT
    place = (round((centre[0] - left) * one), round((centre[1] - top) * one))
    thickness = -1 if width < 0 else max(1, round(width))
    painted = part if strength >= 1.0 else part.copy()
    cv2.circle(painted, place, max(round(radius * one), 0), colour, thickness, cv2.LINE_AA, curve.SHIFT)
    if strength < 1.0:
        cv2.addWeighted(painted, strength, part, 1.0 - strength, 0, dst=part)


def blend_quietly(
    canvas: Canvas,
    painted: Canvas,
    request: PaintRequest,
    *,
    strength: float,
    keep: float = 0.35,
    reach: float = 0.10,
) -> None:
    """Mix a painted copy into the canvas with `strength`, times `keep` under the captions, in place."""
    middle = caption_row(request)
    for top in range(0, canvas.shape[0], _ROWS):
        rows = slice(top, top + _ROWS)
        far = ((top + _ROWS / 2) / request.height - middle) / reach
        share = strength * (1.0 - (1.0 - keep) * float(np.exp(-far * far)))
        cv2.addWeighted(painted[rows], share, canvas[rows], 1.0 - share, 0, dst=canvas[rows])
