"""Value noise from small random grids, smooth at any size; the basis of all paper, smoke and clouds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.painters.drawing.pixels import Place, resized, sampled

Field = npt.NDArray[np.float32]


NOISE_SIDE: Final = 512
_COARSE: Final = 4
"""Factor by which coarse octaves are reduced for summing; used where a cell still spans that many pixels."""


def tiled(shape: tuple[int, int], side: int, row: int, column: int) -> Iterator[tuple[Place, Place]]:
    """Parts of an image of this shape, each with its slices of a square tile that repeats every `side`.

    `row` and `column` of the tile, 0 or more, lie under the image's first pixel.
    """
    for rows, tile_rows in _pieces(shape[0], side, row):
        for columns, tile_columns in _pieces(shape[1], side, column):
            yield (rows, columns), (tile_rows, tile_columns)


def _pieces(length: int, side: int, first: int) -> Iterator[tuple[slice, slice]]:
    start = 0
    while start < length:
        at = (first + start) % side
        count = min(side - at, length - start)
        yield slice(start, start + count), slice(at, at + count)
        start += count


@lru_cache(maxsize=1)
def noise_tile() -> Field:
    """Triangular white noise in (-1, 1), shape (512, 512); it hides steps as well as fresh noise does."""
    rng = np.random.Generator(np.random.PCG64(21))
    return rng.random((NOISE_SIDE, NOISE_SIDE), np.float32) - rng.random((NOISE_SIDE, NOISE_SIDE), np.float32)


def value_noise(rng: np.random.Generator, shape: tuple[int, int], *, cell: float) -> Field:
    """One octave in [0, 1], shape (height, width); `cell` is the size of a feature in pixels."""
    return _grown(_grid(rng, shape, cell), shape)


def _grid(rng: np.random.Generator, shape: tuple[int, int], cell: float) -> Field:
    rows, columns = (max(2, round(side / cell) + 2) for side in shape)
    return rng.random((rows, columns), np.float32)


def _grown(field: Field, shape: tuple[int, int]) -> Field:
    return resized(field, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def fractal(
    rng: np.random.Generator, shape: tuple[int, int], *, cell: float, octaves: int = 4, gain: float = 0.5
) -> Field:
    """Octaves of value noise, stretched to [0, 1].

    Each octave has half the cell size and `gain` times the strength of the one before. The coarse octaves are
    summed at a small size and enlarged once.
    """
    small = (shape[0] // _COARSE + 1, shape[1] // _COARSE + 1)
    coarse, fine = np.zeros(small, np.float32), np.zeros(shape, np.float32)
    weight = 1.0
    for _ in range(octaves):
        octave, into = _grid(rng, shape, cell), coarse if cell >= _COARSE**2 else fine
        into += weight * _grown(octave, into.shape)
        weight *= gain
        cell = max(cell / 2, 1.0)
    fine += _grown(coarse, shape)
    return stretched(fine)


def ridged(
    rng: np.random.Generator, shape: tuple[int, int], *, cell: float, octaves: int = 4, gain: float = 0.55
) -> Field:
    """Fractal noise with sharp crests, 1 on the crest: mountain ridges, smoke filaments, cracks in paint."""
    total = np.zeros(shape, np.float32)
    weight = 1.0
    for _ in range(octaves):
        total += weight * (1.0 - np.abs(2.0 * value_noise(rng, shape, cell=cell) - 1.0))
        weight *= gain
        cell = max(cell / 2, 1.0)
    return stretched(total)


def stretched(field: Field) -> Field:
    """The field moved and scaled to exactly [0, 1]; a constant field becomes 0."""
    low, high = float(field.min()), float(field.max())
    return (field - np.float32(low)) * np.float32(1.0 / max(high - low, 1e-9))


def warped(field: Field, rng: np.random.Generator, *, cell: float, reach: float) -> Field:
    """The field distorted by noise of feature size `cell`, by up to `reach` pixels: marble, flow, ink."""
    height, width = field.shape
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    columns += reach * (2.0 * value_noise(rng, (height, width), cell=cell) - 1.0)
    rows += reach * (2.0 * value_noise(rng, (height, width), cell=cell) - 1.0)
    return sampled(field, columns, rows)


def smoothstep(field: Field, low: float | Field, high: float | Field) -> Field:
    """0 below `low`, 1 above `high`, an S-curve between (GLSL's smoothstep); `low` may exceed `high`."""
    start, end = np.asarray(low, np.float32), np.asarray(high, np.float32)
    ramp = np.asarray(field - start, np.float32)
    ramp /= end - start
    np.clip(ramp, 0.0, 1.0, out=ramp)
    curve = ramp * np.float32(-2.0)
    curve += np.float32(3.0)
    ramp *= ramp
    ramp *= curve
    return ramp


def chance(rng: np.random.Generator, share: float) -> bool:
    """True with probability `share`."""
    return bool(rng.random() < share)
