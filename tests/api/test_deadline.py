"""Deadlines: nested, paused while waiting for the client, and passed on to the threads of a request."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass

import pytest

import api.deadline
from api.deadline import ALONE_SECONDS, left_seconds, not_counted, within, within_request


@dataclass
class Time:
    """A stopwatch that is set by hand."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(api.deadline, "stopwatch", made)
    return made


def test_without_a_deadline_a_step_has_its_own_time(time: Time) -> None:
    time.seconds += 10_000
    assert left_seconds() == ALONE_SECONDS


def test_what_is_left_goes_down_to_nothing_and_ends_with_the_block(time: Time) -> None:
    with within(5):
        assert left_seconds() == 5
        time.seconds += 4.5
        assert left_seconds() == 0.5
        time.seconds += 60
        assert left_seconds() == 0
    assert left_seconds() == ALONE_SECONDS


def test_no_block_waits_longer_than_the_one_around_it(time: Time) -> None:
    with within(5):
        time.seconds += 2
        with within(60):
            assert left_seconds() == 3
        with within(1):
            time.seconds += 1
            assert left_seconds() == 0
        assert left_seconds() == 2


def test_a_request_has_its_own_time_whatever_context_it_starts_in(time: Time) -> None:
    with within_request(5):
        time.seconds += 60
        with within_request(5):
            assert left_seconds() == 5
        assert left_seconds() == 0


def test_nothing_waits_longer_than_a_step_alone_may(time: Time) -> None:
    with within(10 * ALONE_SECONDS):
        assert left_seconds() == ALONE_SECONDS
        time.seconds += 1
        assert left_seconds() == ALONE_SECONDS - 1


def test_waiting_for_the_client_costs_nothing_even_when_it_fails(time: Time) -> None:
    with within(5):
        with not_counted():
            time.seconds += 100
        assert left_seconds() == 5
        with suppress(RuntimeError), not_counted():
            time.seconds += 100
            raise RuntimeError
        time.seconds += 1
        assert left_seconds() == 4


def test_a_pause_outside_of_any_block_is_no_deadline(time: Time) -> None:
    with not_counted():
        time.seconds += 3
    assert left_seconds() == ALONE_SECONDS


def test_a_thread_with_the_requests_context_has_the_requests_time(time: Time) -> None:
    with ThreadPoolExecutor(1) as pool, within(5):
        time.seconds += 2
        assert pool.submit(copy_context().run, left_seconds).result() == 3
        assert pool.submit(left_seconds).result() == ALONE_SECONDS

        def waited() -> None:
            with not_counted():
                time.seconds += 50

        pool.submit(copy_context().run, waited).result()
        assert left_seconds() == 3
