"""Level followers and compression, computed once per millisecond and interpolated to samples."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from renderer.audio.signal.limiter import gain_samples
from renderer.audio.signal.samples import Floats, Samples
from renderer.audio.signal.true_peak import CELL
from renderer.kernels.sound.following import followed

CONTROL: Final = CELL
"""Frames per control value, 1 ms."""

_FLOOR: Final = 1e-12


def levels_db(sound: Samples) -> Floats:
    """RMS level of mono `sound` per millisecond, in dBFS; the last value covers the remainder."""
    count = -(-len(sound) // CONTROL)
    cells = np.pad(sound, (0, count * CONTROL - len(sound))).reshape(count, CONTROL)
    energy = np.einsum("nk,nk->n", cells, cells).astype(np.float64) / CONTROL
    return np.asarray(10.0 * np.log10(np.maximum(energy, _FLOOR)))


def follow(values_db: Floats, *, attack_ms: float, release_ms: float) -> Floats:
    """One-pole smoothing that rises with `attack_ms` and falls with `release_ms` (time constants)."""
    return followed(values_db, up=1.0 - math.exp(-1.0 / attack_ms), down=1.0 - math.exp(-1.0 / release_ms))


def compression_db(level_db: Floats, *, threshold_db: float, ratio: float, knee_db: float = 8.0) -> Floats:
    """Gain (<= 0 dB) of a soft-knee compressor (Giannoulis, Massberg, Reiss, JAES 60(6), 2012, eq. 4)."""
    slope = 1.0 / max(ratio, 1.0) - 1.0
    over = level_db - threshold_db
    knee = np.clip(over + knee_db / 2.0, 0.0, knee_db) ** 2 / (2.0 * knee_db)
    return slope * np.where(over > knee_db / 2.0, over, knee)


def per_sample(gain_db: Floats, frames: int) -> Samples:
    """Convert decibels per millisecond to a factor per sample, linear between the middles of the cells."""
    factors = (10.0 ** (gain_db / 20.0)).astype(np.float32)
    return gain_samples(factors, 0, len(factors))[:frames]
