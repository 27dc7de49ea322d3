"""Keeping memory flat: glibc's allocator holds on to the large arrays that painting a shot makes.

By default it opens an arena per thread and raises its mmap threshold whenever a large block is freed, so
freed rasters stay in fragmented heaps. Two arenas and a fixed threshold give them back at once.
"""

from __future__ import annotations

import ctypes
import gc
from typing import Final

_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
ARENAS: Final = 2
MMAP_BYTES: Final = 16 << 20


def settle_allocator() -> bool:
    """Set both limits for this process; False where the C library has no such switches."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(_M_ARENA_MAX, ARENAS)) and bool(mallopt(_M_MMAP_THRESHOLD, MMAP_BYTES))


def give_back() -> bool:
    """Between two jobs: drop what only cycles keep, and return free heap to the system; whether any was."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return bool(trim(0)) if trim else False
