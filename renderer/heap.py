"""Switches of the C library's heap (mallopt(3), glibc); elsewhere (musl, macOS) they do nothing."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Final

TRIM_THRESHOLD: Final = -1
"""Bytes of free memory that may stay at the heap's end."""
MMAP_THRESHOLD: Final = -3
"""Bytes from which a block is mapped separately, and returned to the system when it is freed."""
PERTURB: Final = -6
"""Byte that fills freed memory, its complement filling newly allocated memory; 0 for neither."""
ARENA_MAX: Final = -8
"""The largest number of heaps."""


def set_switches(switches: Mapping[int, int]) -> bool:
    """Set switches for the whole process; False if there are none here or one of them is refused."""
    mallopt = getattr(_library_under_lock(), "mallopt", None)
    if mallopt is None:
        return False
    return all(map(mallopt, switches.keys(), switches.values()))


def trim() -> bool:
    """Return free memory to the system, wherever in the heap it lies; True if any was returned."""
    malloc_trim = getattr(_library(), "malloc_trim", None)
    return bool(malloc_trim(0)) if malloc_trim else False


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


@cache
def _library_under_lock() -> ctypes.PyDLL:
    """The same for calls that return at once: they keep the GIL, since regaining it may take long."""
    return ctypes.PyDLL(None)
