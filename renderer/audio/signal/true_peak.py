"""Peaks between the samples: 4x oversampling as one matrix product per block.

A cell of `CELL` frames with its neighbourhood is a row; multiplied by a banded matrix that holds the
shifted interpolator it gives all oversampled values of the cell at once, which BLAS does faster than any
polyphase loop in NumPy.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from renderer.audio.signal.samples import Samples

CELL: Final = 48
"""Frames per cell, 1 ms."""

MARGIN: Final = 16
"""Frames of context needed on each side."""

_OVERSAMPLING: Final = 4
_KAISER_BETA: Final = 7.0


@cache
def _interpolator() -> Samples:
    """(CELL + 2 * MARGIN, 3 * CELL): windowed sincs centred 1/4, 2/4 and 3/4 of the way between frames."""
    frames = np.arange(CELL + 2 * MARGIN)[:, None]
    between = np.arange(1, _OVERSAMPLING) / _OVERSAMPLING
    moments = (MARGIN + np.arange(CELL)[:, None] + between[None, :]).reshape(1, -1)
    distance = (frames - moments) / MARGIN
    window = np.i0(_KAISER_BETA * np.sqrt(np.clip(1.0 - distance**2, 0.0, 1.0))) / np.i0(_KAISER_BETA)
    taps = np.sinc(frames - moments) * window * (np.abs(distance) <= 1.0)
    return np.asarray(taps, np.float32)


@cache
def _overshoot() -> float:
    """How far a value between samples can exceed the highest sample around it, and a little more."""
    return 1.0001 * float(np.abs(_interpolator()).sum(axis=0).max())


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
        np.maximum(peaks, _sampled(channel[MARGIN:-MARGIN]), out=peaks)
        np.maximum(peaks, _between(_windows(channel)), out=peaks)
    return peaks


def highest_peak(sound: Samples, least: float) -> float:
    """The highest of `oversampled_peaks(sound)`, or `least` where that is more.

    Only cells near samples loud enough to be the highest are oversampled.
    """
    count = -(-(sound.shape[1] - 2 * MARGIN) // CELL)
    padded = np.pad(sound, ((0, 0), (CELL - MARGIN, count * CELL + CELL - sound.shape[1] + MARGIN)))
    for channel in padded if count > 0 else ():
        sampled = _sampled(channel)
        least = max(least, float(sampled[1:-1].max()))
        nearby = np.maximum(np.maximum(sampled[:-2], sampled[2:]), sampled[1:-1])
        loud = _windows(channel[CELL - MARGIN : MARGIN - CELL])[nearby * _overshoot() > least]
        least = max(least, float(_between(loud).max(initial=0.0)))
    return least


class Windows:
    """Cuts a stream into stretches of whole cells with `MARGIN` frames of context on both sides."""

    def __init__(self, channels: int) -> None:
        self._kept: Samples = np.zeros((channels, MARGIN), np.float32)

    def after(self, block: Samples) -> Samples:
        """What the next (channels, n) completes: (channels, MARGIN + cells * CELL + MARGIN), cells >= 0."""
        known = np.concatenate([self._kept, block], axis=1)
        whole = max(known.shape[1] - 2 * MARGIN, 0) // CELL * CELL
        self._kept = known[:, whole:]
        return known[:, : whole + 2 * MARGIN]

    def rest(self) -> Samples:
        """What is left at the end, with silence after it."""
        return np.pad(self._kept, ((0, 0), (0, MARGIN)))


def _windows(channel: Samples) -> Samples:
    return np.lib.stride_tricks.sliding_window_view(channel, CELL + 2 * MARGIN)[::CELL]


def _sampled(channel: Samples) -> Samples:
    return np.asarray(np.abs(channel).reshape(-1, CELL).max(axis=1))


def _between(windows: Samples) -> Samples:
    values = windows @ _interpolator()
    return np.asarray(np.abs(values, out=values).max(axis=1))
