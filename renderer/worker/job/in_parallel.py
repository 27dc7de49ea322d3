"""Acting on several things at the same time, in threads that log in the name of the same job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_parallel(act: Callable[[T], R], items: Sequence[T], *, most: int) -> list[R]:
    """What `act` returns for each item, in order; at most `most` are acted on at the same time.

    Raises:
        Exception: what `act` raised first, once all threads have ended.
    """
    if not items:
        return []

    def acted(context: Context, item: T) -> R:
        return context.run(act, item)

    contexts = [copy_context() for _ in items]  # one each: a context cannot be entered twice at a time
    with ThreadPoolExecutor(min(most, len(items)), thread_name_prefix="in-parallel") as pool:
        return list(pool.map(acted, contexts, items))
