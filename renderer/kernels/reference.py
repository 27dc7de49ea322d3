"""The kernels in numpy, with the same bytes: what draws where none were built, and what tests hold C against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from renderer.kernels.checks import Samples
    from renderer.kernels.resampling import Steps

_Integers = npt.NDArray[np.int64]
_HALF: Final = 255 * 128
"""Half of 255 * 256, by which blended sums are divided."""


def resample(target: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """As `resampling.resample`, arguments checked."""
    target[:] = _resampled(source, target.shape, across, down)


def clamp(target: Samples, detail: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """As `resampling.clamp`, arguments checked."""
    middle = _resampled(source, target.shape, across, down)
    reach = detail.astype(np.int64)
    low, high = np.maximum(middle - reach, 0), np.minimum(middle + reach, 255)
    target[:] = np.maximum(np.minimum(target, high), low)


def blend(target: Samples, colour: Samples, cover: Samples, visible: _Integers | np.int64) -> None:
    """Blend as `blending` does; `visible` in [0, 256], of each sample or of all."""
    keep = 255 * 256 - cover.astype(np.int64) * visible
    sums = target.astype(np.int64) * keep + colour.astype(np.int64) * visible * 255
    target[:] = np.minimum((sums + _HALF) // (255 * 256), 255)


def shrink(target: Samples, source: Samples, factor: int) -> None:
    """As `shrinking.shrunk`, into a target."""
    height, width = target.shape
    boxes = source[: height * factor, : width * factor].reshape(height, factor, width, factor)
    area = factor * factor
    target[:] = (boxes.sum(axis=(1, 3), dtype=np.int64) + area // 2) // area


def _resampled(source: Samples, shape: tuple[int, ...], across: Steps, down: Steps) -> _Integers:
    """Values of the target's shape in [0, 255]."""
    left, right, share = _neighbours(across, shape[1], source.shape[1], bits=7)
    above, below, part = _neighbours(down, shape[0], source.shape[0], bits=15)
    samples = source.astype(np.int64) - 128
    one, other = samples[:, left], samples[:, right]
    values = one * 128 + (other - one) * share
    upper, lower = values[above], values[below]
    mixed = upper + (((lower - upper) * part[:, None] + 0x4000) >> 15)
    return np.asarray((mixed + 16384 + 64) >> 7, np.int64)


def _neighbours(way: Steps, count: int, side: int, *, bits: int) -> tuple[_Integers, _Integers, _Integers]:
    """Of each place the source samples before and after it, and the second's share in 2^bits parts."""
    places = np.int64(way.start) + np.arange(count, dtype=np.int64) * np.int64(way.step)
    places = (places + (1 << (31 - bits))) >> (32 - bits)
    whole = places >> bits
    return np.clip(whole, 0, side - 1), np.clip(whole + 1, 0, side - 1), places & ((1 << bits) - 1)
