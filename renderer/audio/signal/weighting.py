"""The K-weighting of ITU-R BS.1770-4 at 48 kHz, and loudness from weighted energy."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from renderer.audio.signal.samples import SILENCE_DB, Floats, Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound import filtering
from renderer.kernels.sound.filtering import Filter
from renderer.kernels.sound.metering import K_WEIGHTING, OFFSET_DB

HOP: Final = AUDIO_RATE // 10
"""Frames between two gating blocks, 100 ms."""


def k_weighting(channels: int) -> Filter:
    """A streaming K-weighting filter."""
    return Filter(K_WEIGHTING, channels=channels)


def energies(weighted: Samples, cell: int) -> Floats:
    """Mean square per `cell` frames summed over channels; frames past the last whole cell are dropped."""
    return filtering.energies(np.atleast_2d(weighted), cell) / cell


def loudness_of(energy: float) -> float:
    """LUFS of a K-weighted mean square summed over channels."""
    return OFFSET_DB + 10.0 * math.log10(energy) if energy > 0.0 else SILENCE_DB
