"""Lookups run on the event loop, and what waits runs in a thread; the worker child gives way."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import uvicorn
from sqlalchemy.engine import make_url

from api.db.database import ConnectionSource, Database
from api.http import server as serving
from api.queue.child_launcher import NICENESS
from tests.api.harness import Account, Service
from tests.api.served import ROOT


def where(database: Database) -> tuple[bool, int]:
    """Whether a counter was taken on the event loop itself, and how often the work was begun."""
    begun: list[bool] = []

    def work(connections: ConnectionSource) -> bool:
        begun.append(threading.current_thread() is threading.main_thread())
        with connections.autocommit() as connection:
            connection.exec_driver_sql("UPDATE rate_windows SET requests = requests")
        return begun[-1]

    return asyncio.run(database.inline_or_thread(work)), len(begun)


def test_sqlite_is_asked_at_once_and_postgresql_in_a_thread(service: Service) -> None:
    database = service.services.database
    assert where(database) == (database.is_sqlite, 1)


def test_while_a_transaction_is_open_the_others_wait_in_a_thread(light: Service) -> None:
    database, entered, leave = light.services.database, threading.Event(), threading.Event()

    def write() -> None:
        with database.write():
            entered.set()
            leave.wait(10)

    threading.Thread(target=write).start()
    assert entered.wait(10)
    threading.Timer(0.2, leave.set).start()
    assert where(database) == (False, 1)


def test_while_another_process_writes_the_work_is_begun_again_in_a_thread(light: Service) -> None:
    path = make_url(light.services.database.url).database
    other = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, other.execute, ["COMMIT"]).start()
    assert where(light.services.database) == (False, 2)


def test_a_request_that_had_to_wait_is_counted_once(caller: Account) -> None:
    before = int(caller.get("/usage").headers["ratelimit-remaining"])
    path = make_url(caller.service.services.database.url).database
    other = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, other.execute, ["COMMIT"]).start()
    answer = caller.get("/usage")
    assert answer.status_code == 200
    assert int(answer.headers["ratelimit-remaining"]) == before - 1


def test_the_worker_child_comes_after_the_service(tmp_path: Path) -> None:
    target = tmp_path / "nice"
    child = f"import os; open({str(target)!r}, 'w').write(str(os.nice(0)))"
    guarded = [
        sys.executable,
        "-m",
        "api.queue.child_launcher",
        str(os.getpid()),
        sys.executable,
        "-c",
        child,
    ]
    subprocess.run(guarded, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, timeout=30)
    assert int(target.read_text()) == min(19, os.nice(0) + NICENESS)


def test_connections_outlive_the_pause_between_polls(monkeypatch: pytest.MonkeyPatch, light: Service) -> None:
    served: list[uvicorn.Server] = []
    monkeypatch.setattr("uvicorn.Server.run", lambda server, **_more: served.append(server))
    with serving.listen("127.0.0.1", 0) as listener:
        serving.run(light.client.app, listener=listener, problem_base="http://testserver/problems")
    wait = light.account().get("/capabilities").json()["polling"]["retry_after_seconds"]
    assert served[0].config.timeout_keep_alive > 2 * wait
