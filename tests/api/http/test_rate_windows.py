"""Rate windows as rows: what a request counts, when a window ends, what a clock that is set back does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.http.rate_limit import RateState, count_request
from api.problems import ApiProblem
from tests.api.harness import START, Service

Count = Callable[[float], RateState]


def counting(service: Service, *, limit: int = 3, window: int = 60) -> Count:
    """A function that counts one request of an account, so many seconds after the start."""
    account = service.account()

    def count(seconds: float) -> RateState:
        with service.services.database.write() as connection:
            return count_request(
                connection,
                account_id=account.id,
                now=START + timedelta(seconds=seconds),
                limit=limit,
                window_seconds=window,
            )

    return count


def test_requests_of_one_window_are_counted_up(service: Service) -> None:
    count = counting(service)
    found = [count(seconds) for seconds in (0, 1, 2, 59.9)]
    assert [state.requests for state in found] == [1, 2, 3, 4]
    assert [state.remaining for state in found] == [2, 1, 0, 0]
    assert [state.reset for state in found] == [60, 59, 58, 1]


def test_a_window_opens_with_its_first_request_and_ends_one_width_later(service: Service) -> None:
    count = counting(service)
    assert count(100).reset == 60
    assert count(159.999999).requests == 2
    assert count(160).requests == 1
    assert count(220).requests == 1


def test_a_clock_set_back_begins_the_window_now_and_keeps_its_count(service: Service) -> None:
    count = counting(service)
    count(1000)
    count(1001)
    back = count(0)
    assert (back.requests, back.reset) == (3, 60)
    assert count(59).requests == 4
    assert count(60).requests == 1


def test_a_request_beyond_the_limit_is_refused_with_the_seconds_left() -> None:
    RateState(limit=2, requests=2, reset=10).check()
    with pytest.raises(ApiProblem) as caught:
        RateState(limit=2, requests=3, reset=10).check()
    assert caught.value.code == "rate_limited"


def test_the_headers_say_what_is_left_and_never_less_than_nothing() -> None:
    state = RateState(limit=2, requests=9, reset=7)
    assert state.headers() == {"RateLimit-Limit": "2", "RateLimit-Remaining": "0", "RateLimit-Reset": "7"}


def test_accounts_have_windows_of_their_own(service: Service) -> None:
    one, other = counting(service), counting(service)
    assert [one(0).requests, one(0).requests, other(0).requests] == [1, 2, 1]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(waits=st.lists(st.floats(0, 90), min_size=1, max_size=12), window=st.integers(1, 60))
def test_any_going_of_time_is_counted_as_by_hand(service: Service, waits: list[float], window: int) -> None:
    count = counting(service, window=window)
    moment, began, requests = 0.0, -1e9, 0
    for wait in waits:
        moment = round(moment + wait, 6)
        fresh = round(began + window, 6) <= moment
        began, requests = (moment, 1) if fresh else (began, requests + 1)
        state = count(moment)
        assert state.requests == requests
        assert 1 <= state.reset <= window


def test_however_many_ask_at_once_each_is_counted_once(service: Service) -> None:
    account, together = service.account().id, Barrier(6)
    found: list[int] = []

    def ask(account_id: UUID) -> None:
        together.wait()
        with service.services.database.write() as connection:
            state = count_request(connection, account_id=account_id, now=START, limit=100, window_seconds=60)
        found.append(state.requests)

    threads = [Thread(target=ask, args=(account,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [1, 2, 3, 4, 5, 6]
