"""Zeroes memory for x264 to make its output reproducible: its macroblock tree reads uninitialised memory.

What that memory held before decides some bits: the same frames gave up to nineteen different files in 120
encodes, with any number of threads. Without the tree (`mbtree=0`) they gave a single one, half as large
again. With zeroed heap memory they give a single one as well.

With one thread, x264 allocates all its memory when it is opened and while its look-ahead fills, and reuses it
from then on. It allocates none between two calls, so memory taken then, such as arrays for frames, need not
be zeroed. With several threads it may allocate more at any time, when one of them is late.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from renderer import heap
from renderer.core.encoding import EncoderProfile

_REORDERED: Final = 16
"""The largest number of reference frames in H.264."""
_ZERO: Final = {heap.PERTURB: 0xFF}
_AS_IT_COMES: Final = {heap.PERTURB: 0}
_LOCK: Final = threading.Lock()
_TAKING: Final[set[object]] = set()
"""Encoders of this process that may allocate memory now."""


class EncoderMemory:
    """Zeroes the memory of one encoder, which must be opened and given frames within `taking()`."""

    def __init__(self, *, calls: int) -> None:
        self._calls = calls

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Zero the memory allocated within the block, unless the encoder no longer allocates any."""
        if not self._calls:
            yield
            return
        self._calls -= 1
        with zeroed_memory():
            yield


@contextmanager
def encoder_memory(profile: EncoderProfile) -> Iterator[EncoderMemory]:
    """The memory of one encoder of this profile; with several threads all memory in the block is zeroed."""
    if profile.threads == 1:
        yield EncoderMemory(calls=calls_that_take(profile))
        return
    with zeroed_memory():
        yield EncoderMemory(calls=0)


def calls_that_take(profile: EncoderProfile) -> int:
    """Calls after which a single-threaded encoder has all its memory: opening, look-ahead, reordering."""
    return 1 + profile.look_ahead + 2 + _REORDERED


@contextmanager
def zeroed_memory() -> Iterator[None]:
    """Zero all memory that this process allocates within the block.

    Zeroing stays on while another encoder needs it. Where the C library has no such switch (musl, macOS),
    nothing changes, and the bytes may differ from run to run.
    """
    encoder = object()
    with _LOCK:
        _TAKING.add(encoder)
        heap.set_switches(_ZERO)
    try:
        yield
    finally:
        with _LOCK:
            _TAKING.discard(encoder)
            if not _TAKING:
                heap.set_switches(_AS_IT_COMES)
