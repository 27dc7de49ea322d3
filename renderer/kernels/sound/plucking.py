"""A plucked string (Karplus-Strong): a burst that circulates in a loop and is softened with every lap."""

from __future__ import annotations

import math

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Doubles, Sound


def plucked(burst: Doubles, frames: int, *, step: float, loss: float) -> Sound:
    """(frames,): the burst (N,) and its laps, read in steps of `step` samples (> 0) by linear interpolation.

    Each sample of a lap is the mean of two neighbours in the previous lap, times `loss`.

    Raises:
        ValueError: the burst is empty, the step is not above 0, or too much is read.
    """
    period, last = len(burst), math.floor(max(frames - 1, 0) * step) + 2
    if burst.ndim != 1 or not period or not step > 0.0 or max(frames, last + period) > checks.MOST:
        message = f"{frames} frames in steps of {step} out of a burst of {burst.shape}"
        raise ValueError(message)
    line, sound = np.zeros(1 + max(last, period)), np.empty(frames, np.float32)
    line[1 : 1 + period] = burst
    compiled = library()
    if not compiled:
        reference.looped(line[1:], period, loss)
        reference.read(sound, line[1:], step)
        return sound
    given = checks.address(line), period, len(line) - 1, loss
    compiled.clipwright_pluck(checks.address(sound), frames, step, *given)
    return sound
