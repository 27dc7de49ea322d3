"""Prefetching: one step of a chain works ahead of the next on a thread of its own."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")

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
