"""A bucket of a local S3 server that takes a while for each answer, as one in a data centre does."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import boto3
from botocore.client import BaseClient

BUCKET: Final = "benchmark"
KEYS: Final = {"access_key": "benchmark", "secret_key": "benchmark"}
_START_SECONDS: Final = 30.0


@dataclass(slots=True)
class SlowBucket:
    """The server's address, the requests made by name, and the seconds for which the main thread waited."""

    endpoint: str
    asked: Counter[str] = field(default_factory=Counter)
    waited: float = 0.0

    def settings(self) -> dict[str, str]:
        """The worker's settings for this bucket."""
        return {"s3_bucket": BUCKET, "s3_endpoint": self.endpoint} | {
            f"s3_{name}": value for name, value in KEYS.items()
        }

    def forget(self) -> None:
        """Begin to count anew."""
        self.asked.clear()
        self.waited = 0.0


@contextmanager
def slow_bucket(*, latency: float) -> Iterator[SlowBucket]:
    """A server in a process of its own; each request of this process takes `latency` seconds longer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    bucket = SlowBucket(f"http://127.0.0.1:{port}")
    server = subprocess.Popen(
        (sys.executable, "-m", "moto.server", "-p", str(port)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    plain = vars(BaseClient)["_make_api_call"]  # what every method of a client calls

    def slowly(client: BaseClient, name: str, parameters: Any) -> Any:
        began = time.monotonic()
        try:
            time.sleep(latency)
            return plain(client, name, parameters)
        finally:
            bucket.asked[name] += 1
            if threading.current_thread() is threading.main_thread():
                bucket.waited += time.monotonic() - began

    try:
        _wait_for(port)
        client = boto3.client(
            "s3",
            endpoint_url=bucket.endpoint,
            region_name="us-east-1",
            aws_access_key_id=KEYS["access_key"],
            aws_secret_access_key=KEYS["secret_key"],
        )
        client.create_bucket(Bucket=BUCKET)
        with patch.object(BaseClient, "_make_api_call", slowly):
            yield bucket
    finally:
        server.kill()
        server.wait()


def _wait_for(port: int) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError
