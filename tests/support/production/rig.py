"""A complete production on one machine: API process, worker processes, and the servers between them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
from celery import Celery
from kombu import Exchange, Queue
from sqlalchemy.engine import make_url

from api.accounts import service as accounts
from api.db.database import Database
from api.db.migrate import migrate
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.s3.store import S3Store
from renderer.clock import SystemClock
from renderer.contract.queues import SEGMENTS, queue_name, transport_options
from renderer.contract.vocabulary import Plan, Workflow
from tests.support.leaks import plant
from tests.support.production.rig_logs import check_logs
from tests.support.production.servers import free_port, wait_until

ROOT = Path(__file__).parents[3]
SECRET = "a secret of the tests, long enough"


def fresh_database(server_url: str) -> str:
    """Make an empty, migrated database on the server; returns its URL."""
    name = f"rig_{uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    url = make_url(server_url).set(database=name).render_as_string(hide_password=False)
    database = Database(url)
    migrate(database)
    database.close()
    return url


@dataclass
class Rig:
    """The parts of a production, and its running processes."""

    folder: Path
    database_url: str
    broker_url: str
    place: S3Place
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    api: subprocess.Popen[bytes] | None = None
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def diary(self) -> Path:
        return self.folder / "diary"

    def store(self) -> S3Store:
        return S3Store(self.place)

    def environment(self, **more: str) -> dict[str, str]:
        own = {
            name: value
            for name, value in os.environ.items()
            if name == "CLIPWRIGHT_MODELS" or not name.startswith("CLIPWRIGHT_")
        }
        return own | {
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "OMP_NUM_THREADS": "1",
            "C_FORCE_ROOT": "1",
            "CLIPWRIGHT_DATA_DIR": str(self.folder / "api"),
            "CLIPWRIGHT_DATABASE_URL": self.database_url,
            "CLIPWRIGHT_PUBLIC_URL": self.url,
            "CLIPWRIGHT_SECRET_KEY": SECRET,
            "CLIPWRIGHT_RATE_LIMIT": "1000000",
            "CLIPWRIGHT_BROKER_URL": self.broker_url,
            "CLIPWRIGHT_S3_BUCKET": self.place.bucket,
            "CLIPWRIGHT_S3_PREFIX": self.place.prefix,
            "CLIPWRIGHT_S3_ENDPOINT": self.place.endpoint,
            "CLIPWRIGHT_S3_ADDRESSING": self.place.addressing,
            "CLIPWRIGHT_S3_ACCESS_KEY": self.place.access_key,
            "CLIPWRIGHT_S3_SECRET_KEY": self.place.secret_key,
            "STUB_DIARY": str(self.diary),
        } | self.settings | more  # fmt: skip

    def start_api(self) -> None:
        self.api = self._start("api", "tests.support.production.production_api", str(self.port))
        wait_until(self._ready, seconds=40, what=f"api: {self.log('api')[-3000:]}")

    def start_worker(
        self,
        name: str,
        *,
        module: str = "tests.support.production.stub_worker",
        queues: str = "short.cpu",
        **env: str,
    ) -> None:
        env = {"CLIPWRIGHT_WORKSPACE": str(self.folder / name), "CLIPWRIGHT_WORKER_NAME": name} | env
        self.workers[name] = self._start(name, module, "worker", "--queues", queues, **env)

    def wait_for_worker(self, name: str) -> None:
        wait_until(lambda: " ready" in self.log(name), seconds=40, what=f"worker: {self.log(name)[-3000:]}")

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> None:
        """Signal the main process only; its children must end with it, even on SIGKILL."""
        process = self.workers.pop(name)
        process.send_signal(how)
        process.wait(timeout=60)

    def stop(self) -> None:
        for process in [*self.workers.values(), *([self.api] if self.api else [])]:
            process.send_signal(signal.SIGTERM)
        for process in [*self.workers.values(), *([self.api] if self.api else [])]:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=25)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.workers.clear()
        self.api = None

    def stop_api(self, how: signal.Signals) -> None:
        if self.api:
            self.api.send_signal(how)
            self.api.wait(timeout=30)
        self.api = None

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def account(self, plan: Plan = Plan.PRO) -> Client:
        database = Database(self.database_url)
        made = accounts.create_account(database, SystemClock(), plan=plan, name="test")
        key = accounts.create_key(database, SystemClock(), account_id=made.account_id)
        database.close()
        plant(key.key)
        return Client(url=self.url, key=key.key)

    def _start(self, name: str, module: str, *arguments: str, **env: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                cwd=ROOT,
                env=self.environment(**env),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2, trust_env=False).status_code == 200
        except httpx.HTTPError:
            return False


@dataclass
class Client:
    """A caller of the API."""

    url: str
    key: str

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"} | more.pop("headers", {})
        target = path if path.startswith("http") else f"{self.url}/api/v1{path}"
        return httpx.request(method, target, headers=headers, timeout=30, trust_env=False, **more)

    def create(self, topic: str, *, key: str = "") -> str:
        """Create a video, retrying through outages; returns its id."""
        headers = {"Idempotency-Key": key or f"key-{uuid4().hex}"}
        plant(topic, self.key)
        until = time.monotonic() + 60
        while True:
            with suppress(httpx.HTTPError):
                answer = self.request("POST", "/videos", json={"topic": topic}, headers=headers)
                if answer.status_code == 202:
                    return str(answer.json()["id"])
                if answer.status_code < 500:
                    raise AssertionError(answer.text)
            if time.monotonic() > until:
                raise TimeoutError(topic)
            time.sleep(0.2)

    def video(self, video_id: str) -> dict[str, Any]:
        """The current state of a video; empty while the service is unavailable."""
        with suppress(httpx.HTTPError):
            answer = self.request("GET", f"/videos/{video_id}")
            if answer.status_code == 200:
                return dict(answer.json())
        return {}

    def wait(self, video_id: str, *statuses: str, seconds: float = 100) -> dict[str, Any]:
        until = time.monotonic() + seconds
        video: dict[str, Any] = {}
        while time.monotonic() < until:
            video = self.video(video_id) or video
            if video.get("status") in statuses:
                return video
            time.sleep(0.1)
        raise TimeoutError(video)


def empty_queues(broker_url: str) -> None:
    """Purge the queues, as messages of an earlier rig refer to an API that no longer runs."""
    app = Celery("test", broker=broker_url, set_as_current=False)
    app.conf.update(broker_transport_options=transport_options(broker_url))
    with app.connection_for_write() as connection:
        for name in (*(queue_name(workflow, "cpu") for workflow in Workflow), SEGMENTS):
            queue = Queue(name, Exchange(name, type="direct"), routing_key=name)(connection.channel())
            queue.declare()
            queue.purge()
    app.close()


@contextmanager
def rig_running(rig: Rig) -> Iterator[Rig]:
    """Run the production with its API up; at the end stop all of it and search its logs."""
    rig.folder.mkdir(parents=True, exist_ok=True)
    empty_queues(rig.broker_url)
    try:
        rig.start_api()
        yield rig
    finally:
        rig.stop()
    check_logs(rig.folder, database_url=rig.database_url, secret=SECRET)
