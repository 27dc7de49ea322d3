"""Peaks between the samples: 4x oversampling as one matrix product per block.

A cell of `CELL` frames with its neighbourhood is a row; multiplied by a banded matrix that holds the
shifted interpolator it gives all oversampled values of the cell at once, which BLAS does faster than any
polyphase loop in NumPy.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from renderer.audio.signals import Samples

CELL: Final = 48
"""Frames per cell, 1 ms."""

MARGIN: Final = 16
"""Frames of context needed on each side."""

_OVERSAMPLING: Final = 4
_KAISER_BETA: Final = 7.0


@cache
def _interpolator() -> Samples:
    """(CELL + 2 * MARGIN, 4 * CELL): column j is the windowed sinc centred on frame MARGIN + j / 4."""
    frames = np.arange(CELL + 2 * MARGIN)[:, None]
    moments = MARGIN + np.arange(CELL * _OVERSAMPLING)[None, :] / _OVERSAMPLING
    distance = (frames - moments) / MARGIN
    window = np.i0(_KAISER_BETA * np.sqrt(np.clip(1.0 - distance**2, 0.0, 1.0))) / np.i0(_KAISER_BETA)
    taps = np.sinc(frames - moments) * window * (np.abs(distance) <= 1.0)
    return np.asarray(taps, np.float32)


def oversampled_peaks(sound: Samples) -> Samples:
    """Highest absolute value per cell over time and channels, at four times the rate.

    `sound` is (channels, MARGIN + frames + MARGIN); the answer has ceil(frames / CELL) cells, the last
    one seeing silence past the end.
    """
    frames = sound.shape[1] - 2 * MARGIN
    count = -(-frames // CELL)
    padded = np.pad(sound, ((0, 0), (0, count * CELL - frames)))
    peaks = np.zeros(count, np.float32)
    for channel in padded if count else ():
        rows = np.lib.stride_tricks.sliding_window_view(channel, CELL + 2 * MARGIN)[::CELL]
        values = rows @ _interpolator()
        np.maximum(peaks, np.maximum(values.max(axis=1), -values.min(axis=1)), out=peaks)
    return peaks
