"""A voice activity detector for tests, and for machines without a model: takes loud sound for speech."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.voice_activity.base import RATE, Samples, Stretch

THRESHOLD: Final = 0.01
STEP: Final = RATE // 100


class LoudIsSpeech(Struct, frozen=True):
    """Finds the stretches in which every 10 ms have a sample above one percent of full scale."""

    @property
    def name(self) -> str:
        """Always "loudness"."""
        return "loudness"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "loudness 1"

    def speech(self, samples: Samples) -> tuple[Stretch, ...]:
        """See the port."""
        whole = samples[: len(samples) // STEP * STEP].reshape(-1, STEP)
        loud = np.abs(whole).max(axis=1, initial=0.0) > THRESHOLD
        edges = np.flatnonzero(np.diff(np.concatenate(([0], loud.astype(np.int8), [0])))) * STEP
        return tuple((int(first), int(last)) for first, last in edges.reshape(-1, 2))
