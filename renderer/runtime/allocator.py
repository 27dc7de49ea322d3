"""Keeping memory flat: glibc's allocator holds on to the large arrays that painting a shot allocates.

By default it opens an arena per thread and raises its mmap threshold whenever a large block is freed, so
freed rasters stay in fragmented heaps. A single arena, whose holes every thread fills, and a fixed mmap
threshold prevent that. But with that threshold fixed, glibc trims at 128 KB: the end of the heap would go
back to the system with every array freed there, and be faulted in again, page by page, for the next one (a
millisecond a frame). The trim threshold is therefore as large as what one encoder leaves to the next, or to
the picture opened between them; the process holds that much at its peak anyway.
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
    """Set the limits for this process; False if the C library has no such switches."""
    return heap.set_switches(_LIMITS)


@contextmanager
def loading() -> Iterator[None]:
    """Suspend garbage collection while modules load, since hardly anything they create becomes garbage.

    What was loaded is exempt from later collections too, which would also copy its pages into every fork.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def give_back() -> bool:
    """Collect cycles between two jobs and return free heap to the system; True if any was returned."""
    gc.collect()
    return heap.trim()
