"""The pitch of a voice: median fundamental frequency of its voiced parts, by autocorrelation."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

_LOWEST, _HIGHEST = 70.0, 420.0
_WINDOW_SECONDS: Final = 0.05
_HOP_SECONDS: Final = 0.01
_VOICED: Final = 0.6


def median_pitch(samples: npt.NDArray[np.float32], rate: int) -> float:
    """Median pitch in hertz; 0 where nothing is voiced."""
    window, hop = round(_WINDOW_SECONDS * rate), round(_HOP_SECONDS * rate)
    lags = np.arange(int(rate / _HIGHEST), int(rate / _LOWEST), dtype=np.int64)
    loud = 0.1 * float(np.abs(samples).max(initial=0.0))
    found = []
    for start in range(0, len(samples) - 2 * window, hop):
        part = samples[start : start + 2 * window].astype(np.float64)
        if np.abs(part).max() > loud:
            found += _pitch_of(part, window, lags, rate)
    return float(np.median(found)) if found else 0.0


def _pitch_of(
    part: npt.NDArray[np.float64], window: int, lags: npt.NDArray[np.int64], rate: int
) -> list[float]:
    """Pitch of a part in hertz, from the lag of its strongest autocorrelation; empty if it is not voiced."""
    head = part[:window]
    size = 2 * len(part)
    products = np.fft.irfft(np.conj(np.fft.rfft(head, size)) * np.fft.rfft(part, size))[: lags[-1] + 2]
    power = np.concatenate([[0.0], np.cumsum(part**2)])
    energies = power[lags + window] - power[lags]
    scores = products[lags] / np.sqrt(energies * power[window] + 1e-12)
    best = int(scores.argmax())
    if scores[best] < _VOICED or not 0 < best < len(lags) - 1:
        return []
    before, here, after = (float(scores[best + by]) for by in (-1, 0, 1))
    bend = before - 2 * here + after
    return [rate / (lags[best] + (0.5 * (before - after) / bend if bend else 0.0))]
