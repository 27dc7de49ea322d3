"""Second-order sections: the audio EQ cookbook (R. Bristow-Johnson) and a stateful filter."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.filtering import Filter

__all__ = [
    "Filter",
    "band_pass",
    "filtered",
    "high_pass",
    "high_shelf",
    "low_pass",
    "low_shelf",
    "peak",
]

BUTTERWORTH_Q: Final = 1.0 / math.sqrt(2.0)


def _section(b: tuple[float, float, float], a: tuple[float, float, float]) -> Floats:
    return np.array([[*b, *a]], np.float64) / a[0]


def _angle(hertz: float, q: float, rate: int) -> tuple[float, float]:
    omega = 2.0 * math.pi * min(hertz, 0.49 * rate) / rate
    return math.cos(omega), math.sin(omega) / (2.0 * q)


def high_pass(hertz: float, *, q: float = BUTTERWORTH_Q, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6), 12 dB per octave below `hertz`."""
    cos, alpha = _angle(hertz, q, rate)
    half = (1.0 + cos) / 2.0
    return _section((half, -2.0 * half, half), (1.0 + alpha, -2.0 * cos, 1.0 - alpha))


def low_pass(hertz: float, *, q: float = BUTTERWORTH_Q, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6), 12 dB per octave above `hertz`."""
    cos, alpha = _angle(hertz, q, rate)
    half = (1.0 - cos) / 2.0
    return _section((half, 2.0 * half, half), (1.0 + alpha, -2.0 * cos, 1.0 - alpha))


def band_pass(hertz: float, *, q: float, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6) with 0 dB at `hertz`; `q` is the centre over the bandwidth."""
    cos, alpha = _angle(hertz, q, rate)
    return _section((alpha, 0.0, -alpha), (1.0 + alpha, -2.0 * cos, 1.0 - alpha))


def peak(hertz: float, gain_db: float, *, q: float = 1.0, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6) that raises or lowers the region around `hertz` by `gain_db`."""
    cos, alpha = _angle(hertz, q, rate)
    root = 10.0 ** (gain_db / 40.0)
    up, down = alpha * root, alpha / root
    return _section((1.0 + up, -2.0 * cos, 1.0 - up), (1.0 + down, -2.0 * cos, 1.0 - down))


def low_shelf(hertz: float, gain_db: float, *, q: float = BUTTERWORTH_Q, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6) that moves everything below `hertz` by `gain_db`."""
    return _shelf(hertz, gain_db, q=q, rate=rate, side=1.0)


def high_shelf(hertz: float, gain_db: float, *, q: float = BUTTERWORTH_Q, rate: int = AUDIO_RATE) -> Floats:
    """One section (1, 6) that moves everything above `hertz` by `gain_db`."""
    return _shelf(hertz, gain_db, q=q, rate=rate, side=-1.0)


def _shelf(hertz: float, gain_db: float, *, q: float, rate: int, side: float) -> Floats:
    cos, alpha = _angle(hertz, q, rate)
    cos *= side  # a high shelf is the low shelf mirrored at half the Nyquist frequency
    root = 10.0 ** (gain_db / 40.0)
    slope = 2.0 * math.sqrt(root) * alpha
    plus, minus = root + 1.0, root - 1.0
    b = (
        root * (plus - minus * cos + slope),
        2 * root * (minus - plus * cos),
        root * (plus - minus * cos - slope),
    )
    a = (plus + minus * cos + slope, -2.0 * (minus + plus * cos), plus + minus * cos - slope)
    return _section((b[0], side * b[1], b[2]), (a[0], side * a[1], a[2]))


def filtered(sound: Samples, *sections: Floats) -> Samples:
    """Filter a short sound, (frames,) or (channels, frames), through `sections` in series, from silence."""
    channels = np.atleast_2d(sound)
    return Filter(*sections, channels=len(channels))(channels).reshape(sound.shape)
