from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.production.servers import PostgresServer, RabbitServer, Server
from tests.support.production.service_fixtures import nothing_planted, servers_folder
from tests.support.production.swift import SwiftServer

__all__ = ["nothing_planted", "servers_folder"]


@pytest.fixture
def own_servers(servers_folder: Path) -> Iterator[dict[str, Server]]:
    """Servers of one storm, in a folder of their own, so no storm finds what another left behind."""
    folder = Path(tempfile.mkdtemp(prefix="storm", dir=servers_folder))
    folder.chmod(0o755)
    servers: dict[str, Server] = {
        "broker": RabbitServer(folder / "rabbit"),
        "database": PostgresServer(folder / "postgres"),
        "store": SwiftServer(folder / "swift"),
    }
    try:
        with ThreadPoolExecutor(len(servers)) as beside:
            list(beside.map(lambda server: server.start(), servers.values()))
        yield servers
    finally:
        for server in servers.values():
            server.stop()
