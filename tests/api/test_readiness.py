"""A database that cannot be written, or that another process has locked."""

from __future__ import annotations

import resource
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from api import readiness
from tests.api.harness import make_service, make_settings, problem
from tests.api.served import Served, new_account, serving, wait_until
from tests.support.production.busy_machine import slowness

WAIT = 2.0
"""Seconds that one request may wait for the database."""
AT_ONCE = 24


def readyz(served: Served) -> int:
    try:
        with urllib.request.urlopen(f"{served.url}/readyz", timeout=10) as answer:  # noqa: S310 - our own service
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a write transaction on a connection of its own, as another process would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def no_file_may_grow(served: Served, limit: int) -> Iterator[None]:
    """Limit the service's files to `limit` bytes, so that its writes fail as on a full disk."""
    before = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, before)


def test_a_database_that_takes_no_write_is_not_ready_and_recovers(tmp_path: Path) -> None:
    with serving(tmp_path, new_account(tmp_path), CLIPWRIGHT_LOG_LEVEL="critical") as served:
        assert readyz(served) == 200
        with no_file_may_grow(served, (tmp_path / "clipwright.db-wal").stat().st_size):
            wait_until(lambda: readyz(served) == 503)
            status, headers, body = served.call("GET", "/api/v1/usage")
            assert (status, body["code"]) == (503, "service_unavailable")
            assert headers["retry-after"] == "5"
        wait_until(lambda: readyz(served) == 200)


def test_too_little_room_for_the_log_is_not_ready(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url))
    monkeypatch.setattr(readiness, "FLOOR_BYTES", 1 << 62)
    problem(made.client.get("/readyz"), 503, "service_unavailable")


def test_waits_for_a_lock_held_elsewhere_do_not_add_up(tmp_path: Path, sqlite_url: str) -> None:
    """Half orders and half lists, all at once; in turn, each half would take `AT_ONCE` / 2 waits."""
    made = make_service(make_settings(tmp_path, sqlite_url, database_wait_seconds=WAIT))
    account = made.account()
    slower, asked = slowness(), Barrier(AT_ONCE)

    def ask(number: int) -> tuple[Any, float]:
        asked.wait()
        began = time.monotonic()
        answer = account.get("/videos") if number % 2 else account.create()
        return answer, time.monotonic() - began

    with made.client, held(tmp_path / "test.db"), ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(ask, range(AT_ONCE)))
    for answer, _ in found:
        problem(answer, 503, "service_unavailable")
        assert answer.headers["retry-after"] == "5"
    slowest = max(took for _, took in found)
    # a slower machine raises the limit, but only to half of what either kind would take in a row
    assert WAIT / 2 < slowest < min(3 * WAIT * slower, AT_ONCE / 2 * WAIT / 2)
    assert account.create().status_code == 202
    assert account.usage()["videos"]["reserved"] == 1


def test_readiness_does_not_wait_long_for_a_lock(tmp_path: Path, sqlite_url: str) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url, database_wait_seconds=1.0))
    with made.client, held(tmp_path / "test.db"):
        problem(made.client.get("/readyz"), 503, "service_unavailable")
    wait_until(lambda: made.client.get("/readyz").status_code == 200)
