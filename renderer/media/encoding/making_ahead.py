"""Runs a generator ahead on its own thread, while earlier items are being used."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from itertools import islice
from queue import SimpleQueue
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

Ahead: TypeAlias = Callable[[], bool]
"""Whether a processor is free for such a thread."""


def always() -> bool:
    """A processor is always free."""
    return True


def never() -> bool:
    """No processor is ever free."""
    return False


class _Made(Struct, Generic[T], frozen=True):
    item: T


class _Over(Struct, frozen=True):
    error: BaseException | None = None


def made_ahead(
    items: Generator[T, None, None], *, thread: str, unblock: Callable[[], None]
) -> Generator[T, None, None]:
    """The same items in the same order, made on a thread named `thread`; an error is raised in its place.

    The generator itself limits how far ahead it runs, by waiting. If this iterator is closed early, `unblock`
    must make the generator stop waiting and end.
    """
    made: SimpleQueue[_Made[T] | _Over] = SimpleQueue()
    left = threading.Event()
    maker = threading.Thread(target=_make, args=(items, made, left), name=thread, daemon=True)
    maker.start()
    try:
        while isinstance(next_one := made.get(), _Made):
            yield next_one.item
        if next_one.error:
            raise next_one.error
    finally:
        left.set()
        unblock()
        maker.join()


def _make(
    items: Generator[T, None, None], made: SimpleQueue[_Made[T] | _Over], left: threading.Event
) -> None:
    try:
        for item in items:
            made.put(_Made(item))
            if left.is_set():
                return
        made.put(_Over())
    except BaseException as error:  # noqa: BLE001  # carried to the consumer, raised there
        made.put(_Over(error))


def made_until(
    ahead: Ahead,
    here: Generator[T, None, None],
    made: Callable[[], Generator[T, None, None]],
    *,
    together: int,
) -> Generator[T, None, None]:
    """The items of `here`, made on demand, `together` of them at a time, until `ahead` returns true.

    From then on come the items of `made()`.
    """
    while not ahead():
        items = list(islice(here, together))
        if not items:
            return
        yield from items
    yield from made()
