"""Mono-compatible stereo width: the side signal is raised above the bass, the mid signal left as it is."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.signal.filters import Filter, high_pass
from renderer.audio.signal.samples import Samples

SIDES: Final = 1.0
"""Share added to the difference of both channels; their sum, which mono plays, does not change."""

ABOVE_HZ: Final = 220.0
"""Lower limit of the widening; bass below it stays in the middle."""


class Widener:
    """Widens consecutive blocks (2, frames) of one sound."""

    def __init__(self, *, sides: float = SIDES, above_hz: float = ABOVE_HZ) -> None:
        self._sides = np.float32(0.5 * sides)
        self._filter = Filter(high_pass(above_hz), channels=1)

    def __call__(self, block: Samples) -> Samples:
        """The next block, widened."""
        more = self._sides * self._filter(block[:1] - block[1:])[0]
        return np.asarray(block + np.stack([more, -more]), np.float32)
