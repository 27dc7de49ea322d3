"""Parameters and state of a hall reverb made of delay lines."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels.sound.reference import Sound

LINES: Final = 8
TAPS: Final = 6
EDGE: Final = 3
SHORTEST: Final = 257
"""Least length of a delay line, in samples at half the rate."""

_Whole = npt.NDArray[np.int32]


class HallDesign(Struct, frozen=True, kw_only=True, eq=False):
    """Parameters of a hall; delays in samples at half the rate, factors in single precision.

    `delays` and `gains` (LINES,) belong to the delay lines; `taps` (TAPS,) and their `levels` (2, TAPS), left
    and right, to the early taps that spread the sound before them. A sample leaving a line is the sum of
    itself times `middle` and its two neighbours times `side`; `heard` is the output level of the lines.
    """

    delays: _Whole
    gains: Sound
    taps: _Whole
    levels: Sound
    side: np.float32
    middle: np.float32
    heard: np.float32

    @property
    def reach(self) -> int:
        """The longest tap, in samples at half the rate."""
        return int(self.taps.max())

    @property
    def longest(self) -> int:
        """The longest delay line, in samples at half the rate."""
        return int(self.delays.max())


class HallMemory(Struct, frozen=True, eq=False):
    """State of a hall between blocks; updated by `hall.rung`.

    `edge` (2, EDGE): the last input samples; `recent` (2, reach): the last ones at half the rate; `coming`
    (LINES, longest + 2): what leaves each line, from one sample ago on; `last` (2, 1): the last output at
    half the rate.
    """

    edge: Sound
    recent: Sound
    coming: Sound
    last: Sound


def silent(design: HallDesign) -> HallMemory:
    """The state of a hall before any sound.

    Raises:
        ValueError: the design has other numbers of lines or taps, a line that is too short, or a negative
        tap.
    """
    shapes = design.delays.shape, design.gains.shape, design.taps.shape, design.levels.shape
    fitting = shapes == ((LINES,), (LINES,), (TAPS,), (2, TAPS))
    if not fitting or design.delays.min() < SHORTEST or design.taps.min() < 0:
        message = f"no hall of {LINES} lines and {TAPS} taps: {shapes}"
        raise ValueError(message)
    rows = ((2, EDGE), (2, design.reach), (LINES, design.longest + 2), (2, 1))
    return HallMemory(*(np.zeros(shape, np.float32) for shape in rows))
