"""True peaks: the highest value of each cell of sound interpolated to four times its rate."""

from __future__ import annotations

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Sound
from renderer.kernels.sound.metering import CELL, MARGIN, Interpolator


def peaks(sound: Sound, between: Interpolator, *, least: float = 0.0, rising: bool = False) -> Sound:
    """Highest absolute value per cell over time and channels, at four times the rate.

    `sound` is (channels, MARGIN + cells * CELL + MARGIN). Interpolation may be skipped, leaving only samples,
    where no value can exceed `least` or, with `rising`, the highest value found before.

    Raises:
        ValueError: the sound cannot be used as it is, is not a whole number of cells, or the taps do not fit.
    """
    sound = checks.source(sound)
    channels, cells = sound.shape[0], (sound.shape[1] - 2 * MARGIN) // CELL
    if cells < 0 or sound.shape[1] != cells * CELL + 2 * MARGIN or between.taps.shape != (3, MARGIN):
        message = f"{sound.shape} is no whole number of cells, or {between.taps.shape} are not the taps"
        raise ValueError(message)
    taps, found = np.ascontiguousarray(between.taps, np.float32), np.zeros(cells, np.float32)
    compiled = library()
    if not compiled:
        found[:] = reference.peaks(sound, taps)
        return found
    given = checks.address(taps), between.overshoot, least, int(rising)
    compiled.clipwright_peaks(checks.address(found), cells, *checks.place(sound), channels, *given)
    return found
