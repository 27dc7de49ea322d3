"""Prefetching: steps of a chain work ahead of the next one, on threads of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")

_END: Final = object()


def ahead(items: Iterable[Item]) -> Generator[Item, None, None]:
    """`items`, each one being made while the one before is used.

    Whatever making an item raises is raised here. Close the generator to end the thread early.
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
    """What is made of each item, in order; meanwhile as many of the next are made as there are threads.

    The items themselves are asked for here. Whatever making raises is raised in its place.
    """
    coming = deque[Future[Made]]()
    with ThreadPoolExecutor(max_workers=threads, thread_name_prefix="beside") as workers:
        for item in items:
            coming.append(workers.submit(make, item))
            while coming and (len(coming) > threads or coming[0].done()):
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
