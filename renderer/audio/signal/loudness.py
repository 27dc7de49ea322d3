"""Loudness and true peak after ITU-R BS.1770-4 (2015), for 48 kHz mono and stereo.

K-weighting: annex 1, tables 1 and 2. Gating: 400 ms blocks every 100 ms, -70 LUFS absolute, -10 LU relative.
True peak: annex 2, 4x oversampling, with a longer interpolator than the example given there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.signal.samples import SILENCE_DB, Floats, Samples, decibels
from renderer.audio.signal.true_peak import Windows, highest_peak
from renderer.audio.signal.weighting import HOP, energies, k_weighting, loudness_of
from renderer.kernels.sound.metering import OFFSET_DB

__all__ = [
    "HOP",
    "Loudness",
    "LoudnessMeter",
    "block_energies",
    "energies",
    "integrated",
    "k_weighting",
    "loudness",
    "loudness_of",
    "measured",
]

_HOPS_PER_BLOCK: Final = 4
_ABSOLUTE_GATE: Final = -70.0
_RELATIVE_GATE: Final = -10.0


class Loudness(Struct, frozen=True, kw_only=True):
    """Integrated loudness in LUFS and the highest true peak in dBTP; `SILENCE_DB` stands for silence."""

    lufs: float
    true_peak_dbtp: float


def block_energies(hops: Floats) -> Floats:
    """Mean square of the 400 ms gating blocks from the mean squares of 100 ms hops."""
    if len(hops) < _HOPS_PER_BLOCK:
        return np.array([hops.mean()]) if len(hops) else np.zeros(1)
    total = np.cumsum(np.concatenate([[0.0], hops]))
    sums = total[_HOPS_PER_BLOCK:] - total[:-_HOPS_PER_BLOCK]
    return np.asarray(np.maximum(sums, 0.0) / _HOPS_PER_BLOCK)


def _energy_of(lufs: float) -> float:
    return float(10.0 ** ((lufs - OFFSET_DB) / 10.0))


def integrated(hops: Floats) -> float:
    """Gated loudness (LUFS) of mean squares per 100 ms; sounds under 400 ms count as one block."""
    audible = block_energies(hops)
    audible = audible[audible > _energy_of(_ABSOLUTE_GATE)]
    if not len(audible):
        return SILENCE_DB
    gate = float(audible.mean()) * 10.0 ** (_RELATIVE_GATE / 10.0)
    return loudness_of(float(audible[audible > gate].mean()))


class LoudnessMeter:
    """Collects K-weighted mean squares per 100 ms from blocks of any length."""

    def __init__(self, channels: int) -> None:
        self._weigh = k_weighting(channels)
        self._rest: Samples = np.zeros((channels, 0), np.float32)
        self._hops: list[Floats] = []

    def feed(self, block: Samples) -> None:
        """Measure the next block (channels, frames)."""
        weighted = np.concatenate([self._rest, self._weigh(np.atleast_2d(block))], axis=1)
        self._hops.append(energies(weighted, HOP))
        self._rest = weighted[:, weighted.shape[1] // HOP * HOP :]

    def hops(self) -> Floats:
        """All hops so far; a sound shorter than one hop yields the mean square of its whole length."""
        whole: Sequence[Floats] = [hop for hop in self._hops if len(hop)]
        if whole:
            return np.concatenate(whole)
        return energies(self._rest, self._rest.shape[1]) if self._rest.shape[1] else np.zeros(0)

    def integrated(self) -> float:
        """Gated loudness so far, LUFS."""
        return integrated(self.hops())


def loudness(sound: Samples) -> float:
    """Gated loudness (LUFS) of a whole short sound, (frames,) or (channels, frames)."""
    channels = np.atleast_2d(sound)
    meter = LoudnessMeter(len(channels))
    meter.feed(channels)
    return meter.integrated()


def measured(sound: Iterable[Samples], channels: int) -> Loudness:
    """Measure loudness and true peak of a stream of (channels, frames) blocks."""
    meter, windows, highest = LoudnessMeter(channels), Windows(channels), 0.0
    for block in sound:
        meter.feed(block)
        highest = highest_peak(windows.after(block), highest)
    highest = highest_peak(windows.rest(), highest)
    return Loudness(lufs=meter.integrated(), true_peak_dbtp=decibels(highest))
