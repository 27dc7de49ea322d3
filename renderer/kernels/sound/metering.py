"""The filters of ITU-R BS.1770-4 at 48 kHz: K-weighting as sections, and interpolation for true peaks."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

CELL: Final = 48
"""Frames of a cell."""

MARGIN: Final = 16
"""Frames of context on each side."""

K_WEIGHTING: Final[npt.NDArray[np.float64]] = np.array(
    [
        [1.53512485958697, -2.69169618940638, 1.19839281085285, 1.0, -1.69065929318241, 0.73248077421585],
        [1.0, -2.0, 1.0, 1.0, -1.99004745483398, 0.99007225036621],
    ]
)
"""(2, 6): the head's shelf and the high-pass of annex 1, tables 1 and 2."""

OFFSET_DB: Final = -0.691
"""Loudness (LUFS) of a weighted mean square of 1, summed over both channels."""

_KAISER_BETA: Final = 7.0


class Interpolator(Struct, frozen=True, eq=False):
    """Weights that interpolate between two samples from the 32 around them, 16 on either side.

    `taps` (3, 16), outermost first, apply to pairs of samples at equal distance before and after: the weights
    of their sums for 1/4 and 3/4 of the way, the weights of their differences, which are added for one of
    these and subtracted for the other, and the weights of their sums for the middle. No interpolated value
    exceeds the highest sample times `overshoot`.
    """

    taps: npt.NDArray[np.float32]
    overshoot: float


@cache
def interpolator() -> Interpolator:
    """Windowed sincs centred 1/4, 2/4 and 3/4 of the way between two samples; the last mirrors the first.

    They are longer than the example in annex 2.
    """
    distance = (np.arange(2 * MARGIN) - (MARGIN - 1))[:, None] - np.array([0.25, 0.5])
    shape = np.i0(_KAISER_BETA * np.sqrt(np.clip(1.0 - (distance / MARGIN) ** 2, 0.0, 1.0)))
    quarter, middle = (np.sinc(distance) * shape / np.i0(_KAISER_BETA)).T
    even, odd = 0.5 * (quarter + quarter[::-1]), 0.5 * (quarter - quarter[::-1])
    taps = np.stack([even, odd, middle])[:, :MARGIN].astype(np.float32)
    # slightly above the exact bound, to allow for rounding
    overshoot = 1.0001 * float(np.abs([quarter, middle]).sum(axis=1).max())
    return Interpolator(taps=taps, overshoot=overshoot)
