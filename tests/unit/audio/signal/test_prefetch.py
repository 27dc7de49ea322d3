from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from renderer.audio.signal.prefetch import ahead


def test_items_come_in_order_and_all_of_them() -> None:
    assert list(ahead(range(100))) == list(range(100))
    assert list(ahead([])) == []


def test_the_next_item_is_made_while_this_one_is_used() -> None:
    made = [threading.Event() for _ in range(3)]

    def making() -> Iterator[int]:
        for number, event in enumerate(made):
            event.set()
            yield number

    items = ahead(making())
    assert next(items) == 0
    assert made[1].wait(timeout=10)
    assert not made[2].is_set()
    items.close()


def test_what_making_an_item_raises_is_raised_in_its_place() -> None:
    def failing() -> Iterator[int]:
        yield 1
        message = "no more"
        raise RuntimeError(message)

    items = ahead(failing())
    assert next(items) == 1
    with pytest.raises(RuntimeError, match="no more"):
        next(items)


def test_closing_early_ends_the_thread() -> None:
    items = ahead(iter(int, 1))
    next(items)
    items.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ahead")]
