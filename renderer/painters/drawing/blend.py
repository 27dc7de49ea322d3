"""Grounds of several colours in one pass: OpenCV turns three planes into RGB faster than one plane."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.painters.drawing.canvas import Canvas, Colour
from renderer.painters.drawing.noise import Field

_STRIP: Final = 64
"""Rows processed at a time, so that they stay in the processor's cache."""

_PLANES: Final = 3

Tint = tuple[float, ...]
"""What a plane adds to red, green and blue where it is 1; 255 is full, negative values subtract."""


def blended(*parts: tuple[Field, Tint], offset: Tint = (0.0, 0.0, 0.0)) -> Field:
    """The sum of up to three planes, each times its tint, and `offset`, as ground (rows, columns, 3).

    Planes are (rows, columns), or (rows, 1) and (1, columns) where they vary along one axis only.
    """
    shape = np.broadcast_shapes(*(plane.shape for plane, _ in parts))
    rows, columns = shape[0], shape[1]
    tints = [tint for _, tint in parts] + [(0.0, 0.0, 0.0)] * (_PLANES - len(parts))
    matrix = np.column_stack([*tints, offset]).astype(np.float32) / np.float32(255.0)
    ground = np.empty((rows, columns, 3), np.float32)
    planes = [np.broadcast_to(plane, (rows, columns)) for plane, _ in parts]
    planes += [planes[0]] * (_PLANES - len(parts))
    for top in range(0, rows, _STRIP):
        strip = slice(top, top + _STRIP)
        whole = cv2.merge([np.ascontiguousarray(plane[strip]) for plane in planes])
        cv2.transform(whole, matrix, dst=ground[strip])
    return ground


def ramp(field: Field, dark: Colour, light: Colour, *, factor: Field) -> Field:
    """Ground from `dark` where the field is 0 to `light` where it is 1, times a field of factors."""
    span = tuple(float(high - low) for low, high in zip(dark, light, strict=True))
    return blended((factor, dark), (np.asarray(field * factor, np.float32), span))


def lit_ramp(
    field: Field, dark: Colour, light: Colour, *, lamp: Colour, amount: Field, strength: float
) -> Field:
    """Ground from `dark` to `light` with coloured light screened over it; `amount` and `strength` up to 1."""
    tint = np.array(lamp, np.float32) * np.float32(strength / 255)
    low, span = np.array(dark, np.float32), np.array(light, np.float32) - np.array(dark, np.float32)
    return blended(
        (field, tuple(span)),
        (amount, tuple(tint * (255 - low))),
        (np.asarray(field * amount, np.float32), tuple(-tint * span)),
        offset=dark,
    )


def shaded(field: Field, dark: Colour, light: Colour, *, size: tuple[int, int]) -> Canvas:
    """A soft field from `dark` at 0 to `light` at 1 as a canvas of `size`; the field may be smaller.

    It is rounded without dither, which suits small areas only.
    """
    small = ramp(field, dark, light, factor=np.ones((1, 1), np.float32))
    return np.asarray(cv2.resize(cv2.convertScaleAbs(small, alpha=255), size), np.uint8)


def dim(ground: Field, factor: Field) -> None:
    """Multiply ground by one factor per pixel, in place."""
    for top in range(0, ground.shape[0], _STRIP):
        rows = slice(top, top + _STRIP)
        plane = np.ascontiguousarray(factor[rows])
        cv2.multiply(ground[rows], cv2.merge((plane, plane, plane)), dst=ground[rows])
