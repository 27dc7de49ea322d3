"""Switches of the C library's heap (mallopt(3), glibc); elsewhere (musl, macOS) they do nothing."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Final

TRIM_THRESHOLD: Final = -1
"""Bytes of free memory that may stay at the heap's end."""
MMAP_THRESHOLD: Final = -3
"""From how many bytes on a block is mapped for itself, and goes back to the system when it is freed."""
PERTURB: Final = -6
"""Fresh memory is filled with the complement of this byte, freed with the byte; 0: neither."""
ARENA_MAX: Final = -8
"""How many heaps there may be."""


def set_switches(switches: Mapping[int, int]) -> bool:
    """Set switches for the whole process; False where one is not known."""
    mallopt = getattr(_library_under_lock(), "mallopt", None)
    if mallopt is None:
        return False
    return all(map(mallopt, switches.keys(), switches.values()))


def trim() -> bool:
    """Return free memory to the system, wherever in the heap it lies; whether any was."""
    malloc_trim = getattr(_library(), "malloc_trim", None)
    return bool(malloc_trim(0)) if malloc_trim else False


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


@cache
def _library_under_lock() -> ctypes.PyDLL:
    """The same for calls that take no time: they keep Python's lock, which may be long in coming back."""
    return ctypes.PyDLL(None)
