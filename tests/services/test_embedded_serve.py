"""`clipwright serve` alone, without other servers, survives the same crashes and keeps the same promises."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import psutil
import pytest
import sqlalchemy as sa

from api.db.database import Database
from api.db.tables import jobs
from tests.api.served import Credentials, Served, new_account, serving
from tests.support.descendants import running_below
from tests.support.production.servers import wait_until
from tests.support.production.small_disk import mounted
from tests.support.production.stub_pipeline import content

pytestmark = [pytest.mark.services, pytest.mark.timeout(200)]
WORKER = json.dumps([sys.executable, "-m", "tests.support.production.stub_worker", "embedded"])


def create(served: Served, topic: str) -> str:
    key = "key-" + topic.replace(" ", "-").replace("=", "-") + "-0123456789"
    status, _, body = served.call("POST", "/api/v1/videos", {"topic": topic}, **{"Idempotency-Key": key})
    assert status == 202, body
    return f"/api/v1/videos/{body['id']}"


def worker_of(served: Served) -> psutil.Process:
    """The worker child, once it has started."""

    def found() -> list[psutil.Process]:
        return running_below(served.process.pid, "embedded")

    wait_until(lambda: bool(found()), seconds=90, what="the worker")
    return found()[0]


def service(folder: Path, credentials: Credentials, **settings: Any) -> AbstractContextManager[Served]:
    given: dict[str, Any] = {
        "CLIPWRIGHT_WORKER_COMMAND": WORKER,
        "CLIPWRIGHT_WORKSPACE": str(folder / "workspace"),
        "CLIPWRIGHT_FREE_DISK_MB": "1",
        "CLIPWRIGHT_FREE_MEMORY_MB": "1",
    }
    return serving(folder, credentials, **given | settings)


def stage(served: Served, link: str) -> str:
    return str(served.call("GET", link)[2]["progress"]["stage"])


def download(served: Served, link: str) -> bytes:
    request = urllib.request.Request(  # noqa: S310 - the address comes from the test's own service
        f"{served.url}{link}/download", headers={"Authorization": f"Bearer {served.credentials.key}"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - as above
        return bytes(answer.read())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_dies_costs_only_its_running_stage(tmp_path: Path, how: signal.Signals) -> None:
    topic = "ticks=60"
    with service(tmp_path, new_account(tmp_path)) as served:
        link = create(served, topic)
        wait_until(lambda: stage(served, link) == "sound", seconds=90, what="the second stage")
        kept = set((tmp_path / "workspace" / "keys").iterdir())
        worker_of(served).send_signal(how)
        served.wait_for(link, "completed", seconds=60)
        assert kept
        assert kept <= set((tmp_path / "workspace" / "keys").iterdir())
        assert download(served, link) == content(topic)
        assert served.call("GET", "/api/v1/usage")[2]["videos"]["used"] == 1


def test_a_service_that_is_killed_goes_on_when_it_is_started_again(tmp_path: Path) -> None:
    credentials = new_account(tmp_path)
    topics = [f"number {number} ticks=30" for number in range(4)]
    with service(tmp_path, credentials) as served:
        links = [create(served, topic) for topic in topics]
        wait_until(lambda: stage(served, links[0]) == "sound", seconds=90, what="the second stage")
        child = worker_of(served)
        os.kill(served.process.pid, signal.SIGKILL)
        # the guardian process ends the worker with the service
        wait_until(lambda: not child.is_running() or child.status() == "zombie", seconds=90, what="the child")
    with service(tmp_path, credentials) as served:
        for topic, link in zip(topics, links, strict=True):
            served.wait_for(link, "completed", seconds=60)
            assert download(served, link) == content(topic)
        assert served.call("GET", "/api/v1/usage")[2]["videos"]["used"] == len(topics)
    videos = Counter(path.parent.parent.name for path in tmp_path.rglob("video.mp4"))
    assert set(videos.values()) == {1}
    assert list((tmp_path / "workspace" / "scratch").iterdir()) == []


def test_the_service_shows_what_its_worker_counts_also_after_a_crash(tmp_path: Path) -> None:
    def page() -> str:
        with urllib.request.urlopen(f"{served.url}/metrics", timeout=20) as answer:  # noqa: S310 - our own service
            return str(answer.read().decode())

    with service(tmp_path, new_account(tmp_path), CLIPWRIGHT_METRICS_OPEN="1") as served:
        served.wait_for(create(served, "calm ticks=1"), "completed", seconds=60)
        assert 'clipwright_worker_stage_runs_total{stage="film"} 1.0' in page()
        link = create(served, "fault=segfault ticks=1")
        served.wait_for(link, "failed", seconds=90)
        wait_until(lambda: "clipwright_worker_lease_losses_total 3.0" in page(), seconds=90, what=page())
        shown = page()
    assert "clipwright_worker_jobs_running 0.0" in shown
    assert 'clipwright_worker_jobs_ended_total{kind="crashed"} 3.0' in shown
    assert 'clipwright_worker_jobs_ended_total{kind="completed"} 1.0' in shown
    assert "clipwright_leases_lost_total 3.0" in shown
    assert 'clipwright_jobs_ended_total{status="failed"} 1.0' in shown
    assert 'clipwright_jobs_failed_total{code="lease_lost"} 1.0' in shown


def attempts(folder: Path) -> list[tuple[int, int]]:
    """Attempt and tries of every job."""
    with closing(Database(f"sqlite:///{folder}/clipwright.db")) as database, database.read() as connection:
        rows = connection.execute(sa.select(jobs.c.attempt, jobs.c.tries)).all()
    return [(row.attempt, row.tries) for row in rows]


def claimed(folder: Path) -> tuple[int, str]:
    """The one job's attempt and stage, once a worker has claimed it."""
    with closing(Database(f"sqlite:///{folder}/clipwright.db")) as database, database.read() as connection:
        row = connection.execute(sa.select(jobs.c.attempt, jobs.c.stage, jobs.c.worker)).one()
    return (row.attempt, row.stage) if row.worker else (0, "")


