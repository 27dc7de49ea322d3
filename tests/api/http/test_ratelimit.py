from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.harness import Account, make_service, make_settings, problem


def limited(tmp_path: Path, url: str, limit: int = 5) -> Account:
    made = make_service(make_settings(tmp_path, url, rate_limit=limit))
    return made.account()


def test_exactly_the_limit_is_let_through(tmp_path: Path, database_url: str) -> None:
    account = limited(tmp_path, database_url)
    for left in (4, 3, 2, 1, 0):
        answer = account.get("/usage")
        assert answer.status_code == 200
        assert answer.headers["ratelimit-limit"] == "5"
        assert answer.headers["ratelimit-remaining"] == str(left)
        assert answer.headers["ratelimit-reset"] == "60"
    account.service.clock.advance(seconds=12.5)
    refused = account.create()
    problem(refused, 429, "rate_limited")
    assert refused.headers["retry-after"] == refused.headers["ratelimit-reset"] == "48"
    assert refused.headers["ratelimit-remaining"] == "0"


def test_the_window_ends_when_it_said(tmp_path: Path, database_url: str) -> None:
    account = limited(tmp_path, database_url, limit=1)
    account.get("/usage")
    account.service.clock.advance(seconds=60, microseconds=-1)
    answer = account.get("/usage")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    account.service.clock.advance(microseconds=1)
    assert account.get("/usage").status_code == 200


def test_a_restart_forgets_nothing_and_replicas_share(tmp_path: Path, database_url: str) -> None:
    account = limited(tmp_path, database_url)
    other = make_service(make_settings(tmp_path, database_url, rate_limit=5))
    twin = Account(service=other, id=account.id, key=account.key)
    statuses = [each.get("/usage").status_code for _ in range(4) for each in (account, twin)]
    assert statuses == [200] * 5 + [429] * 3


def test_strangers_burn_no_window_and_accounts_have_their_own(tmp_path: Path, database_url: str) -> None:
    account = limited(tmp_path, database_url, limit=2)
    other = account.service.account()
    for _ in range(5):
        account.service.client.get("/api/v1/usage", headers={"Authorization": "Bearer nobody"})
    assert [account.get("/usage").status_code for _ in range(3)] == [200, 200, 429]
    assert other.get("/usage").status_code == 200


def test_a_refused_create_touches_neither_key_nor_allowance(tmp_path: Path, sqlite_url: str) -> None:
    account = limited(tmp_path, sqlite_url, limit=1)
    account.get("/usage")
    problem(account.create({"topic": "one"}, key="k" * 16), 429, "rate_limited")
    account.service.clock.advance(minutes=1)
    assert account.create({"topic": "two"}, key="k" * 16).status_code == 202


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pauses=st.lists(st.floats(0, 40), min_size=5, max_size=40))
def test_no_window_ever_lets_more_through(
    tmp_path: Path, sqlite_template: bytes, pauses: list[float]
) -> None:
    path = tmp_path / "windows.db"
    for old in tmp_path.glob("windows.db*"):
        old.unlink()
    path.write_bytes(sqlite_template)
    account = limited(tmp_path, f"sqlite:///{path}", limit=3)
    allowed, began = 0, None
    for pause in pauses:
        account.service.clock.advance(seconds=pause)
        now = account.service.clock.now()
        if began is None or (now - began).total_seconds() >= 60:
            allowed, began = 0, now
        answer = account.get("/usage")
        allowed += 1
        assert answer.status_code == (200 if allowed <= 3 else 429)
        assert 1 <= int(answer.headers["ratelimit-reset"]) <= 60
    account.service.services.close()
