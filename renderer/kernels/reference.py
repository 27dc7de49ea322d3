"""The kernels in numpy, with the same bytes: the fallback where none were built, and the reference for C."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

_Samples = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int64]
_Weights = npt.NDArray[np.uint16]
_Steps = tuple[int, int]
"""Start and step, see `places`."""

_HALF: Final = 255 * 128
"""Half of 255 * 256, by which blended sums are divided."""


def resampled(source: _Samples, shape: tuple[int, ...], across: _Steps, down: _Steps) -> _Integers:
    """Values in [0, 255] of a target of this shape, resampled at these places."""
    left, right, share = _neighbours(across, shape[1], source.shape[1], bits=7)
    above, below, part = _neighbours(down, shape[0], source.shape[0], bits=15)
    samples = source.astype(np.int64) - 128
    one, other = samples[:, left], samples[:, right]
    values = one * 128 + (other - one) * share
    upper, lower = values[above], values[below]
    mixed = upper + (((lower - upper) * part[:, None] + 0x4000) >> 15)
    return np.asarray((mixed + 16384 + 64) >> 7, np.int64)


def warped(source: _Samples, shape: tuple[int, ...], by: tuple[int, ...]) -> _Integers:
    """Values in [0, 255] of the interleaved channels of a target of this shape, 0 beyond the source.

    `by` is the map in 1/2^20 pixels.
    """
    columns, rows = np.arange(shape[1], dtype=np.int64), np.arange(shape[0], dtype=np.int64)[:, None]
    x, y = (part[0] * columns + part[1] * rows + part[2] for part in (by[:3], by[3:]))
    x, y = (x + (1 << 12)) >> 13, (y + (1 << 4)) >> 5
    left, above = x >> 7, y >> 15
    upper, lower = (
        _pixels(source, line, left) * (128 - (x & 127))[..., None]
        + _pixels(source, line, left + 1) * (x & 127)[..., None]
        for line in (above, above + 1)
    )
    mixed = upper + (((lower - upper) * (y & 32767)[..., None] + 0x4000) >> 15)
    return np.asarray((mixed + 64) >> 7, np.int64)


def _pixels(source: _Samples, lines: _Integers, columns: _Integers) -> _Integers:
    height, width, _ = source.shape
    inside = (lines >= 0) & (columns >= 0) & (lines < height) & (columns < width)
    found = source[np.clip(lines, 0, height - 1), np.clip(columns, 0, width - 1)]
    return np.where(inside[..., None], found, 0).astype(np.int64)


def clamped(target: _Samples, detail: _Samples, middle: _Integers) -> _Integers:
    """The target's samples, limited to `middle` plus or minus `detail`."""
    reach = detail.astype(np.int64)
    low, high = np.maximum(middle - reach, 0), np.minimum(middle + reach, 255)
    return np.asarray(np.maximum(np.minimum(target, high), low), np.int64)


def blended(
    target: _Samples, colour: _Samples | _Integers, cover: _Samples | _Integers, visible: _Integers | np.int64
) -> _Integers:
    """The target with a colour blended over it; `visible` in [0, 256], for each sample or for all."""
    hides = cover.astype(np.int64)
    sums = target.astype(np.int64) * (255 * 256 - hides * visible) + colour.astype(np.int64) * visible * 255
    drawn = np.minimum((sums + _HALF) // (255 * 256), 255)
    return np.where(hides > 0, drawn, target)


def separated(
    rgba: _Samples, gains: npt.NDArray[np.float32]
) -> tuple[_Samples, _Samples, _Samples, _Samples, _Samples]:
    """Y, U, V and what is kept of the ground in luma and in chroma; sums are in single precision."""
    rows, columns = (side // 2 for side in rgba.shape[:2])
    half = (rgba.reshape(rows, 2, columns, 2, 4).sum(axis=(1, 3), dtype=np.int64) + 2) >> 2
    luma, blue, red = (_weighed(pixels, row) for pixels, row in zip((rgba, half, half), gains, strict=True))
    return luma, blue, red, 255 - rgba[..., 3], (255 - half[..., 3]).astype(np.uint8)


def _weighed(pixels: _Samples | _Integers, gains: npt.NDArray[np.float32]) -> _Samples:
    sums = np.zeros(pixels.shape[:2], np.float32)
    for number, gain in enumerate(gains):
        sums += gain * pixels[..., number].astype(np.float32)
    return np.rint(np.clip(sums, 0, 255)).astype(np.uint8)


def visible(reveal: _Samples | _Integers, table: _Samples) -> _Integers:
    """The visibility of each sample, in [0, 256]: 255 in the table becomes 256, fully visible."""
    shown = table.astype(np.int64)[reveal]
    return np.asarray(shown + (shown >> 7), np.int64)


def shrunk(source: _Samples, factor: int) -> _Integers:
    """Rounded means of boxes of `factor` x `factor`."""
    height, width = (side // factor for side in source.shape)
    boxes = source[: height * factor, : width * factor].reshape(height, factor, width, factor)
    area = factor * factor
    return np.asarray((boxes.sum(axis=(1, 3), dtype=np.int64) + area // 2) // area, np.int64)


def out_of_focus(small: _Integers, weights: tuple[_Weights, _Weights], strength: _Samples) -> _Samples:
    """A mixture of a wide and a slight blur, depending on how far samples deviate from the wide one."""
    wide, slight = blurred(small, weights[0]), blurred(small, weights[1])
    much = strength.astype(np.int64)[blurred(np.abs(small - wide), weights[0])]
    mixed = (wide * much + 127) // 255 + (slight * (255 - much) + 127) // 255
    return np.minimum(mixed, 255).astype(np.uint8)


def blurred(source: _Samples | _Integers, weights: _Weights) -> _Integers:
    """Blurred horizontally, then vertically; weights sum to 2^14, 8 fractional bits are kept in between."""
    across = (_weighted(source.astype(np.int64), weights) + (1 << 5)) >> 6
    return (_weighted(across.T, weights).T + (1 << 21)) >> 22


def _weighted(rows: _Integers, weights: _Weights) -> _Integers:
    """Weighted sums along each row, with edge samples repeated."""
    reach = len(weights) // 2
    wide = np.pad(rows, ((0, 0), (reach, reach)), mode="edge")
    sums = np.zeros(rows.shape, np.int64)
    for number, weight in enumerate(weights):
        sums += wide[:, number : number + rows.shape[1]] * np.int64(weight)
    return sums


def _neighbours(way: _Steps, count: int, side: int, *, bits: int) -> tuple[_Integers, _Integers, _Integers]:
    """For each place the source samples before and after it, and the second one's share in 1/2^bits."""
    places = np.int64(way[0]) + np.arange(count, dtype=np.int64) * np.int64(way[1])
    places = (places + (1 << (31 - bits))) >> (32 - bits)
    whole = places >> bits
    return np.clip(whole, 0, side - 1), np.clip(whole + 1, 0, side - 1), places & ((1 << bits) - 1)