def test_a_service_killed_three_times_fails_no_job_that_made_progress(tmp_path: Path) -> None:
    credentials, topic = new_account(tmp_path), "ticks=60"
    link = ""
    for number, reached in enumerate(("sound", "film", "film"), start=1):
        with service(tmp_path, credentials) as served:
            link = link or create(served, topic)
            wait_until(lambda: claimed(tmp_path) == (number, reached), seconds=60, what=reached)  # noqa: B023 - waited for here
            os.kill(served.process.pid, signal.SIGKILL)
            served.process.wait()
    with service(tmp_path, credentials) as served:
        served.wait_for(link, "completed", seconds=60)
        assert download(served, link) == content(topic)
    # nothing new was stored before the third kill, which costs a try; the first two cost none
    assert attempts(tmp_path) == [(4, 2)]


def test_a_frozen_worker_is_replaced_and_its_job_goes_on(tmp_path: Path) -> None:
    topic = "ticks=100"
    with service(tmp_path, new_account(tmp_path), CLIPWRIGHT_LEASE_SECONDS="5") as served:
        link = create(served, topic)
        wait_until(lambda: stage(served, link) == "sound", seconds=90, what="the second stage")
        frozen = worker_of(served)
        frozen.send_signal(signal.SIGSTOP)
        wait_until(lambda: not frozen.is_running() or frozen.status() == "zombie", seconds=90, what="its end")
        served.wait_for(link, "completed", seconds=60)
        assert download(served, link) == content(topic)
        assert worker_of(served).pid != frozen.pid


def test_a_worker_that_waits_is_replaced_when_it_is_frozen_too(tmp_path: Path) -> None:
    with service(tmp_path, new_account(tmp_path), CLIPWRIGHT_LEASE_SECONDS="5") as served:
        served.wait_for(create(served, "ticks=1 first"), "completed")
        worker_of(served).send_signal(signal.SIGSTOP)
        served.wait_for(create(served, "ticks=1 second"), "completed", seconds=60)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MB."""
    with mounted(tmp_path / "small", "size=8m") as folder:
        yield folder


def test_a_worker_without_room_takes_no_job_and_goes_on_when_there_is_some(
    tmp_path: Path, small_disk: Path
) -> None:
    workspace = small_disk / "workspace"
    with service(tmp_path, new_account(tmp_path), CLIPWRIGHT_WORKSPACE=str(workspace)) as served:
        served.wait_for(create(served, "ticks=1 before"), "completed")
        filler = small_disk / "filler"
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free - 500_000))
        wait_until(lambda: served.readiness()[0] == 503, seconds=90, what="its saying so")
        assert served.readiness()[1].startswith("The worker takes no jobs: The disk is full at 'workspace'")
        link = create(served, "ticks=1 meanwhile")
        time.sleep(5)
        assert served.call("GET", link)[2]["status"] == "queued"
        filler.unlink()
        served.wait_for(link, "completed", seconds=30)
        wait_until(lambda: served.readiness()[0] == 200, seconds=90, what="its being ready")
    assert attempts(tmp_path) == [(1, 1), (1, 1)]


def test_a_worker_without_memory_takes_no_job_and_spends_no_try(tmp_path: Path) -> None:
    credentials, asked = new_account(tmp_path), 10**9
    with service(tmp_path, credentials, CLIPWRIGHT_FREE_MEMORY_MB=str(asked), status=503) as served:
        free = psutil.virtual_memory().total >> 20
        said = served.readiness()
        found = re.fullmatch(
            r"The worker takes no jobs: The machine has too little memory for this: "
            rf"(\d+) MB are free, {asked} MB are wanted\.",
            said[1],
        )
        assert found, said
        assert 0 < int(found[1]) <= free
        link = create(served, "ticks=1 later")
        time.sleep(5)
        assert served.readiness()[0] == 503
        assert served.call("GET", link)[2]["status"] == "queued"
        assert attempts(tmp_path) == [(1, 1)]
    with service(tmp_path, credentials) as served:
        served.wait_for(link, "completed", seconds=60)
    assert attempts(tmp_path) == [(1, 1)]
