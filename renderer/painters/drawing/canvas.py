"""RGB rasters in memory: soft ground is developed into pixels without banding, then stained and overlaid.

A canvas is uint8, shape (height, width, 3), RGB. Ground is painted as float32 in [0, 1] at half size, which
is enough for soft content, and developed once: enlarged, dithered, rounded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels import dithering, painting
from renderer.painters.drawing.noise import NOISE_SIDE, Field, noise_tile
from renderer.painters.drawing.pixels import blurred, padded, resized, shrunk, tripled

STRIP: Final = 64
"""Rows processed at a time, so that they stay in the processor's cache."""

Canvas = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]


class Cutout(Struct, frozen=True, eq=False):
    """A picture with its own outline: `rgb` (height, width, 3) not premultiplied, `alpha` (height, width)."""

    rgb: Canvas
    alpha: Mask

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return int(self.alpha.shape[1]), int(self.alpha.shape[0])


def half(size: tuple[int, int]) -> tuple[int, int]:
    """Array shape (rows, columns) of the ground for a canvas of `size` (width, height)."""
    return (size[1] + 1) // 2, (size[0] + 1) // 2


def tinted(field: Field, dark: Colour, light: Colour) -> Field:
    """Ground shading from `dark` where the field is 0 to `light` where it is 1.

    Shape gains a last axis of 3.
    """
    low = np.array(dark, np.float32) / 255.0
    span = np.array(light, np.float32) / 255.0 - low
    flat = np.ascontiguousarray(field, np.float32)
    matrix = np.zeros((3, 4), np.float32)
    matrix[:, 0], matrix[:, 3] = span, low
    ground = np.empty((*flat.shape, 3), np.float32)
    for top in range(0, flat.shape[0], STRIP):  # OpenCV maps three planes to three faster than one
        cv2.transform(tripled(flat[top : top + STRIP]), matrix, dst=ground[top : top + STRIP])
    return ground


def developed(
    ground: Field, size: tuple[int, int], rng: np.random.Generator, *, grain: float = 0.0
) -> Canvas:
    """Ground enlarged to `size` (width, height) and rounded with dither, so slow gradients show no steps.

    Triangular noise of one level hides rounding (Lipshitz 1992); `grain` adds baked film grain (in levels,
    rms). All three channels get the same noise: luma grain without colour specks, which is cheap for the
    encoder.
    """
    strength = 1.0 + grain * 2.0 if grain > 0 else 1.0
    row, column = (int(place) for place in rng.integers(0, NOISE_SIDE, 2))
    rows, columns = half(size)
    if ground.shape[:2] != (rows, columns):
        ground = resized(ground, (columns, rows))
    whole = np.ascontiguousarray(ground, np.float32)
    return dithering.doubled(
        whole, size, strewn_noise(), corner=(row, column), strength=round(strength * dithering.AS_IT_IS)
    )


@lru_cache(maxsize=1)
def strewn_noise() -> dithering.Noise:
    """The noise tile in the form in which it is added."""
    return dithering.strewn(np.rint(noise_tile() * dithering.ONE_LEVEL).astype(np.int16))


def stain(canvas: Canvas, mask: Mask, colour: Colour, *, strength: float = 1.0) -> None:
    """Colour the canvas through a mask of the same size, in place."""
    painting.cover(canvas, mask, colour, strength=_parts(min(strength, 1.0)))


def add_colour(canvas: Canvas, mask: Mask, colour: Colour, *, strength: float = 1.0) -> None:
    """Add coloured light through a mask of the same size, in place, clipping at white."""
    painting.add_light(canvas, mask, colour, strength=_parts(strength))


def _parts(strength: float) -> int:
    return round(max(strength, 0.0) * painting.FULL)


def shade(canvas: Canvas, amount: Field) -> None:
    """Multiply the canvas by a field of the same or smaller size, in place: 0 black, 1 unchanged."""
    height, width = canvas.shape[:2]
    full = amount if amount.shape == (height, width) else resized(amount, (width, height))
    for top in range(0, height, STRIP):
        rows = slice(top, min(top + STRIP, height))
        cv2.multiply(canvas[rows], tripled(full[rows]), dst=canvas[rows], dtype=cv2.CV_8U)


def window(canvas: Canvas, at: tuple[int, int], size: tuple[int, int]) -> tuple[Canvas, tuple[slice, slice]]:
    """The part of the canvas under a raster of `size` at `at`, and the slices of the raster over it."""
    x, y = at
    width, height = size
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + width, canvas.shape[1]), min(y + height, canvas.shape[0])
    right, bottom = max(right, left), max(bottom, top)
    return canvas[top:bottom, left:right], (slice(top - y, bottom - y), slice(left - x, right - x))


def lay(canvas: Canvas, cutout: Cutout, at: tuple[int, int], *, opacity: float = 1.0) -> None:
    """Place a cut-out with its top left corner at `at`, clipped to the canvas, in place."""
    ground, part = window(canvas, at, cutout.size)
    if ground.size == 0:
        return
    painting.cover(ground, cutout.alpha[part], cutout.rgb[part], strength=_parts(min(opacity, 1.0)))


def cast_shadow(
    canvas: Canvas, alpha: Mask, at: tuple[int, int], *, offset: tuple[int, int], blur: float, strength: float
) -> None:
    """Darken the canvas where a shape at `at` casts its shadow, moved by `offset`; `blur` is a sigma."""
    pad = int(blur * 3) + 2
    step = max(1, int(blur / 3))
    spread = padded(alpha, pad)
    small = blurred(shrunk(spread, step), max(blur / step, 0.5))
    soft = resized(small, (small.shape[1] * step, small.shape[0] * step))
    size = (spread.shape[1], spread.shape[0])
    ground, part = window(canvas, (at[0] - pad + offset[0], at[1] - pad + offset[1]), size)
    if ground.size:
        painting.cover(ground, soft[part], (0, 0, 0), strength=_parts(min(strength, 1.0)))
