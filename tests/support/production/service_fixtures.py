"""Fixtures: one server of each kind per session, started when first requested."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from renderer.backends.storage.s3.place import S3Place
from tests.support.leaks import PLANTED
from tests.support.production.buckets import fresh_place
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import PostgresServer, RabbitServer, RedisServer, Server
from tests.support.production.swift import ACCESS_KEY, SECRET_KEY, SwiftServer


@pytest.fixture(autouse=True)
def nothing_planted() -> None:
    """Forget the texts that an earlier test has planted."""
    PLANTED.clear()


def started(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def servers_folder() -> Iterator[Path]:
    """A folder readable by the unprivileged users under which some servers have to run."""
    folder = Path(tempfile.mkdtemp(prefix="clip"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def rabbit(servers_folder: Path) -> Iterator[Server]:
    yield from started(RabbitServer(servers_folder / "rabbit"))


@pytest.fixture(scope="session")
def redis_server(servers_folder: Path) -> Iterator[Server]:
    yield from started(RedisServer(servers_folder / "redis"))


@pytest.fixture(scope="session")
def postgres_server_url(servers_folder: Path) -> Iterator[str]:
    for server in started(PostgresServer(servers_folder / "postgres")):
        yield server.url


@pytest.fixture(scope="session")
def swift(servers_folder: Path) -> Iterator[Server]:
    yield from started(SwiftServer(servers_folder / "swift"))


@pytest.fixture(scope="session")
def swift_place(swift: Server) -> Callable[[], S3Place]:
    """A function that makes a fresh bucket."""
    return lambda: fresh_place(swift.url, access_key=ACCESS_KEY, secret_key=SECRET_KEY)


@pytest.fixture
def rig_settings() -> dict[str, str]:
    """Settings of API and workers; a test module can override this fixture."""
    return {}


@pytest.fixture
def rig(
    tmp_path: Path,
    postgres_server_url: str,
    rabbit: Server,
    swift_place: Callable[[], S3Place],
    rig_settings: dict[str, str],
) -> Iterator[Rig]:
    """A production on PostgreSQL, RabbitMQ and Swift, with its API up and no worker yet."""
    made = Rig(
        folder=tmp_path,
        database_url=fresh_database(postgres_server_url),
        broker_url=rabbit.url,
        place=swift_place(),
        settings=rig_settings,
    )
    with rig_running(made) as running:
        yield running
