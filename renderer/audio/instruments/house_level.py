"""The common level of all instruments."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.signal.samples import Samples, amplitude
from renderer.audio.signal.weighting import HOP, energies, k_weighting, loudness_of

HOUSE_LUFS: Final = -24.0
"""Loudness of the loudest 100 ms of every instrument's sound, so that levels in mood files compare."""

_EDGE: Final = 96
_SETTLE: Final = 2 * HOP


def housed(sound: Samples) -> Samples:
    """Remove clicks at both ends of `sound` (2, n) and bring it to the house level."""
    edge = min(_EDGE, sound.shape[1] // 2)
    ramp = (np.arange(edge, dtype=np.float32) + 0.5) / edge if edge else np.zeros(0, np.float32)
    clean = sound.copy()
    clean[:, sound.shape[1] - edge :] *= ramp[::-1]
    clean[:, : edge // 4] *= ramp[::4][: edge // 4]
    clean *= np.float32(amplitude(HOUSE_LUFS - loudness_of(_loudest(clean))))
    return clean


def _loudest(sound: Samples) -> float:
    """K-weighted mean square of the 100 ms with the most energy; only its neighbourhood is weighted."""
    frames = sound.shape[1]
    whole = frames // HOP * HOP
    last = np.pad(sound[:, whole:], ((0, 0), (0, HOP - frames + whole)))
    start = HOP * int(np.concatenate([energies(sound, HOP), energies(last, HOP)]).argmax())
    first, end = max(start - _SETTLE, 0), min(start + HOP, frames)
    nearby = np.zeros((2, _SETTLE + HOP), np.float32)
    nearby[:, first - start + _SETTLE : end - start + _SETTLE] = sound[:, first:end]
    return float(energies(k_weighting(2)(nearby)[:, _SETTLE:], HOP)[0])
