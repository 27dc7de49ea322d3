"""`clipwright serve` in a process of its own, for tests that look at it from outside."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.accounts import service as accounts
from api.assembly import build_services, default_adapters
from api.db.migrate import migrate
from api.queue.base import UnavailableQueue
from api.settings import ServiceSettings
from renderer.contract.vocabulary import Plan
from tests.support.leaks import SPOKEN, check_log, plant

ROOT = Path(__file__).parents[2]
COMMAND = "import sys; from api.commands import serve, accounts, keys; {0}(sys.argv[1:])"
PATIENCE = 90.0
"""Seconds to wait for what must happen, though it takes almost none on an idle machine."""
WORKER = [sys.executable, "-m", "tests.api.scripted_worker"]


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """An account and its key."""

    account: str
    key: str


@dataclass(frozen=True, kw_only=True)
class Served:
    """A service that listens, with a key for it."""

    url: str
    credentials: Credentials
    data_dir: Path
    process: subprocess.Popen[bytes]

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, dict[str, str], Any]:
        """Status, headers (names in lower case) and JSON of one request."""
        given = {"Authorization": f"Bearer {self.credentials.key}"} | headers
        plant(self.credentials.key, *(body.values() if isinstance(body, dict) else ()))
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            given["Content-Type"] = "application/json"
        target = path if path.startswith("http") else f"{self.url}{path}"
        request = urllib.request.Request(target, data=data, method=method, headers=given)  # noqa: S310 - our own service
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - our own service
                return answer.status, _lower(answer.headers), json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, _lower(error.headers), json.loads(error.read() or b"null")

    def readiness(self) -> tuple[int, str]:
        """Status of /readyz, and its explanation when the service is not ready."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=20) as answer:  # noqa: S310 - our own service
                return answer.status, ""
        except urllib.error.HTTPError as error:
            return error.code, str(json.loads(error.read())["detail"])

    def wait_for(self, link: str, *statuses: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Poll until the video has one of these states."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            video = self.call("GET", link)[2]
            if video["status"] in statuses:
                return dict(video)
            time.sleep(0.1)
        raise TimeoutError(str(video))


def run_command(group: str, *arguments: str, data_dir: Path) -> dict[str, Any]:
    """Run one of the service's commands in a process of its own; returns its JSON."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND.format(group), *arguments, "--data-dir", str(data_dir), "--json"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    return dict(json.loads(done.stdout))


def environment(**more: str) -> dict[str, str]:
    own = {
        name: value
        for name, value in os.environ.items()
        if name == "CLIPWRIGHT_MODELS" or not name.startswith("CLIPWRIGHT_")
    }
    return own | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"} | more


def new_account(data_dir: Path) -> Credentials:
    """Create an account with a key in the database of that folder."""
    settings = ServiceSettings(data_dir=data_dir)
    services = build_services(settings, default_adapters(settings, UnavailableQueue()))
    migrate(services.database)
    made = accounts.create_account(services.database, services.clock, plan=Plan.PRO, name="")
    key = accounts.create_key(services.database, services.clock, account_id=made.account_id)
    services.close()
    return Credentials(account=str(made.account_id), key=key.key)


def free_port() -> int:
    """A port that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    data_dir: Path,
    credentials: Credentials,
    *,
    port: int = 0,
    host: str = "127.0.0.1",
    status: int = 200,
    **settings: str,
) -> Iterator[Served]:
    """Run a service on a free port once its readiness has this status; stop all its processes at the end."""
    port = port or free_port()
    options = ["--host", host, "--port", str(port), "--data-dir", str(data_dir)]
    given = {"CLIPWRIGHT_WORKER_COMMAND": json.dumps(WORKER), "CLIPWRIGHT_RATE_LIMIT": "100000"} | settings
    log = (data_dir / "serve.log").open("ab")
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND.format("serve"), *options],
        cwd=ROOT,
        env=environment(**given),
        stderr=log,
    )
    served = Served(
        url=f"http://127.0.0.1:{port}", credentials=credentials, data_dir=data_dir, process=process
    )
    try:
        _await_readiness(served, status)
        yield served
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()
        check_log((data_dir / "serve.log").read_text("utf-8"), spoken=SPOKEN)


def wait_until(check: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until the condition is true."""
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, "did not happen in time"
        time.sleep(0.02)


def _await_readiness(served: Served, status: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and served.process.poll() is None:
        with suppress(OSError):
            if served.readiness()[0] == status:
                return
        time.sleep(0.05)
    raise TimeoutError((served.data_dir / "serve.log").read_text())


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
