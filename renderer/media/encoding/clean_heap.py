"""Repeatable bytes from x264: its macroblock tree reads memory that nobody has written.

What lay there before then decides some bits: the same frames gave up to nineteen files in 120 encodes, at any
number of threads. Without the tree (`mbtree=0`) they gave one, half as large again. With fresh memory of the
heap zero they give one as well. With a single thread x264 takes all its frames' memory when it opens and
while its look-ahead fills; after that it uses them again, so the heap need not stay clean, which would slow
every array down. With several threads it may take more at any time, when one of them is late.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Final

_REORDERED: Final = 16
"""The most reference frames that H.264 knows."""
_M_PERTURB: Final = -6
"""mallopt(3): fresh memory is filled with the complement of this byte, freed with the byte; 0 is off."""
_ZERO_WHEN_FRESH: Final = 0xFF
_LOCK: Final = threading.Lock()
_NEEDING: Final[set[object]] = set()
"""Encoders of this process that may still take memory."""


def filled_after(*, look_ahead: int, threads: int) -> int:
    """Frames after which an encoder has its memory: look-ahead and reordering; never with several threads."""
    return look_ahead + 2 + _REORDERED if threads == 1 else sys.maxsize


@contextmanager
def clean_heap() -> Iterator[Callable[[], None]]:
    """Fresh memory of this process is zero within the block, or until the function that it gives is called.

    It stays so while another encoder needs it. Where the C library cannot (musl, macOS) nothing changes, and
    bytes may differ from run to run.
    """
    encoder = object()
    with _LOCK:
        _NEEDING.add(encoder)
        _perturb(_ZERO_WHEN_FRESH)
    try:
        yield partial(_has_its_memory, encoder)
    finally:
        _has_its_memory(encoder)


def _has_its_memory(encoder: object) -> None:
    """Memory is as it comes again, if no other encoder fills."""
    with _LOCK:
        _NEEDING.discard(encoder)
        if not _NEEDING:
            _perturb(0)


def _perturb(byte: int) -> None:
    mallopt = getattr(_library(), "mallopt", None)
    if mallopt:
        mallopt(_M_PERTURB, byte)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
