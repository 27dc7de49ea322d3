"""Memory for x264 is zero, so that bytes repeat: its macroblock tree reads what nobody has written.

What lay there before decides some bits: the same frames gave up to nineteen files in 120 encodes, at any
number of threads. Without the tree (`mbtree=0`) they gave one, half as large again. With fresh memory of the
heap zero they give one as well.

With a single thread x264 takes all its memory when it opens and while its look-ahead fills, and uses it again
from then on; it takes none between two calls, when arrays of frames are made that would be filled in vain.
With several threads it may take more at any time, when one of them is late.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from renderer import heap
from renderer.core.encoding import EncoderProfile

_REORDERED: Final = 16
"""The most reference frames that H.264 knows."""
_ZERO: Final = {heap.PERTURB: 0xFF}
_AS_IT_COMES: Final = {heap.PERTURB: 0}
_LOCK: Final = threading.Lock()
_TAKING: Final[set[object]] = set()
"""Encoders of this process that may take memory now."""


class EncoderMemory:
    """Where an encoder takes memory: it is opened and given frames within `taking()`."""

    def __init__(self, *, calls: int) -> None:
        self._calls = calls

    @contextmanager
    def taking(self) -> Iterator[None]:
        """What is taken within the block is zero, unless the encoder takes nothing any more."""
        if not self._calls:
            yield
            return
        self._calls -= 1
        with zeroed_memory():
            yield


@contextmanager
def encoder_memory(profile: EncoderProfile) -> Iterator[EncoderMemory]:
    """For one encoder of this profile; memory is zero throughout the block where it has several threads."""
    if profile.threads == 1:
        yield EncoderMemory(calls=calls_that_take(profile))
        return
    with zeroed_memory():
        yield EncoderMemory(calls=0)


def calls_that_take(profile: EncoderProfile) -> int:
    """After so many calls an encoder with one thread has its memory: opening, look-ahead, reordering."""
    return 1 + profile.look_ahead + 2 + _REORDERED


@contextmanager
def zeroed_memory() -> Iterator[None]:
    """Whatever memory this process takes within the block is zero.

    It stays so while another encoder takes memory. Where the C library cannot (musl, macOS) nothing changes,
    and bytes may differ from run to run.
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
