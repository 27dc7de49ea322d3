"""A local S3 server that takes a while for each answer, as one in a data centre does."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from unittest.mock import patch

from botocore.client import BaseClient

from renderer.worker.job.sharing_beside import THREAD
from tests.support.production.buckets import fresh_place
from tests.support.production.servers import answers, free_port, wait_until

_START_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class SlowServer:
    """The server's address, and when the requests that were made began and ended.

    `beside` are those of the thread that shares results, for which nobody waits; times are in seconds.
    """

    endpoint: str
    waited_for: list[tuple[float, float]] = field(default_factory=list)
    beside: list[tuple[float, float]] = field(default_factory=list)

    def settings(self) -> dict[str, str]:
        """A worker's settings for a fresh bucket; requests are counted from here on."""
        place = fresh_place(self.endpoint)
        self.waited_for.clear()
        self.beside.clear()
        names = ("bucket", "prefix", "endpoint", "region", "addressing", "access_key", "secret_key")
        return {f"s3_{name}": getattr(place, name) for name in names}

    @property
    def requests(self) -> int:
        """How many requests were made."""
        return len(self.waited_for) + len(self.beside)

    @property
    def waited(self) -> float:
        """Seconds in which at least one request was under way that the work waited for."""
        return covered(self.waited_for)


def covered(spans: Sequence[tuple[float, float]]) -> float:
    """Seconds that these spans cover together."""
    total = until = 0.0
    for began, ended in sorted(spans):
        total += max(0.0, ended - max(began, until))
        until = max(until, ended)
    return total


@contextmanager
def slow_server(*, latency: float) -> Iterator[SlowServer]:
    """A server in a process of its own; each request of this process takes `latency` seconds longer."""
    port = free_port()
    slow = SlowServer(f"http://127.0.0.1:{port}")
    server = subprocess.Popen(
        (sys.executable, "-m", "moto.server", "-p", str(port)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    plain = vars(BaseClient)["_make_api_call"]  # what every method of a client calls

    def slowly(client: BaseClient, name: str, parameters: Any) -> Any:
        began = time.monotonic()
        try:
            time.sleep(latency)  # the latency of a network
            return plain(client, name, parameters)
        finally:
            is_beside = threading.current_thread().name == THREAD
            (slow.beside if is_beside else slow.waited_for).append((began, time.monotonic()))

    try:
        wait_until(partial(answers, port), seconds=_START_SECONDS, what="the S3 server")
        with patch.object(BaseClient, "_make_api_call", slowly):
            yield slow
    finally:
        server.kill()
        server.wait()
