"""The memory of x264, whose macroblock tree reads numbers that it has not written: here it finds zeros.

What that memory held before decided some bits: the same frames gave up to nineteen different files in 120
encodes. Where the kernels are compiled, x264 has memory of its own (`kernels/source/own_memory.c`). Elsewhere
all memory that this process allocates while an encoder is open is zeroed, which takes more time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from renderer import heap
from renderer.kernels.library import library

_ENCODER: Final = b"libx264"
"""How the file names of the library begin, as PyAV's packages and Linux distributions have them."""
_ZERO: Final = {heap.PERTURB: 0xFF}
_AS_IT_COMES: Final = {heap.PERTURB: 0}
_LOCK: Final = threading.Lock()
_OPEN: Final[set[object]] = set()
"""Encoders of this process for which memory is zeroed."""


@contextmanager
def encoder_memory() -> Iterator[None]:
    """Make the bytes of an encoder that is opened and closed in the block depend on its frames alone."""
    if has_own_memory():
        yield
        return
    with zeroed_memory():
        yield


@cache
def has_own_memory() -> bool:
    """Whether x264 has memory of its own in this process, which it is given on the first call."""
    import av  # noqa: F401, PLC0415  # heavy; it loads x264

    compiled = library()
    return bool(compiled and compiled.clipwright_own_memory(_ENCODER))


@contextmanager
def reused_memory() -> Iterator[None]:
    """Let encoders in the block take over each other's memory, and return it to the system in the end.

    libav closes an encoder when its stream is dropped, so call the function that encodes within the block.
    """
    try:
        yield
    finally:
        return_memory()


def return_memory() -> None:
    """Return what encoders have left to take over, if none is open."""
    if compiled := library():
        compiled.clipwright_return_memory()


@contextmanager
def zeroed_memory() -> Iterator[None]:
    """Zero all memory that this process allocates within the block.

    Zeroing stays on while another encoder needs it. Where the C library has no such switch (musl, macOS),
    nothing changes, and the bytes may differ from run to run.
    """
    encoder = object()
    with _LOCK:
        _OPEN.add(encoder)
        heap.set_switches(_ZERO)
    try:
        yield
    finally:
        with _LOCK:
            _OPEN.discard(encoder)
            if not _OPEN:
                heap.set_switches(_AS_IT_COMES)
