"""A storm over a whole production: workers, servers and the API are killed or cut off at random.

A seed fixes what is hit, how and when; the outcome still depends on the timing of the machine.
"""

from __future__ import annotations

import hashlib
import io
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

import av
import psutil
import sqlalchemy as sa

from api.db.database import Database
from api.db.tables import jobs
from api.jobs.retention import Sweeper
from api.settings import ServiceSettings
from pipelines.short import SHORT
from renderer.clock import SystemClock
from renderer.runtime.workspace import open_workspace
from tests.support.production.rig import Client, Rig
from tests.support.production.servers import Server, wait_until

JOBS_PER_ACCOUNT = 5
FIRST = "API killed"
"""The first hit of every storm, however short the storm is and whatever its seed deals next."""
WIDTH, HEIGHT, FPS = 144, 256, 10
MAX_TRIES = int(ServiceSettings.model_fields["max_tries"].default)
"""The product's own limit; no storm is given more tries."""
STAGES = sum(stage.cached for stage in SHORT.stages)


@dataclass(frozen=True, kw_only=True)
class Weather:
    """How long and how hard the storm blows: seconds, jobs, workers, pauses and outages."""

    seed: int
    jobs: int
    workers: int
    seconds: float
    pause: tuple[float, float] = (1.0, 3.0)
    outage: tuple[float, float] = (0.5, 3.0)


@dataclass
class Storm:
    """Hits workers, servers and the API for a while; whatever was hit comes back."""

    rig: Rig
    servers: dict[str, Server]
    weather: Weather
    queues: str = "short.cpu"
    hits: Counter[str] = field(default_factory=Counter)
    pids: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.random = random.Random(self.weather.seed)  # noqa: S311 - a storm is no secret
        self.names = [f"w{number}" for number in range(self.weather.workers)]

    def start_worker(self, name: str) -> None:
        self.rig.start_worker(name, queues=self.queues, CLIPWRIGHT_DRAIN_SECONDS="1")
        self.pids.add(self.rig.workers[name].pid)

    def blow(self) -> None:
        """Hit something at random until the storm's time is over."""
        hits = self._hits()
        until = time.monotonic() + self.weather.seconds
        for pause, kind in self.deal():
            if time.monotonic() >= until:
                return
            time.sleep(pause)
            self.hits[kind] += 1
            hits[kind]()

    def deal(self) -> Iterator[tuple[float, str]]:
        """Seconds to wait and the next hit, without end."""
        kinds = list(self._hits())
        yield self.random.uniform(*self.weather.pause), FIRST
        while True:
            yield self.random.uniform(*self.weather.pause), self.random.choice(kinds)

    def _hits(self) -> dict[str, Callable[[], None]]:
        hits: dict[str, Callable[[], None]] = {
            "worker killed": lambda: self._replace(signal.SIGKILL),
            "worker's child killed": self._kill_child,
            "worker stopped": lambda: self._replace(signal.SIGTERM),
            "worker frozen": self._freeze_worker,
            FIRST: self._restart_api,
            "API frozen": self._freeze_api,
        }
        for name, server in self.servers.items():
            hits[f"{name} killed"] = partial(self._restart, server)
            hits[f"{name} cut off"] = partial(self._cut_off, server)
        return hits

    def _replace(self, how: signal.Signals) -> None:
        name = self.random.choice(self.names)
        self.rig.kill(name, how)
        self.start_worker(name)

    def _kill_child(self) -> None:
        process = self.rig.workers[self.random.choice(self.names)]
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(process.pid).children()[:1]:
                child.kill()

    def _freeze_worker(self) -> None:
        """Freeze a worker for longer than its lease: when it wakes up, another may have its job."""
        group = self.rig.workers[self.random.choice(self.names)].pid
        os.killpg(group, signal.SIGSTOP)
        time.sleep(float(self.rig.settings["CLIPWRIGHT_LEASE_SECONDS"]) + 1)
        os.killpg(group, signal.SIGCONT)

    def _restart_api(self) -> None:
        self.rig.stop_api(signal.SIGKILL)
        time.sleep(self.random.uniform(*self.weather.outage))
        self.rig.start_api()

    def _freeze_api(self) -> None:
        """Freeze the API for longer than a lease; no worker can report then, and none may lose its job."""
        if self.rig.api:
            self.rig.api.send_signal(signal.SIGSTOP)
            time.sleep(float(self.rig.settings["CLIPWRIGHT_LEASE_SECONDS"]) + 1)
            self.rig.api.send_signal(signal.SIGCONT)

    def _restart(self, server: Server) -> None:
        server.kill()
        time.sleep(self.random.uniform(*self.weather.outage))
        server.start()

    def _cut_off(self, server: Server) -> None:
        server.send_signal(signal.SIGSTOP)
        time.sleep(self.random.uniform(*self.weather.outage))
        server.send_signal(signal.SIGCONT)


