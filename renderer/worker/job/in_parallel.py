"""Acting on several things at the same time, in threads that log in the name of the same job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AT_ONCE: Final = 8
"""Requests that a job makes at the same time: a store takes some hundredths of a second for each."""


def in_parallel(act: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """What `act` returns for each item, in order; at most `AT_ONCE` are acted on at the same time.

    Raises:
        Exception: what `act` raised first, once all threads have ended.
    """
    if not items:
        return []

    def acted(context: Context, item: T) -> R:
        return context.run(act, item)

    contexts = [copy_context() for _ in items]  # one each: a context cannot be entered twice at a time
    with ThreadPoolExecutor(min(AT_ONCE, len(items)), thread_name_prefix="in-parallel") as pool:
        return list(pool.map(acted, contexts, items))
