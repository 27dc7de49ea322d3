"""The clock: both kinds keep the same promises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.clock import Clock, FakeClock, SystemClock, stopwatch

START = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(params=[SystemClock, FakeClock], ids=["system", "fake"])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


def test_sleeping_takes_at_least_as_long_as_was_asked(clock: Clock) -> None:
    before = clock.monotonic()
    clock.sleep(0.01)
    assert clock.monotonic() - before >= 0.01


def test_the_instant_is_aware_and_agrees_with_the_epoch(clock: Clock) -> None:
    assert clock.now().tzinfo is UTC
    assert abs(clock.now().timestamp() - clock.epoch()) < 1


def test_no_look_goes_back(clock: Clock) -> None:
    looks = [clock.monotonic() for _ in range(50)]
    assert looks == sorted(looks)


def test_a_fake_clock_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(start=5.0, instant=START)
    assert (clock.monotonic(), clock.now()) == (5.0, START + timedelta(seconds=5))
    clock.advance(minutes=2)
    assert (clock.monotonic(), clock.now()) == (125.0, START + timedelta(seconds=125))


@given(steps=st.lists(st.integers(-500, 500), max_size=20))
def test_setting_the_time_of_day_back_never_sets_the_monotonic_clock_back(steps: list[int]) -> None:
    clock = FakeClock(instant=START)
    for step in steps:
        before = clock.monotonic()
        clock.advance(seconds=step)
        assert clock.monotonic() == before + max(0, step)
    assert clock.now() == START + timedelta(seconds=sum(steps))


def test_a_stopwatch_goes_on() -> None:
    assert stopwatch() <= stopwatch()
