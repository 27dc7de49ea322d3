"""Guessed keys: how many are allowed and from where, and that no other client suffers for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from api import wrong_keys
from api.accounts import service as accounts
from api.http.auth import new_key
from api.settings import ServiceSettings
from api.wrong_keys import WrongKeys
from tests.api.harness import Account, make_service, make_settings, problem

USAGE = "/api/v1/usage"
LIMIT = 4


@pytest.fixture
def guarded(tmp_path: Path, database_url: str) -> Account:
    return make_service(make_settings(tmp_path, database_url, wrong_key_limit=LIMIT)).account()


def visitor(account: Account, host: str) -> TestClient:
    return TestClient(account.service.client.app, client=(host, 50000))


def test_guessing_is_answered_429_and_a_right_key_still_gets_in(guarded: Account) -> None:
    guesser = visitor(guarded, "192.0.2.7")
    for guess in [new_key() for _ in range(LIMIT)]:
        problem(guesser.get(USAGE, headers={"Authorization": f"Bearer {guess}"}), 401, "invalid_api_key")
    for path in (USAGE, "/api/v1/videos", "/api/v1/nothing-here"):
        refused = guesser.get(path, headers={"Authorization": f"Bearer {new_key()}"})
        problem(refused, 429, "rate_limited")
        assert refused.headers["ratelimit-limit"] == str(LIMIT)
        assert refused.headers["ratelimit-remaining"] == "0"
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert refused.headers["retry-after"] == refused.headers["ratelimit-reset"]
    assert guesser.get(USAGE, headers=guarded.headers).status_code == 200
    elsewhere = visitor(guarded, "192.0.2.8").get(USAGE, headers={"Authorization": f"Bearer {new_key()}"})
    problem(elsewhere, 401, "invalid_api_key")
    assert "ratelimit-limit" not in elsewhere.headers


def test_what_could_be_no_key_is_refused_alike_however_often(guarded: Account) -> None:
    client = visitor(guarded, "192.0.2.10")
    nearly = f"{guarded.key[:-1]}{'0' if guarded.key[-1] != '0' else '1'}"
    for header in ("", "Bearer", "Bearer nonsense", f"Bearer {nearly}", f"Basic {guarded.key}"):
        for _ in range(2 * LIMIT):
            problem(client.get(USAGE, headers={"Authorization": header}), 401, "invalid_api_key")
    for _ in range(2 * LIMIT):
        problem(client.get(USAGE), 401, "invalid_api_key")
    problem(client.get(USAGE, headers={"Authorization": f"Bearer {new_key()}"}), 401, "invalid_api_key")


def test_right_keys_never_use_the_address_up(guarded: Account) -> None:
    client = visitor(guarded, "192.0.2.9")
    assert {client.get(USAGE, headers=guarded.headers).status_code for _ in range(3 * LIMIT)} == {200}
    problem(client.get(USAGE, headers={"Authorization": "Bearer x"}), 401, "invalid_api_key")


def test_two_hundred_wrong_keys_a_minute_are_each_told_so_by_default(tmp_path: Path, sqlite_url: str) -> None:
    """A client that tries every operation with each of its old keys is told each time what is wrong."""
    limit = ServiceSettings.model_fields["wrong_key_limit"].default
    account = make_service(make_settings(tmp_path, sqlite_url, wrong_key_limit=limit)).account()
    services = account.service.services
    accounts.revoke_key(services.database, services.clock, account_id=account.id)
    for old in [account.key] * 100 + [new_key() for _ in range(100)]:
        answer = account.service.client.get(USAGE, headers={"Authorization": f"Bearer {old}"})
        problem(answer, 401, "invalid_api_key")


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_window_ends_when_it_said() -> None:
    hand = Hand()
    keys = WrongKeys(limit=1, window_seconds=60, now=hand)
    keys.count("192.0.2.1")
    hand.seconds = 59.5
    late = keys.count("192.0.2.1")
    assert (late.requests, late.reset, late.remaining) == (2, 1, 0)
    hand.seconds = 60.0
    assert keys.count("192.0.2.1").requests == 1


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
    ],
)
def test_which_addresses_are_one(one: str, other: str, together: bool) -> None:  # noqa: FBT001 - a parameter
    keys = WrongKeys(limit=1, window_seconds=60)
    keys.count(one)
    assert keys.count(other).requests == (2 if together else 1)


def test_memory_is_bounded_and_the_oldest_window_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_keys, "MOST_ADDRESSES", 100)
    hand = Hand()
    keys = WrongKeys(limit=1, window_seconds=60, now=hand)
    for number in range(250):
        hand.seconds += 0.01
        keys.count(f"198.51.{number // 200}.{number % 200}")
    assert len(keys) == 100
    assert keys.count("198.51.1.49").requests == 2
    assert keys.count("198.51.0.0").requests == 1


@given(steps=st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 40)), max_size=60))
def test_no_window_lets_more_through_than_its_limit(steps: list[tuple[str, float]]) -> None:
    hand = Hand()
    keys = WrongKeys(limit=2, window_seconds=60, now=hand)
    seen: dict[str, tuple[float, int]] = {}
    for name, pause in steps:
        hand.seconds += pause
        began, count = seen.get(name, (hand.seconds, 0))
        if hand.seconds - began >= 60:
            began, count = hand.seconds, 0
        seen[name] = (began, count + 1)
        rate = keys.count(name)
        assert rate.requests == count + 1
        assert 1 <= rate.reset <= 60
