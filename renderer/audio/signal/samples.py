"""The array types used throughout audio/, decibel conversion, and the block length for streaming."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""float32 sound in [-1, 1] (larger while there is headroom to use): (frames,) or (channels, frames)."""

Floats = npt.NDArray[np.float64]
"""float64 curves, energies and coefficients."""

BLOCK: Final = 28 * 4800
"""Frames processed at a time, 2.8 s: long for NumPy, short for the cache, a whole number of loudness hops."""

SILENCE_DB: Final = -120.0
"""Decibel value that stands for digital silence."""


def decibels(amplitude: float) -> float:
    """`amplitude` (>= 0) in dBFS, never below `SILENCE_DB`."""
    floor = 10.0 ** (SILENCE_DB / 20.0)
    return float(20.0 * np.log10(max(float(amplitude), floor)))


def amplitude(level_db: float) -> float:
    """Convert a level in decibels to a factor."""
    return float(10.0 ** (level_db / 20.0))


def blocks(frames: int, size: int = BLOCK) -> Iterator[tuple[int, int]]:
    """Half-open frame ranges that tile `frames`."""
    for start in range(0, frames, size):
        yield start, min(start + size, frames)
