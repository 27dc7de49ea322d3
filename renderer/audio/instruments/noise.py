"""Shaped noise: the raw material of wind, whooshes, cymbals and paper. Always stereo, always from a key."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.instruments.tone import dice, frames_in
from renderer.audio.signal.filters import filtered, high_pass, low_pass
from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE

_WINDOW: Final = 1024
_SLIDE: Final = 256
_SHARED: Final = 0.5
"""Share of the power that both sides have in common, so that the noise survives a mono loudspeaker."""


def white(seconds: float, *key: int) -> Samples:
    """White noise (2, n) of unit variance, half of it common to both sides."""
    spread = np.float32(12.0**0.5)
    common, left, right = (
        dice(*key).random((3, frames_in(seconds)), dtype=np.float32) - np.float32(0.5)
    ) * spread
    share, own = np.float32(_SHARED**0.5), np.float32((1.0 - _SHARED) ** 0.5)
    return np.stack([common * share + left * own, common * share + right * own])


def banded(seconds: float, low_hz: float, high_hz: float, *key: int) -> Samples:
    """Noise between two frequencies, falling by 24 dB per octave outside."""
    return filtered(
        white(seconds, *key), high_pass(low_hz), high_pass(low_hz), low_pass(high_hz), low_pass(high_hz)
    )


def swept(seconds: float, path_hz: Floats, *, q: float, key: int) -> Samples:
    """Noise through a band-pass whose centre follows `path_hz` (equally spaced over the time).

    The centre moves in small steps with overlapping windows, which avoids retuning a recursive filter.
    """
    noise = white(seconds, key)
    frames = noise.shape[1]
    count = -(-frames // _SLIDE) + _WINDOW // _SLIDE
    padded = np.pad(noise, ((0, 0), (_WINDOW, count * _SLIDE - frames + _WINDOW)))
    window = np.sin(np.pi * (np.arange(_WINDOW) + 0.5) / _WINDOW).astype(np.float32)
    views = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW, axis=1)[:, ::_SLIDE][:, :count]
    bins = np.fft.rfft(views * window) * _bands(path_hz, count, q)
    pieces = np.fft.irfft(bins, _WINDOW).astype(np.float32) * window
    sound = np.zeros_like(padded)
    for place in range(count):
        sound[:, place * _SLIDE : place * _SLIDE + _WINDOW] += pieces[:, place]
    return sound[:, _WINDOW : _WINDOW + frames]


def _bands(path_hz: Floats, count: int, q: float) -> Floats:
    """Gains (count, bins): bells on an octave scale, centred on the path."""
    centre = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(path_hz)), np.log2(path_hz))
    octaves = np.log2(np.maximum(np.fft.rfftfreq(_WINDOW, 1 / AUDIO_RATE), 20.0))
    return np.asarray(np.exp(-(((octaves[None, :] - centre[:, None]) * q) ** 2)))


def shape(seconds: float, *points: tuple[float, float]) -> Samples:
    """An envelope through (place in [0, 1], level) points, squared for a natural fall."""
    places, levels = zip(*points, strict=True)
    line = np.interp(np.linspace(0.0, 1.0, frames_in(seconds)), places, levels)
    return np.asarray(line**2, np.float32)
