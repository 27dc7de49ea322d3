"""Sums of decaying sines as one matrix product: exact, free of aliasing, and faster than any oscillator loop.

A partial is z**n with z = exp(-decay + i*omega). With n = k * STRIDE + m it factors into a coarse and a fine
power, so a whole note is the real part of (K, P) @ (P, STRIDE), which BLAS computes at full speed. Without
decay, steps equally far before and after the middle have conjugate powers, so half the product yields both.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.doubling import REACH, doubled

Complexes = npt.NDArray[np.complex128]

_STRIDE: Final = 192
_RADIX: Final = 24
_HIGHEST_HZ: Final = 18_000.0
_BORDERS_HZ: Final = (0.0, 4_800.0, 9_600.0, _HIGHEST_HZ)
"""Band edges: 0.4 times a quarter of the rate and 0.4 times half of it, since content below 0.4 times a rate
survives doubling that rate.
"""
_FIRST: Final = REACH + REACH // 2
"""Samples rendered before the start at a quarter of the rate: context for this doubling and the next one."""
_MONO_HZ: Final = 160.0
_WIDE_HZ: Final = 500.0


class Partials(Struct, frozen=True, eq=False):
    """Parallel rows (P,): frequency in hertz, amplitude, decay per second, phase, pan in [-1, 1]."""

    hertz: Floats
    level: Floats
    decay: Floats
    phase: Floats
    pan: Floats


def joined(*groups: Partials) -> Partials:
    """Merge the partials of several groups into one."""
    return Partials(
        np.concatenate([group.hertz for group in groups]),
        np.concatenate([group.level for group in groups]),
        np.concatenate([group.decay for group in groups]),
        np.concatenate([group.phase for group in groups]),
        np.concatenate([group.pan for group in groups]),
    )


def rendered(partials: Partials, frames: int) -> Samples:
    """Render (2, frames) of sound, dropping partials above 18 kHz and centring those below 160 Hz.

    Low partials that do not decay are computed at a quarter or half of the rate.
    """
    if partials.decay.any():
        return _decaying(_between(partials, 0.0, _HIGHEST_HZ), frames)
    low, middle, high = (_between(partials, *band) for band in itertools.pairwise(_BORDERS_HZ))
    around = -(-frames // 2) + 2 * REACH
    wide = _steady(low, AUDIO_RATE // 4, first=-_FIRST, frames=-(-around // 2) + 2 * REACH)
    sound = doubled(wide)[:, :around]
    if len(middle.hertz):
        sound += _steady(middle, AUDIO_RATE // 2, first=-REACH, frames=around)
    sound = doubled(sound)[:, :frames]
    if len(high.hertz):
        sound += _steady(high, AUDIO_RATE, first=0, frames=frames)
    return sound


def _between(partials: Partials, low_hz: float, high_hz: float) -> Partials:
    """Select the partials above `low_hz` and up to `high_hz`."""
    chosen = (partials.hertz > low_hz) & (partials.hertz <= high_hz)
    rows = partials.hertz, partials.level, partials.decay, partials.phase, partials.pan
    return Partials(*(row[chosen] for row in rows))


def _decaying(partials: Partials, frames: int) -> Samples:
    """Render (2, frames) of decaying partials, step by step from the start."""
    exponent: Complexes = np.asarray((2j * np.pi * partials.hertz - partials.decay) / AUDIO_RATE)
    coarse = _powers(exponent * _STRIDE, -(-frames // _STRIDE))
    fine = _powers(exponent, _STRIDE).T * np.exp(1j * partials.phase)[:, None]
    rows, sides = np.hstack([coarse.real, -coarse.imag]).astype(np.float32), _panned(partials)
    sound = _by_side(rows @ np.vstack([_sided(fine.real, sides), _sided(fine.imag, sides)]))
    return sound.reshape(2, -1)[:, :frames]


def _steady(partials: Partials, rate: int, *, first: int, frames: int) -> Samples:
    """(2, frames) at `rate` from sample `first` on of undamped partials, from the middle outwards."""
    exponent: Complexes = np.asarray(2j * np.pi * partials.hertz / rate)
    steps = -(-frames // _STRIDE)
    middle = steps // 2
    coarse = _powers(exponent * _STRIDE, middle + 1)
    turned = np.exp(1j * partials.phase + exponent * (first + _STRIDE * middle))
    fine, sides = _powers(exponent, _STRIDE).T * turned[:, None], _panned(partials)
    even = _by_side(coarse.real.astype(np.float32) @ _sided(fine.real, sides))
    odd = _by_side(coarse.imag.astype(np.float32) @ _sided(fine.imag, sides))
    sound = np.empty((2, 2 * middle + 1, _STRIDE), np.float32)
    np.subtract(even, odd, out=sound[:, middle:])
    np.add(even[:, 1:], odd[:, 1:], out=sound[:, :middle][:, ::-1])
    return sound.reshape(2, -1)[:, :frames]


def _sided(fine: Floats, sides: Floats) -> Samples:
    """Spread (P, STRIDE) to (P, 2 * STRIDE): the left channel's part, then the right channel's."""
    levels = sides.astype(np.float32).T[:, :, None]
    return (fine.astype(np.float32)[:, None, :] * levels).reshape(len(fine), 2 * _STRIDE)


def _by_side(both: Samples) -> Samples:
    """Split (steps, 2 * STRIDE) into (2, steps, STRIDE)."""
    return both.reshape(len(both), 2, _STRIDE).transpose(1, 0, 2)


def _powers(exponent: npt.NDArray[Any], count: int) -> Complexes:
    """exp(k * exponent) for k < count, (count, P); multiplying few exponentials beats computing many."""
    low = np.exp(np.outer(np.arange(_RADIX), exponent))
    high = np.exp(np.outer(np.arange(-(-count // _RADIX)) * _RADIX, exponent))
    powers: Complexes = (high[:, None, :] * low[None, :, :]).reshape(len(high) * _RADIX, len(exponent))
    return powers[:count]


def _panned(partials: Partials) -> Floats:
    """(2, P): levels left and right."""
    width = np.clip((partials.hertz - _MONO_HZ) / (_WIDE_HZ - _MONO_HZ), 0.0, 1.0)
    angle = (1.0 + partials.pan * width) * np.pi / 4.0
    return np.stack([partials.level * np.cos(angle), partials.level * np.sin(angle)])
