"""A look-ahead true-peak limiter whose whole gain curve is computed per millisecond before it is applied.

Peaks arrive measured at four times the rate (true_peak.py), so the gain curve accounts for what lies between
samples. Gain reduction is spread over `LOOK` cells before the peak, recovery is a straight ramp in decibels,
and both are smoothed, so the gain never jumps. Recovery is fast after a single peak and slow after a loud
passage. The interpolated gain never exceeds what any of its peaks allows.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from renderer.audio.signal.samples import Floats, Samples
from renderer.audio.signal.true_peak import CELL

LOOK: Final = 4
"""Cells (milliseconds) of look-ahead, and half the width of the smoothing."""

_FAST_RELEASE_DB: Final = 0.2
"""Recovery per cell after a single peak: 200 dB per second."""

_SLOW_RELEASE_DB: Final = 0.03
"""Recovery per cell from the limiter's recent average, so that steady limiting does not flutter."""

_MEMORY: Final = 80
"""Cells on either side that count towards the recent average."""

_TINY: Final = np.float32(1e-9)


def gains_db(peaks: Samples, *, lift_db: float, ceiling_db: float) -> Samples:
    """Gain (<= 0 dB) per cell that keeps `peaks` (factors), lifted by `lift_db`, under the ceiling."""
    over = np.float32(20.0) * np.log10(np.maximum(peaks, _TINY)) + np.float32(lift_db - ceiling_db)
    allowed = _lowest(-np.maximum(over, 0.0).astype(np.float64), LOOK + 1)
    fast = _recovering(allowed, _FAST_RELEASE_DB)
    slow = _recovering(_averaged(fast, _MEMORY), _SLOW_RELEASE_DB)
    smooth = _averaged(np.minimum(fast, slow), LOOK)
    return np.minimum(smooth, 0.0).astype(np.float32)


def _recovering(allowed: Floats, per_cell: float) -> Floats:
    """The highest curve under `allowed` that falls freely and rises by at most `per_cell` dB per cell."""
    slope = np.arange(len(allowed), dtype=np.float64) * per_cell
    return np.minimum.accumulate(allowed - slope) + slope


def _lowest(row: Floats, reach: int) -> Floats:
    """The minimum of every value and its `reach` neighbours on each side."""
    if not len(row):
        return row
    padded = np.pad(row, reach, mode="edge")
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).min(axis=1))


def _averaged(row: Floats, reach: int) -> Floats:
    """The mean of every value and its `reach` neighbours on each side, with the end values repeated."""
    if not len(row):
        return row
    width = 2 * reach + 1
    total = np.cumsum(np.pad(row, (reach + 1, reach), mode="edge"))
    return (total[width:] - total[:-width]) / width


def gain_samples(factors: Samples, first: int, count: int) -> Samples:
    """Factors for every sample of `count` cells from cell `first`, linear between the middles of the cells.

    `factors` has one factor per cell of the whole sound.
    """
    around = np.clip(np.arange(first - 1, first + count + 1), 0, len(factors) - 1)
    return np.asarray(
        (np.lib.stride_tricks.sliding_window_view(factors[around], 3) @ _ramps()).reshape(-1), np.float32
    )


@cache
def _ramps() -> Samples:
    """(3, CELL): weights of the cell before, the cell itself and the one after, for each of its samples."""
    place = (np.arange(CELL) + 0.5) / CELL - 0.5
    before, after = np.maximum(-place, 0.0), np.maximum(place, 0.0)
    return np.stack([before, 1.0 - before - after, after]).astype(np.float32)
