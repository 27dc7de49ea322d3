"""What a hall of delay lines is like, and what it remembers."""

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
"""Samples at half the rate that a delay line has at least."""

_Whole = npt.NDArray[np.int32]


class HallDesign(Struct, frozen=True, kw_only=True, eq=False):
    """What a hall is like; delays in samples at half the rate, factors in single precision.

    `delays` and `gains` (LINES,) of the lines, `taps` (TAPS,) and their `levels` (2, TAPS) left and right of
    what spreads the sound before them. A sample that leaves a line is itself times `middle` and its two
    neighbours times `side`; `heard` is how loud the lines are heard.
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
        """The longest tap."""
        return int(self.taps.max())

    @property
    def longest(self) -> int:
        """The longest line."""
        return int(self.delays.max())


class HallMemory(Struct, frozen=True, eq=False):
    """What a hall remembers from block to block; written by `hall.rung`.

    `edge` (2, EDGE) samples, `recent` (2, reach) of them at half the rate, `coming` (LINES, longest + 2) of
    what leaves each line from one sample ago on, and the `last` (2, 1) that were heard.
    """

    edge: Sound
    recent: Sound
    coming: Sound
    last: Sound


def silent(design: HallDesign) -> HallMemory:
    """A hall in which nothing was heard yet.

    Raises:
        ValueError: the design has other numbers of lines and taps, or a line that is too short.
    """
    shapes = design.delays.shape, design.gains.shape, design.taps.shape, design.levels.shape
    fitting = shapes == ((LINES,), (LINES,), (TAPS,), (2, TAPS))
    if not fitting or design.delays.min() < SHORTEST or design.taps.min() < 0:
        message = f"no hall of {LINES} lines and {TAPS} taps: {shapes}"
        raise ValueError(message)
    rows = ((2, EDGE), (2, design.reach), (LINES, design.longest + 2), (2, 1))
    return HallMemory(*(np.zeros(shape, np.float32) for shape in rows))
