"""Synthesises a Hibari voice's waveform from its network's predictions: source and filter in the spectrum.

For each frame of 12.5 ms the network predicts the pitch and, for 601 bins, a voiced envelope with its phase,
a noise envelope, and a free part with its own phase (hibari, M. Williams, Apache-2.0; README, "How it
works"):

    S = exp(voiced) e^{i pi tanh(turn)} STFT(pulses(pitch)) + exp(noise) Z + exp(free) e^{i phase}

The waveform is the inverse transform of S.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Samples

RATE: Final = 24_000
HOP: Final = 300
WINDOW: Final = 1_200
_OVERLAP: Final = WINDOW // HOP
_HANN: Final = (0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(WINDOW) / WINDOW)).astype(np.float32)
_LOWEST_PITCH: Final = 40.0
_HIGHEST_HARMONIC: Final = 11_000.0
_LOUDEST: Final = 7.0
"""Natural logarithm of the largest magnitude; keeps a bad prediction finite."""
_SEED: Final = 1957


class Predicted(Struct, frozen=True, kw_only=True, eq=False):
    """The network's predictions, each (601, frames), except `pitch`: (frames,) in hertz, 0 where unvoiced."""

    voiced: Samples
    turn: Samples
    noise: Samples
    free: Samples
    phase: Samples
    pitch: Samples


def rendered(predicted: Predicted) -> Samples:
    """Mono samples at 24 kHz, 300 per frame; the noise depends only on the number of frames."""
    frames = predicted.voiced.shape[1]
    random = np.random.default_rng(_SEED)
    spectrum = _analysed(_pulses(predicted.pitch), frames)
    spectrum *= _polar(predicted.voiced, np.float32(np.pi) * np.tanh(predicted.turn))
    noise = random.standard_normal((*predicted.noise.shape, 2), dtype=np.float32).view(np.complex64)[..., 0]
    spectrum += noise * _magnitude(predicted.noise)
    spectrum += _polar(predicted.free, predicted.phase)
    return _synthesised(spectrum)


def _magnitude(logarithm: Samples) -> Samples:
    return np.exp(np.minimum(logarithm, np.float32(_LOUDEST)))


def _polar(logarithm: Samples, angle: Samples) -> np.ndarray[tuple[int, ...], np.dtype[np.complex64]]:
    turned = np.empty(angle.shape, np.complex64)
    magnitude = _magnitude(logarithm)
    turned.real, turned.imag = magnitude * np.cos(angle), magnitude * np.sin(angle)
    return turned


def _pulses(pitch: Samples) -> Samples:
    """Every harmonic below 11 kHz at amplitude 1, in phase: a Dirichlet kernel; silence where unvoiced.

    The pitch is interpolated linearly between the middles of frames.
    """
    frames = len(pitch)
    middles = (np.arange(frames) + 0.5) * HOP
    hertz = np.interp(np.arange(frames * HOP) + 0.5, middles, pitch.astype(np.float64))
    voiced = hertz > _LOWEST_PITCH
    hertz = np.maximum(hertz, _LOWEST_PITCH)
    half = np.pi * (np.cumsum(hertz) / RATE % 1.0)
    order = np.floor(_HIGHEST_HARMONIC / hertz) + 0.5
    below = 2.0 * np.sin(half)
    limit = np.abs(below) < 1e-3  # noqa: PLR2004  the kernel's own limit takes over: its order
    kernel = np.where(limit, order, np.sin(2.0 * order * half) / np.where(limit, 1.0, below)) - 0.5
    return np.where(voiced, kernel, 0.0).astype(np.float32)


def _analysed(sound: Samples, frames: int) -> np.ndarray[tuple[int, ...], np.dtype[np.complex64]]:
    """The spectrum, (601, frames): windows centred on frame starts, scaled so a unit cosine peaks at 1."""
    padded = np.pad(sound, WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:frames]
    from scipy.fft import rfft  # noqa: PLC0415  slow to load, needed by this voice alone

    return np.ascontiguousarray(rfft(windows * (_HANN * np.float32(4.0 / WINDOW)), axis=1).T)


def _synthesised(spectrum: np.ndarray[tuple[int, ...], np.dtype[np.complex64]]) -> Samples:
    """Inverse transform, windowed and overlapped; squared windows are divided out."""
    from scipy.fft import irfft  # noqa: PLC0415  slow to load, needed by this voice alone

    frames = spectrum.shape[1]
    pieces = irfft(spectrum.T, WINDOW, axis=1).astype(np.float32) * _HANN
    blocks, weights = pieces.reshape(frames, _OVERLAP, HOP), (_HANN**2).reshape(_OVERLAP, HOP)
    total = np.zeros((frames + _OVERLAP - 1, HOP), np.float32)
    weight = np.zeros_like(total)
    for lap in range(_OVERLAP):
        total[lap : lap + frames] += blocks[:, lap]
        weight[lap : lap + frames] += weights[lap]
    sound = (total / np.maximum(weight, 1e-8)).ravel()
    return np.asarray(sound[WINDOW // 2 : WINDOW // 2 + frames * HOP], np.float32)
