"""A hall reverb: a feedback delay network at half the sample rate, applied block by block."""

from __future__ import annotations

import ctypes

import numpy as np

from renderer.kernels.library import check, library
from renderer.kernels.sound import checks, hall_reference
from renderer.kernels.sound.checks import Sound
from renderer.kernels.sound.hall_design import HallDesign, HallMemory


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
    """The hall's output for the next (2, 2 n) frames, of the same shape.

    Raises:
        ValueError: the sound cannot be used as it is.
    """
    sound = checks.source(sound)
    if sound.shape[0] != 2 or sound.shape[1] % 2:  # noqa: PLR2004  # left and right, and pairs of frames
        message = f"{sound.shape} are not pairs of stereo frames"
        raise ValueError(message)
    compiled = library()
    if not compiled:
        return hall_reference.rung(sound, design, memory)
    output = np.empty(sound.shape, np.float32)
    # keep the arrays alive until the call returns: C has only their addresses
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
