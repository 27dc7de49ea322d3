"""Sums of decaying sines as one matrix product: exact, free of aliasing, and faster than any oscillator loop.

A partial is z**n with z = exp(-decay + i*omega). With n = k * STRIDE + m it factors into a coarse and a fine
power, so a whole note is the real part of (K, P) @ (P, STRIDE), which BLAS does at full speed. Where nothing
decays, steps as far before the middle as after it have conjugate powers: half the product gives both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE

Complexes = npt.NDArray[np.complex128]

_STRIDE: Final = 384
_RADIX: Final = 24
_HIGHEST_HZ: Final = 18_000.0
_MONO_HZ: Final = 160.0
_WIDE_HZ: Final = 500.0


@dataclass(frozen=True, slots=True, eq=False)
class Partials:
    """Parallel rows (P,): frequency in hertz, amplitude, decay per second, phase, pan in [-1, 1]."""

    hertz: Floats
    level: Floats
    decay: Floats
    phase: Floats
    pan: Floats


def joined(*groups: Partials) -> Partials:
    """All partials of several groups in one."""
    return Partials(
        np.concatenate([group.hertz for group in groups]),
        np.concatenate([group.level for group in groups]),
        np.concatenate([group.decay for group in groups]),
        np.concatenate([group.phase for group in groups]),
        np.concatenate([group.pan for group in groups]),
    )


def rendered(partials: Partials, frames: int) -> Samples:
    """(2, frames) of sound; what lies above 18 kHz is left out, what is below 160 Hz stays in the middle."""
    heard = (partials.hertz < _HIGHEST_HZ) & (partials.hertz > 0.0)
    hertz, decay = partials.hertz[heard], partials.decay[heard]
    exponent: Complexes = np.asarray((2j * np.pi * hertz - decay) / AUDIO_RATE, np.complex128)
    steps = -(-frames // _STRIDE)
    start = np.exp(1j * partials.phase[heard])
    sides = _panned(hertz, partials.level[heard], partials.pan[heard])
    product = _decaying if decay.any() else _steady
    return product(exponent, start, np.stack(sides), steps).reshape(2, -1)[:, :frames]


def _decaying(exponent: Complexes, start: Complexes, sides: Floats, steps: int) -> Samples:
    """(2, steps, STRIDE) of z**n times `start` (P,), its parts at `sides` (2, P)."""
    coarse = _powers(exponent * _STRIDE, steps)
    fine = _powers(exponent, _STRIDE).T * start[:, None]
    rows = np.hstack([coarse.real, -coarse.imag]).astype(np.float32)
    return _by_side(rows @ np.vstack([_sided(fine.real, sides), _sided(fine.imag, sides)]))


def _steady(exponent: Complexes, start: Complexes, sides: Floats, steps: int) -> Samples:
    """As `_decaying` for |z| = 1, from the middle outwards."""
    middle = steps // 2
    coarse = _powers(exponent * _STRIDE, middle + 1)
    turned = start * np.exp(exponent * (_STRIDE * middle))
    fine = _powers(exponent, _STRIDE).T * turned[:, None]
    even = _by_side(coarse.real.astype(np.float32) @ _sided(fine.real, sides))
    odd = _by_side(coarse.imag.astype(np.float32) @ _sided(fine.imag, sides))
    sound = np.empty((2, 2 * middle + 1, _STRIDE), np.float32)
    np.subtract(even, odd, out=sound[:, middle:])
    np.add(even[:, 1:], odd[:, 1:], out=sound[:, :middle][:, ::-1])
    return sound[:, :steps]


def _sided(fine: Floats, sides: Floats) -> Samples:
    """(P, STRIDE) as (P, 2 * STRIDE): what goes left, then what goes right."""
    levels = sides.astype(np.float32).T[:, :, None]
    return (fine.astype(np.float32)[:, None, :] * levels).reshape(len(fine), 2 * _STRIDE)


def _by_side(both: Samples) -> Samples:
    """(steps, 2 * STRIDE) as (2, steps, STRIDE)."""
    return both.reshape(len(both), 2, _STRIDE).transpose(1, 0, 2)


def _powers(exponent: npt.NDArray[Any], count: int) -> Complexes:
    """exp(k * exponent) for k < count, (count, P); products of few exponentials are cheaper than many."""
    low = np.exp(np.outer(np.arange(_RADIX), exponent))
    high = np.exp(np.outer(np.arange(-(-count // _RADIX)) * _RADIX, exponent))
    powers: Complexes = (high[:, None, :] * low[None, :, :]).reshape(len(high) * _RADIX, len(exponent))
    return powers[:count]


def _panned(hertz: Floats, level: Floats, pan: Floats) -> tuple[Floats, Floats]:
    width = np.clip((hertz - _MONO_HZ) / (_WIDE_HZ - _MONO_HZ), 0.0, 1.0)
    angle = (1.0 + pan * width) * np.pi / 4.0
    return level * np.cos(angle), level * np.sin(angle)
