"""Retries: what is tried again, for how long, and how waiting is ended."""

from __future__ import annotations

from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.backoff import Backoff
from renderer.clock import FakeClock
from renderer.errors import ERRORS, Blame, ClipwrightError
from renderer.runtime.retry import Retry, with_retry


class Failing:
    """Raises `times` times, then returns its answer."""

    def __init__(self, code: str, times: int) -> None:
        self.code, self.times, self.calls = code, times, 0

    def __call__(self) -> str:
        self.calls += 1
        if self.calls <= self.times:
            raise error(self.code)
        return "done"


def error(code: str) -> ClipwrightError:
    names = (name for _, name, _, _ in Formatter().parse(ERRORS[code].sentence) if name)
    return ClipwrightError(code, **dict.fromkeys(names, "x"))


AGAIN = sorted(code for code, spec in ERRORS.items() if spec.retryable and spec.blame is Blame.UPSTREAM)
FINAL = sorted(
    code for code, spec in ERRORS.items() if not spec.retryable or spec.blame is not Blame.UPSTREAM
)


def test_what_works_at_once_waits_for_nothing() -> None:
    clock = FakeClock()
    assert with_retry(lambda: 7, Retry(clock=clock)) == 7
    assert clock.elapsed == 0


@pytest.mark.parametrize("code", AGAIN)
def test_an_upstream_failure_is_tried_again_until_it_works(code: str) -> None:
    clock, action = FakeClock(), Failing(code, times=3)
    assert with_retry(action, Retry(clock=clock)) == "done"
    assert action.calls == 4
    assert clock.elapsed > 0


@pytest.mark.parametrize("code", FINAL)
def test_whatever_trying_again_cannot_help_is_raised_at_once(code: str) -> None:
    clock, action = FakeClock(), Failing(code, times=9)
    with pytest.raises(ClipwrightError) as caught:
        with_retry(action, Retry(clock=clock))
    assert (caught.value.code, action.calls, clock.elapsed) == (code, 1, 0)


@given(seconds=st.floats(1, 500))
def test_it_gives_up_within_its_time_with_the_last_error(seconds: float) -> None:
    clock, action = FakeClock(), Failing(AGAIN[0], times=10**6)
    with pytest.raises(ClipwrightError) as caught:
        with_retry(action, Retry(seconds=seconds, clock=clock))
    assert caught.value.code == AGAIN[0]
    assert clock.elapsed <= seconds


def test_a_wait_ends_when_the_job_is_cancelled() -> None:
    clock = FakeClock()
    retry = Retry(clock=clock, cancelled=lambda: clock.elapsed >= 2)
    with pytest.raises(ClipwrightError) as caught:
        with_retry(Failing(AGAIN[0], times=10**6), retry)
    assert caught.value.code == "cancelled"
    assert 2 <= clock.elapsed <= 2.5


@given(
    first=st.floats(0.01, 10),
    longest=st.floats(0.01, 500),
    tries=st.integers(1, 10**6),
    share=st.floats(0, 1),
)
def test_pauses_double_up_to_the_longest_and_are_drawn_from_the_upper_half(
    first: float, longest: float, tries: int, share: float
) -> None:
    backoff = Backoff(first=first, longest=longest)
    ceiling = backoff.ceiling(tries=tries)
    pause = backoff.pause(tries=tries, chance=lambda low, high: low + share * (high - low))
    assert ceiling <= longest
    assert ceiling <= backoff.ceiling(tries=tries + 1)
    assert ceiling / 2 <= pause <= ceiling * (1 + 1e-9)
    assert backoff.ceiling(tries=1) == min(first, longest)
