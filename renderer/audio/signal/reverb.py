"""A hall: an eight-line feedback delay network (Jot and Chaigne, AES 90, 1991) at half the sample rate.

All lines are longer than `CHUNK`, so a whole chunk is computed at once and the loop over time is short. At
24 kHz the network loses nothing: a hall has no highs left to speak of.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE

CHUNK: Final = 840
_RATE: Final = AUDIO_RATE // 2
_DELAYS: Final = np.array([887, 1021, 1153, 1301, 1427, 1559, 1697, 1867])
_LINES: Final = len(_DELAYS)
_LONGEST: Final = int(_DELAYS.max())
_SIDES: Final = np.array([[1, 0, 1, 0, -1, 0, -1, 0], [0, 1, 0, 1, 0, -1, 0, -1]])
"""How the lines are heard left and right."""
_DIFFUSION: Final = ((7, 0.8), (113, -0.65), (251, 0.6), (397, -0.5), (577, 0.45), (761, -0.4))
_DIFFUSION_REACH: Final = 761
_SOFT: Final = np.array([0.125, 0.375, 0.375, 0.125], np.float32)


class Hall:
    """Streams (2, n) dry sound to (2, n) reverberation; n must be even until the last block.

    `seconds` is the reverberation time (-60 dB) of the lows; `damping` in [0, 1] takes the highs away faster.
    """

    def __init__(self, *, seconds: float, damping: float) -> None:
        gain = 10.0 ** (-3.0 * _DELAYS / (_RATE * seconds))
        # a loop of gain g answers an impulse with energy 1 / (1 - g^2)
        level = (1.0 - float(np.mean(gain**2))) ** 0.5
        self._side = np.float32(0.24 * damping)
        self._mix: Samples = (np.vstack([_hadamard(), level * _SIDES]) * gain).astype(np.float32)
        # what leaves the lines from one frame ago on: every line lies shifted by its delay
        self._coming: Samples = np.zeros((_LINES, _LONGEST + 2), np.float32)
        self._recent: Samples = np.zeros((2, _DIFFUSION_REACH), np.float32)
        self._edge: Samples = np.zeros((2, 3), np.float32)
        self._last: Samples = np.zeros((2, 1), np.float32)

    def __call__(self, block: Samples) -> Samples:
        """The next block's reverberation."""
        wet = self._rung(self._diffused(self._halved(block)))
        return self._doubled(wet)[:, : block.shape[1]]

    def _halved(self, block: Samples) -> Samples:
        whole = np.pad(block, ((0, 0), (0, block.shape[1] % 2)))
        sound = np.concatenate([self._edge, whole], axis=1)
        self._edge = sound[:, -3:]
        count = whole.shape[1]
        return sum(
            (_SOFT[tap] * sound[:, tap : tap + count : 2] for tap in range(4)), np.zeros((2, 1), np.float32)
        )

    def _diffused(self, slow: Samples) -> Samples:
        sound = np.concatenate([self._recent, slow], axis=1)
        self._recent = sound[:, -_DIFFUSION_REACH:]
        spread = np.zeros_like(slow)
        for delay, level in _DIFFUSION:
            start = _DIFFUSION_REACH - delay
            side = np.array([[level], [abs(level)]], np.float32)
            spread += side * sound[:, start : start + slow.shape[1]]
        return spread

    def _rung(self, slow: Samples) -> Samples:
        """The network's answer to (2, n), chunk by chunk."""
        frames = slow.shape[1]
        lines = np.concatenate([self._coming, np.zeros((_LINES, frames), np.float32)], axis=1)
        wet = np.empty((2, frames), np.float32)
        for start in range(0, frames, CHUNK):
            end = min(start + CHUNK, frames)
            wet[:, start:end] = self._step(lines, slow[:, start:end], start)
        self._coming = lines[:, frames:]
        return wet

    def _step(self, lines: Samples, chunk: Samples, start: int) -> Samples:
        """One chunk through the network: damped delays out, mixed back in."""
        count = chunk.shape[1]
        leaving = lines[:, start : start + count + 2]
        damped = leaving[:, :-2] + leaving[:, 2:]
        damped *= self._side
        damped += (1 - 2 * self._side) * leaving[:, 1:-1]
        mixed = self._mix @ damped
        mixed[0:_LINES:2] += chunk[0]
        mixed[1:_LINES:2] += chunk[1]
        for line, delay in enumerate(_DELAYS.tolist()):
            at = start + 1 + delay
            lines[line, at : at + count] = mixed[line]
        return mixed[_LINES:]

    def _doubled(self, wet: Samples) -> Samples:
        sound = np.concatenate([self._last, wet], axis=1)
        self._last = sound[:, -1:]
        full = np.empty((2, 2 * wet.shape[1]), np.float32)
        full[:, 0::2] = np.float32(0.75) * sound[:, :-1] + np.float32(0.25) * sound[:, 1:]
        full[:, 1::2] = np.float32(0.25) * sound[:, :-1] + np.float32(0.75) * sound[:, 1:]
        return full


def _hadamard() -> Floats:
    """(8, 8) orthogonal mixing matrix."""
    seed = np.array([[1.0, 1.0], [1.0, -1.0]])
    return np.asarray(np.kron(np.kron(seed, seed), seed) / np.sqrt(_LINES))
