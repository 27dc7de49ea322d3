"""A thread that reads a finished file in parallel with its caller."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def reading_thread(name: str) -> Iterator[ThreadPoolExecutor]:
    """An executor with one thread; leaving the block does not wait for work still running."""
    reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
    try:
        yield reader
    finally:
        reader.shutdown(wait=False, cancel_futures=True)
