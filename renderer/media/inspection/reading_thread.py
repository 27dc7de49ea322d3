"""A thread that reads a finished file beside its caller."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def reading_thread(name: str) -> Iterator[ThreadPoolExecutor]:
    """An executor of one thread; who leaves the block early does not wait for what it reads."""
    reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
    try:
        yield reader
    finally:
        reader.shutdown(wait=False, cancel_futures=True)
