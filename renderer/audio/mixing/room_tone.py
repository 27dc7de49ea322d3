"""Room tone: the quiet of the original's own room, laid under stretches from which speech was taken.

It is noise with the spectrum of the quietest moments outside speech, so it can last for any length without an
audible loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from renderer.audio.mixing.mixdown import curve_samples
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.samples import Floats, Samples
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.mix import GainCurve
from renderer.core.timecode import TimeRange, sample_at

WINDOW: Final = 4096
"""Samples per analysed moment, 85 ms."""
_HOP: Final = WINDOW // 2
_QUIETEST: Final = 0.1
"""Share of the moments that are taken as room tone."""
_SEED: Final = 19
_SILENT: Final = 1e-12
_AT_A_TIME: Final = 64
"""Windows of noise made at a time."""


@single_threaded
def room_spectrum(original: Path, speech: Sequence[TimeRange]) -> Floats:
    """Root mean square per frequency of the quietest moments outside `speech`, shape (channels, bins).

    When there is speech throughout, the quietest moments of the whole recording are used. Digitally silent
    moments do not count.

    Raises:
        ClipwrightError: `artifact_corrupt`.
    """
    taper = np.hanning(WINDOW).astype(np.float32)
    with WavReader(original) as wav:
        count = wav.frames // WINDOW
        power = np.array([_power(wav.read(at * WINDOW, WINDOW)) for at in range(count)])
        sounding = np.flatnonzero(power > _SILENT)
        free = np.array([at for at in sounding if not _within(int(at), speech)], np.int64)
        chosen = free if len(free) else sounding
        if not len(chosen):
            return np.zeros((wav.channels, WINDOW // 2 + 1))
        some = chosen[np.argsort(power[chosen], kind="stable")][: max(1, int(len(chosen) * _QUIETEST))]
        total = np.zeros((wav.channels, WINDOW // 2 + 1))
        for at in some:
            total += np.square(np.abs(np.fft.rfft(wav.read(int(at) * WINDOW, WINDOW) * taper, axis=1)))
        return np.asarray(np.sqrt(total / len(some)), np.float64)


def _power(block: Samples) -> float:
    return float(np.mean(np.square(block, dtype=np.float64)))


def _within(at: int, speech: Sequence[TimeRange]) -> bool:
    first, last = at * WINDOW, (at + 1) * WINDOW
    return any(sample_at(span.start) < last and first < sample_at(span.end) for span in speech)


@single_threaded
def write_room_tone(spectrum: Floats, taken: GainCurve, path: Path, *, frames: int) -> None:
    """Write room tone for `frames` samples, as loud as what the curve `taken` removes from the original.

    Where the curve removes the original entirely, the tone has full level; where it leaves the original
    alone, the tone is silent.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    with WavWriter(path, channels=len(spectrum)) as out:
        start = 0
        for block in _noise(spectrum, frames):
            heard = curve_samples(taken, start, block.shape[1])
            out.write(block * np.sqrt(np.maximum(0.0, 1.0 - np.square(heard))).astype(np.float32))
            start += block.shape[1]


def _noise(spectrum: Floats, frames: int) -> Iterator[Samples]:
    """Noise with this spectrum: windows of random phase, each half over the next, at constant power."""
    dice = np.random.default_rng(_SEED)
    taper = np.sin(np.pi * (np.arange(WINDOW) + 0.5) / WINDOW)
    # random phase spreads a tapered window's energy over the whole window; a Hann taper has 3/8 of it
    level = spectrum / np.sqrt(3 / 8)
    tail = np.zeros((len(spectrum), _HOP))
    left = frames
    while left > 0:
        phase = np.exp(2j * np.pi * dice.random((_AT_A_TIME, *spectrum.shape)))
        windows = np.fft.irfft(level * phase, WINDOW, axis=2) * taper
        laid = np.zeros((len(spectrum), _AT_A_TIME * _HOP + _HOP))
        laid[:, :_HOP] = tail
        for number, window in enumerate(windows):
            laid[:, number * _HOP : number * _HOP + WINDOW] += window
        tail = laid[:, -_HOP:].copy()
        count = min(left, _AT_A_TIME * _HOP)
        yield laid[:, :count].astype(np.float32)
        left -= count
