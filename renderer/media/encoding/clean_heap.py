"""Repeatable bytes from x264: its macroblock tree reads memory that nobody has written.

What lay there before then decides some bits: the same frames gave up to nineteen files in 120 encodes, at any
number of threads. Without the tree (`mbtree=0`) they gave one, half as large again. With fresh memory of the
heap zero they give one as well. x264 takes all its frames' memory when it opens and while its look-ahead
fills; after that it uses them again, so the heap need not stay clean, which would slow every array down.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

_REORDERED: Final = 16
"""The most reference frames that H.264 knows."""
_M_PERTURB: Final = -6
"""mallopt(3): fresh memory is filled with the complement of this byte, freed with the byte; 0 is off."""
_ZERO_WHEN_FRESH: Final = 0xFF


def filled_after(*, look_ahead: int, threads: int) -> int:
    """Frames after which an encoder has its memory: look-ahead, reordering, and what its threads hold."""
    return look_ahead + 2 * threads + _REORDERED


@contextmanager
def clean_heap() -> Iterator[None]:
    """Fresh memory of this process is zero within the block, or until `usual_heap` is called.

    Where the C library cannot (musl, macOS) nothing changes, and bytes may differ from run to run.
    """
    _perturb(_ZERO_WHEN_FRESH)
    try:
        yield
    finally:
        usual_heap()


def usual_heap() -> None:
    """From now on memory is as it comes."""
    _perturb(0)


def _perturb(byte: int) -> None:
    mallopt = getattr(_library(), "mallopt", None)
    if mallopt:
        mallopt(_M_PERTURB, byte)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
