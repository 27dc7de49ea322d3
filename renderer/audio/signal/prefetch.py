"""Prefetching: a step of a chain works ahead of its consumer, on threads of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")

_END: Final = object()


def ahead(items: Iterable[Item]) -> Generator[Item, None, None]:
    """Iterate over `items`, making each one while the consumer uses the previous one.

    An exception raised while making an item is raised here. Close the generator to end the thread early.
    """
    source = iter(items)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="ahead") as worker:

        def ask() -> Future[object]:
            return worker.submit(next, source, _END)

        coming = ask()
        while (item := coming.result()) is not _END:
            coming = ask()
            yield item  # type: ignore[misc]  # only items and the end come out of the source


def side_by_side(
    make: Callable[[Item], Made], items: Iterable[Item], *, threads: int = 2
) -> Generator[Made, None, None]:
    """Map `make` over `items` in order, making up to `threads` results ahead of the consumer.

    `items` is iterated on the calling thread. An exception raised by `make` is raised in place of its result.
    """
    coming = deque[Future[Made]]()
    with ThreadPoolExecutor(max_workers=threads, thread_name_prefix="beside") as workers:
        for item in items:
            coming.append(workers.submit(make, item))
            while coming and (len(coming) > threads or coming[0].done()):
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
