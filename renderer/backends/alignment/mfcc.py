"""Mel-frequency cepstra (Davis & Mermelstein 1980) with matched noise: the features that DTW compares.

Where the narration has noise or music under it, the same noise is added to the reference *in the power
domain* before the logarithm (parallel model combination, Gales & Young 1996), to make both comparable.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from numpy.lib.stride_tricks import sliding_window_view

from renderer.backends.alignment.warping import products
from renderer.backends.speech.base import Speech

RATE: Final = 16_000
HOP: Final = 160
"""Samples between frames: 10 ms."""
WINDOW: Final = 400
BINS: Final = 512
BANDS: Final = 40
LOWEST_HZ: Final = 80.0
HIGHEST_HZ: Final = 7600.0
COEFFICIENTS: Final = 13
NOISE_PERCENTILE: Final = 5.0
DARK_DB: Final = -55.0
"""Floor relative to the mean level of the speech, so that digital silence is not minus infinity."""
VOICED_DB: Final = -30.0
"""Level relative to the loudest frame, after noise subtraction, from which a frame counts as speech."""
SHORTEST_RUN: Final = 3
"""Shortest run of speech in frames; anything shorter is taken for a peak of the noise."""
NOISE_RISE: Final = 18.0
"""Multiple of a band's noise floor that noise seldom exceeds (over-subtraction, Berouti et al. 1979)."""

Frames = npt.NDArray[np.float32]
Voiced = npt.NDArray[np.bool_]


class Cepstra(Struct, frozen=True, kw_only=True, eq=False):
    """`frames`, shape (n, 26): standardised cepstra and their deltas; `voiced`, shape (n,)."""

    frames: Frames
    voiced: Voiced


def mel_power(speech: Speech) -> Frames:
    """Power in 40 mel bands, shape (frames, 40), every 10 ms; frame k is centred at k x 10 ms."""
    from scipy.fft import rfft  # noqa: PLC0415  ten times as fast as numpy's on many short rows, slow to load

    samples = at_rate(speech)
    emphasised = np.append(samples[:1], samples[1:] - 0.97 * samples[:-1])
    padded = np.pad(emphasised, (WINDOW // 2, WINDOW // 2 + HOP))
    pieces = sliding_window_view(padded, WINDOW)[::HOP]
    spectrum: Any = rfft(pieces * _window(), BINS)
    return products(spectrum.real**2 + spectrum.imag**2, _filters())


def at_rate(speech: Speech) -> npt.NDArray[np.float32]:
    """The samples at 16 kHz."""
    if speech.rate == RATE:
        return speech.samples
    import soxr  # noqa: PLC0415  heavy, and only aligned speech needs it

    resampled: Any = soxr.resample(speech.samples, speech.rate, RATE)
    return np.asarray(resampled, np.float32)


@functools.cache
def _window() -> Frames:
    return np.hanning(WINDOW).astype(np.float32)


@functools.cache
def _filters() -> Frames:
    """Triangular mel filters, shape (257, 40)."""
    mels = np.linspace(_mel(LOWEST_HZ), _mel(HIGHEST_HZ), BANDS + 2)
    corners = 700.0 * (10.0 ** (mels / 2595.0) - 1.0)
    hertz = np.fft.rfftfreq(BINS, 1.0 / RATE)[:, None]
    low, top, high = corners[:-2], corners[1:-1], corners[2:]
    filters = np.clip(np.minimum((hertz - low) / (top - low), (high - hertz) / (high - top)), 0.0, None)
    return filters.astype(np.float32)


def _mel(hertz: float) -> float:
    return float(2595.0 * np.log10(1.0 + hertz / 700.0))


def noise_floor(power: Frames) -> Frames:
    """Power per band, shape (40,), of the stationary noise."""
    return np.percentile(power, NOISE_PERCENTILE, axis=0).astype(np.float32)


def signal_to_noise_db(power: Frames) -> float:
    """Mean level above the noise floor relative to the floor, in decibels; 60 at most."""
    floor = float(noise_floor(power).sum())
    above = max(float(power.sum(axis=1).mean()) - floor, 1e-12)
    return min(60.0, 10.0 * float(np.log10(above / max(floor, above * 1e-6))))


def matched(power: Frames, *, like: Frames) -> Frames:
    """`power` scaled to the level of `like`, with the noise floor of `like` added."""
    floor = noise_floor(like)
    above = max(float((like - floor).mean()), 1e-12)
    noisy: Frames = power * np.float32(above / max(float(power.mean()), 1e-12)) + floor
    return noisy


def cepstra(power: Frames) -> Cepstra:
    """Cepstra of band powers, standardised over the voiced frames."""
    mean = max(float(power.mean()), 1e-12)
    loudness = np.log(power + mean * 10.0 ** (DARK_DB / 10.0))
    plain = products(loudness, _cosines())
    frames = np.hstack([plain, np.gradient(plain, axis=0)])
    voiced = voiced_frames(power)
    heard = frames[voiced]
    standard = (frames - heard.mean(axis=0)) / (heard.std(axis=0) + np.float32(1e-6))
    return Cepstra(frames=standard.astype(np.float32, copy=False), voiced=voiced)


def voiced_frames(power: Frames) -> Voiced:
    """Which frames hold speech, judged by the power above the noise in any band; always at least one."""
    level = np.maximum(power - NOISE_RISE * noise_floor(power), 0.0).sum(axis=1)
    voiced: Voiced = level >= level.max() * 10.0 ** (VOICED_DB / 10.0)
    lasting = _lasting(voiced)
    return lasting if lasting.any() else voiced


def _lasting(voiced: Voiced) -> Voiced:
    """`voiced` without runs shorter than `SHORTEST_RUN`: a morphological opening in time."""
    if len(voiced) < SHORTEST_RUN:
        return voiced
    edge = SHORTEST_RUN - 1
    kept = sliding_window_view(voiced, SHORTEST_RUN).all(axis=1)
    return np.asarray(sliding_window_view(np.pad(kept, edge), SHORTEST_RUN).any(axis=1), np.bool_)


@functools.cache
def _cosines() -> Frames:
    """Orthonormal DCT-II, shape (40, 13)."""
    bands = np.arange(BANDS)[:, None] + 0.5
    table = np.cos(np.pi / BANDS * bands * np.arange(COEFFICIENTS)) * np.sqrt(2.0 / BANDS)
    table[:, 0] /= np.sqrt(2.0)
    single: Frames = table.astype(np.float32)
    return single
