from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from renderer.audio.signal.prefetch import ahead, side_by_side


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


def test_what_is_made_side_by_side_comes_in_order() -> None:
    def slow_where_even(number: int) -> int:
        if number % 2 == 0:
            threading.Event().wait(0.01)
        return number * number

    assert list(side_by_side(slow_where_even, range(20))) == [number * number for number in range(20)]
    assert list(side_by_side(slow_where_even, [])) == []


def test_two_are_made_at_once_and_no_more() -> None:
    both, third = threading.Barrier(2), threading.Event()

    def meeting(number: int) -> int:
        if number < 2:
            both.wait(timeout=10)  # passed only when two are made at once
        else:
            third.set()
        return number

    made = side_by_side(meeting, range(4))
    assert next(made) == 0
    assert list(made) == [1, 2, 3]
    assert third.is_set()


def test_what_making_side_by_side_raises_comes_in_its_place_and_no_thread_stays() -> None:
    made = side_by_side(lambda number: 6 // number, [3, 2, 0, 1])
    assert [next(made), next(made)] == [2, 3]
    with pytest.raises(ZeroDivisionError):
        next(made)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("beside")]
