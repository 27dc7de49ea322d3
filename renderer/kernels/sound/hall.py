"""A feedback delay network at half the sample rate: what a hall makes of sound, block by block."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels.library import check, library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Sound

LINES: Final = 8
TAPS: Final = 6
EDGE: Final = 3
SHORTEST: Final = 257
"""Samples at half the rate that a delay line has at least."""

_Whole = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HallDesign:
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


@dataclass(frozen=True, slots=True, eq=False)
class HallMemory:
    """What a hall remembers from block to block; written by `rung`.

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


class _Hall(ctypes.Structure):
    """`Hall` of hall.c."""

    _fields_ = (
        ("delays", ctypes.c_void_p),
        ("taps", ctypes.c_void_p),
        ("gains", ctypes.c_void_p),
        ("levels", ctypes.c_void_p),
        ("side", ctypes.c_float),
        ("middle", ctypes.c_float),
        ("heard", ctypes.c_float),
        ("reach", ctypes.c_int32),
        ("longest", ctypes.c_int32),
        ("edge", ctypes.c_void_p),
        ("recent", ctypes.c_void_p),
        ("coming", ctypes.c_void_p),
        ("last", ctypes.c_void_p),
    )


def rung(sound: Sound, design: HallDesign, memory: HallMemory) -> Sound:
    """What the hall makes of the next (2, 2 n) frames, as many.

    Raises:
        ValueError: the sound cannot be used as it is.
    """
    sound = checks.source(sound)
    if sound.shape[0] != 2 or sound.shape[1] % 2:  # noqa: PLR2004  # left and right, and pairs of frames
        message = f"{sound.shape} are not pairs of stereo frames"
        raise ValueError(message)
    compiled = library()
    if not compiled:
        return reference.rung(sound, design, memory)
    output = np.empty(sound.shape, np.float32)
    # held until the call is over, because C knows their addresses alone
    arrays = (
        *(np.ascontiguousarray(whole, np.int32) for whole in (design.delays, design.taps)),
        *(np.ascontiguousarray(factors, np.float32) for factors in (design.gains, design.levels)),
    )
    numbers = design.side, design.middle, design.heard, design.reach, design.longest
    kept = memory.edge, memory.recent, memory.coming, memory.last
    hall = _Hall(*map(checks.address, arrays), *numbers, *map(checks.address, kept))
    given = *checks.place(output), *checks.place(sound), sound.shape[1] // 2
    check(compiled.clipwright_hall(ctypes.addressof(hall), *given))
    return output
