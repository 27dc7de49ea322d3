from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from moto.server import ThreadedMotoServer

from tests.support.production.service_fixtures import servers_folder, swift, swift_place

__all__ = ["moto_endpoint", "servers_folder", "swift", "swift_place"]


@pytest.fixture(scope="session")
def moto_endpoint() -> Iterator[str]:
    """An S3 server in a thread; it speaks the protocol, but checks no signatures (see tests/services)."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()