@dataclass
class Books:
    """All orders of a storm, and what has to come of them."""

    rig: Rig
    callers: list[Client] = field(default_factory=list)
    orders: dict[str, tuple[Client, str]] = field(default_factory=dict)

    def open_accounts(self, count: int) -> None:
        """Open enough accounts for `count` jobs before the storm starts."""
        for _ in range(-(-count // JOBS_PER_ACCOUNT)):
            self.callers.append(self.rig.account())

    def order(self, count: int, *, within: float) -> None:
        """Place `count` orders during the storm, spread over `within` seconds."""
        for number in range(count):
            caller, topic = self.callers[number // JOBS_PER_ACCOUNT], f"video number {number}"
            self.orders[caller.create(topic)] = (caller, topic)
            time.sleep(within / count)

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        for job, (caller, _) in self.orders.items():
            caller.wait(job, "completed", "failed", seconds=max(1.0, until - time.monotonic()))

    def check(self) -> dict[str, int]:
        """Check everything that is promised; returns figures for the report."""
        videos = {job: caller.video(job) for job, (caller, _) in self.orders.items()}
        assert Counter(video["status"] for video in videos.values()) == {"completed": len(self.orders)}
        digests = self._digests()
        for job, (caller, _) in self.orders.items():
            got = caller.request("GET", f"/videos/{job}/download").content
            assert hashlib.sha256(got).hexdigest() == digests[job]
            check_plays(got)
        used = [caller.request("GET", "/usage").json()["videos"] for caller in self.callers]
        assert sum(each["used"] for each in used) == len(self.orders)
        assert sum(each["reserved"] for each in used) == 0
        return self._objects() | self._stages() | self._attempts()

    def _digests(self) -> dict[str, str]:
        database = Database(self.rig.database_url)
        with database.read() as connection:
            rows = connection.execute(sa.select(jobs.c.id, jobs.c.results)).all()
        database.close()
        return {str(row.id): str(row.results["video"]["file"]["sha256"]) for row in rows}

    def _objects(self) -> dict[str, int]:
        """After the sweeper has run there is exactly one video per job, the one that the database names."""
        database, store = Database(self.rig.database_url), self.rig.store()
        before = sum(key.endswith(".mp4") for key in store.keys("videos/"))
        sweeper = Sweeper(database=database, store=store, clock=Later())
        while sweeper.run_once():
            pass
        store.sweep(before=datetime.now(UTC) + timedelta(minutes=1))
        videos = [key for key in store.keys("videos/") if key.endswith(".mp4")]
        with database.read() as connection:
            rows = connection.execute(sa.select(jobs.c.results)).all()
            named = [row.results["video"]["file"]["key"] for row in rows]
        database.close()
        assert sorted(videos) == sorted(named)
        return {"objects": len(videos), "leftovers of lost attempts swept": before - len(videos)}

    def _stages(self) -> dict[str, int]:
        """No stage is run again once its result is in the bucket."""
        kept: set[str] = set()
        again = runs = 0
        for line in self.rig.diary.read_text().splitlines():
            what, key = line.split()
            if what == "kept":
                kept.add(key)
                continue
            runs += 1
            again += key in kept
        assert again == 0
        # a worker killed between storing a result and noting it leaves a gap in the diary, not in the bucket
        assert (STAGES - 1) * len(self.orders) < len(kept) <= STAGES * len(self.orders)
        return {"stages": len(kept), "stage runs": runs, "stored stages run again": again}

    def _attempts(self) -> dict[str, int]:
        database = Database(self.rig.database_url)
        total, most = sa.func.sum(jobs.c.attempt), sa.func.max(jobs.c.tries)
        with database.read() as connection:
            attempts, tries = connection.execute(sa.select(total, most)).one()
        database.close()
        assert tries <= MAX_TRIES
        return {"attempts": int(attempts), "most tries that one job took": int(tries)}


def check_struck(storm: Storm) -> None:
    """Check that the API was killed with SIGKILL and that jobs had the product's own number of tries."""
    assert storm.hits[FIRST] >= 1
    assert "CLIPWRIGHT_MAX_TRIES" not in storm.rig.environment()


def check_plays(video: bytes) -> None:
    """Check that pictures and sound decode to the end."""
    with av.open(io.BytesIO(video), "r") as container:
        assert (container.streams.video[0].width, container.streams.video[0].height) == (WIDTH, HEIGHT)
        frames = Counter(type(frame).__name__ for frame in container.decode())
    assert frames["VideoFrame"] > FPS
    assert frames["AudioFrame"] > 0


def check_nothing_left(storm: Storm) -> None:
    """Check that no worker that ever ran has left a process, scratch or spooled events."""
    storm.rig.stop()
    # a grandchild ends when its pipe closes, a moment after the worker's child
    wait_until(lambda: not _alive(storm.pids), seconds=90, what="the end of every process of the workers")
    for name in storm.names:
        workspace = open_workspace(storm.rig.folder / name)
        assert [path.name for path in workspace.scratch.iterdir()] == []
        assert not list((workspace.root / "spool").glob("*")), name


def _alive(groups: set[int]) -> list[int]:
    """Processes of these groups that have not ended."""
    return [
        process.pid
        for process in psutil.process_iter(["status"])
        if _group(process.pid) in groups and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


class Later(SystemClock):
    """A clock for the sweeper, past the grace period of lost attempts."""

    def now(self) -> datetime:
        return super().now() + timedelta(minutes=11)
