"""Lines that come one by one, together, in pieces or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from renderer.worker.segments import requests
from renderer.worker.segments.requests import Requests


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def never() -> None:
    pytest.fail("something was asked")


def test_segments_come_in_order_however_their_lines_are_cut(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"plan 0 10\nplan 10 ")
    found = Requests(reading).segments(idle=never)
    assert next(found) == "plan 0 10"
    os.write(writing, b"20 ahead\n")
    os.close(writing)
    assert list(found) == ["plan 10 20 ahead"]


def test_the_next_segment_does_not_say_that_a_processor_is_free(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"plan 0 10\n")
    asked = Requests(reading)
    found = asked.segments(idle=never)
    next(found)
    os.write(writing, b"plan 10 20\n")
    assert not asked.told_ahead()
    os.write(writing, b"ahead\n")
    assert asked.told_ahead()
    assert asked.told_ahead()
    assert next(found) == "plan 10 20"
    assert not asked.told_ahead()
    os.close(writing)
    assert not asked.told_ahead()
    assert list(found) == []


def test_who_is_asked_nothing_is_idle(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = pipe
    monkeypatch.setattr(requests, "PATIENCE", 0.01)
    calls: list[int] = []

    def idle() -> None:
        calls.append(1)
        if len(calls) == 3:
            os.close(writing)

    assert list(Requests(reading).segments(idle=idle)) == []
    assert len(calls) == 3
