"""Doubles the rate of sound, exact to 90 dB for frequencies below two fifths of the lower rate."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Sound

REACH: Final = 16
"""Samples of context on each side, at the lower rate."""

_KAISER_BETA: Final = 9.0


def doubled(sound: Sound) -> Sound:
    """(channels, 2 * count) from (channels, REACH + count + REACH): each sample and the midpoint to the next.

    Raises:
        ValueError: the sound cannot be used as it is, or is shorter than its context.
    """
    sound = checks.source(sound)
    channels, count = sound.shape[0], sound.shape[1] - 2 * REACH
    if count < 0:
        message = f"{sound.shape} is shorter than its context"
        raise ValueError(message)
    output = np.empty((channels, 2 * count), np.float32)
    compiled = library()
    if not compiled:
        reference.doubled(output, sound, _taps())
        return output
    given = *checks.place(output), *checks.place(sound)
    compiled.clipwright_double(*given, channels, count, checks.address(_taps()))
    return output


@cache
def _taps() -> Sound:
    """(REACH,) weights of the samples on either side of a midpoint, the nearest first; read only."""
    distance = np.arange(REACH) + 0.5
    shape = np.i0(_KAISER_BETA * np.sqrt(1.0 - (distance / REACH) ** 2)) / np.i0(_KAISER_BETA)
    weights = np.sinc(distance) * shape
    taps: Sound = (0.5 * weights / weights.sum()).astype(np.float32)
    taps.flags.writeable = False
    return taps
