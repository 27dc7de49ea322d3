"""The port for voice activity detectors, which find the stretches of mono sound that contain speech.

To add one: 1. a module here with a frozen class that has `name`, `fingerprint` and `speech`; 2. a function
in renderer/worker/composition/engines.py; 3. an entry in tests/contract/detectors/test_voice_activity.py.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

RATE: Final = 16_000
"""Sample rate of the sound, in hertz."""

Samples = npt.NDArray[np.float32]
Stretch = tuple[int, int]
"""Indices of the first sample and of the one after the last."""


class VoiceActivityDetector(Protocol):
    """Detects speech."""

    @property
    def name(self) -> str:
        """Short name for logs."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same sound could give other stretches."""
        ...

    def speech(self, samples: Samples) -> tuple[Stretch, ...]:
        """Stretches of speech in mono sound at 16 kHz, in order, not overlapping.

        Raises:
            ClipwrightError: `provider_unconfigured`.
        """
        ...
