"""Inter-sample peaks: 4x oversampling with windowed sincs, and the highest value of each cell."""

from __future__ import annotations

import numpy as np

from renderer.audio.signal.samples import Samples
from renderer.kernels.sound import peaks
from renderer.kernels.sound.metering import CELL, MARGIN, interpolator

__all__ = ["CELL", "MARGIN", "Windows", "highest_peak", "oversampled_peaks"]


def oversampled_peaks(sound: Samples) -> Samples:
    """Highest absolute value per cell over time and channels, at four times the rate.

    `sound` is (channels, MARGIN + frames + MARGIN). The result has ceil(frames / CELL) cells, the last of
    which is padded with silence past the end.
    """
    return peaks.peaks(_whole(sound), interpolator())


def highest_peak(sound: Samples, least: float) -> float:
    """The highest of `oversampled_peaks(sound)`, or `least` where that is more.

    Only cells near samples loud enough to be the highest are oversampled.
    """
    found = peaks.peaks(_whole(sound), interpolator(), least=least, rising=True)
    return max(least, float(found.max(initial=0.0)))


def _whole(sound: Samples) -> Samples:
    """Pad with silence at the end to a whole number of cells."""
    spare = -(sound.shape[1] - 2 * MARGIN) % CELL
    return np.pad(sound, ((0, 0), (0, spare))) if spare else sound


class Windows:
    """Cuts a stream into stretches of whole cells with `MARGIN` frames of context on both sides."""

    def __init__(self, channels: int) -> None:
        self._kept: Samples = np.zeros((channels, MARGIN), np.float32)

    def after(self, block: Samples) -> Samples:
        """What the next block (channels, n) completes: (channels, MARGIN + k * CELL + MARGIN), k >= 0."""
        known = np.concatenate([self._kept, block], axis=1)
        whole = max(known.shape[1] - 2 * MARGIN, 0) // CELL * CELL
        self._kept = known[:, whole:]
        return known[:, : whole + 2 * MARGIN]

    def rest(self) -> Samples:
        """The remainder at the end of the stream, followed by silence."""
        return np.pad(self._kept, ((0, 0), (0, MARGIN)))
