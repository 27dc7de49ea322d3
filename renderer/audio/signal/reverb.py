"""A hall: an eight-line feedback delay network (Jot and Chaigne, AES 90, 1991) at half the sample rate.

Running at 24 kHz costs nothing audible, since a hall's reverberation has hardly any highs.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.hall import rung
from renderer.kernels.sound.hall_design import HallDesign, silent

_RATE: Final = AUDIO_RATE // 2
_DELAYS: Final = (887, 1021, 1153, 1301, 1427, 1559, 1697, 1867)
_DIFFUSION: Final = ((7, 0.8), (113, -0.65), (251, 0.6), (397, -0.5), (577, 0.45), (761, -0.4))


class Hall:
    """Streams (2, n) dry sound to (2, n) reverberation; n must be even until the last block.

    `seconds` is the reverberation time (-60 dB) of the lows; `damping` in [0, 1] shortens that of the highs.
    """

    def __init__(self, *, seconds: float, damping: float) -> None:
        self._design = _designed(seconds, damping)
        self._memory = silent(self._design)

    def __call__(self, block: Samples) -> Samples:
        """Reverberation of the next block."""
        odd = block.shape[1] % 2
        whole = np.pad(block, ((0, 0), (0, odd))) if odd else block
        return rung(whole, self._design, self._memory)[:, : block.shape[1]]


def _designed(seconds: float, damping: float) -> HallDesign:
    delays, (taps, levels) = np.array(_DELAYS), zip(*_DIFFUSION, strict=True)
    gain = 10.0 ** (-3.0 * delays / (_RATE * seconds))
    # a loop of gain g responds to an impulse with energy 1 / (1 - g^2)
    level = (1.0 - float(np.mean(gain**2))) ** 0.5
    orthogonal = len(delays) ** -0.5  # makes sums and differences of all lines as loud as the lines
    side = np.float32(0.24 * damping)
    return HallDesign(
        delays=delays.astype(np.int32),
        gains=(orthogonal * gain).astype(np.float32),
        taps=np.array(taps, np.int32),
        levels=np.array([levels, np.abs(levels)], np.float32),
        side=side,
        middle=np.float32(1.0) - np.float32(2.0) * side,
        heard=np.float32(level / orthogonal),
    )
