"""Keeping memory flat: glibc's allocator holds on to the large arrays that painting a shot makes.

By default it opens an arena per thread and raises its mmap threshold whenever a large block is freed, so
freed rasters stay in fragmented heaps. One arena, whose holes every thread fills, and a fixed threshold keep
them together. A fixed threshold leaves trimming at 128 KB, though: the heap's end would go back to the system
with every array that is freed there and be fetched again, page by page, for the next one (a millisecond a
frame). So as much is kept as one encoder leaves to the next, or to the picture that is opened between them:
what both need is the most that a process holds anyway.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from renderer import heap

ARENAS: Final = 1
MMAP_BYTES: Final = 32 << 20
KEPT_BYTES: Final = 128 << 20
"""Free memory that stays at the end of the arena."""

_LIMITS: Final = {
    heap.ARENA_MAX: ARENAS,
    heap.MMAP_THRESHOLD: MMAP_BYTES,
    heap.TRIM_THRESHOLD: KEPT_BYTES,
}


def settle_allocator() -> bool:
    """Set the limits for this process; False where the C library has no such switches."""
    return heap.set_switches(_LIMITS)


@contextmanager
def loading() -> Iterator[None]:
    """While modules load: hardly anything that they make goes again, so that looking for it is in vain.

    It is not looked through afterwards either, which would also copy its pages into every fork.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def give_back() -> bool:
    """Between two jobs: drop what only cycles keep, and return free heap to the system; whether any was."""
    gc.collect()
    return heap.trim()
