"""Five hundred queued jobs: none lost, none done twice, the queue position right throughout.

Two thousand with CHAOS_LONG:

    CHAOS_LONG=1 python -m pytest tests/services/test_flood.py
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from api.assembly import Adapters, build_services
from api.db.database import Database
from api.db.tables import jobs
from api.jobs import repository as job_rows
from api.jobs.repository import LAST_POSITION, Job
from api.queue import outbox
from api.queue.celery_queue import CeleryQueue
from api.settings import ServiceSettings
from api.videos.schemas import CreateVideo
from api.videos.service import new_job
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.memory_staging import MemoryStaging
from renderer.clock import SystemClock
from renderer.contract.vocabulary import Plan
from tests.support.production.rig import SECRET, Rig

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(900)]

JOBS = 2000 if os.environ.get("CHAOS_LONG") else 500
WORKERS = 4
SLOWEST_DISPATCH = 50
"""Messages per second that even a busy machine must manage; benchmarks/worker.py measures the real rate."""


@pytest.fixture
def rig_settings(tmp_path: Path) -> dict[str, str]:
    return {
        # the folder store, since this test is about queues and not about buckets
        "CLIPWRIGHT_S3_BUCKET": "",
        "CLIPWRIGHT_STORAGE_ROOT": str(tmp_path / "objects"),
        # the dispatcher of this test runs a day ahead, which must not look like a clock that was set back
        "CLIPWRIGHT_REDELIVER_SECONDS": "604800",
    }


def flood(database: Database, count: int) -> list[UUID]:
    """Insert queued jobs into the database, a microsecond apart; returns their ids in queue order."""
    account = _account(database)
    start = datetime.now(UTC)
    made: list[Job] = [
        new_job(
            CreateVideo(topic=f"number {number} ticks=0"),
            account,
            now=start + timedelta(microseconds=number),
        )
        for number in range(count)
    ]
    with database.write() as connection:
        for job in made:
            job_rows.insert(connection, job)
        # due only when the test dispatches them
        later = start + timedelta(days=1)
        for job in made:
            outbox.post(connection, job_id=job.id, attempt=1, now=later)
    return [job.id for job in made]


def _account(database: Database) -> UUID:
    with database.read() as connection:
        found: UUID = connection.execute(sa.text("SELECT id FROM accounts LIMIT 1")).scalar_one()
    return found


def positions(database: Database, order: list[UUID]) -> None:
    """Check the first, middle and last queued job: its position is one more than the queued jobs before it.

    All are read in one snapshot; positions end at `LAST_POSITION`.
    """
    with database.write() as connection:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        rows = connection.execute(sa.select(jobs.c.id).where(jobs.c.status == "queued")).scalars()
        queued = set(rows)
        line = [job for job in order if job in queued]
        for place in {0, len(line) // 2, len(line) - 1} if line else set():
            assert job_rows.queue_position(connection, line[place]) == min(place + 1, LAST_POSITION)


def test_a_flood_is_worked_off_without_loss_or_double(rig: Rig) -> None:
    rig.account(Plan.PRO)
    with closing(Database(rig.database_url)) as database:
        _work_off(rig, database)


def _work_off(rig: Rig, database: Database) -> None:
    order = flood(database, JOBS)
    rate = _dispatch(rig)
    for number in range(WORKERS):
        rig.start_worker(f"w{number}")
    started, left = time.monotonic(), JOBS
    while left and time.monotonic() - started < 800:
        time.sleep(1)
        positions(database, order)
        with database.read() as connection:
            left = connection.execute(
                sa.select(sa.func.count()).where(jobs.c.status.in_(("queued", "processing")))
            ).scalar_one()
    seconds = time.monotonic() - started
    with database.read() as connection:
        rows = connection.execute(sa.select(jobs.c.status, jobs.c.attempt, jobs.c.allowance)).all()
    assert Counter(tuple(row) for row in rows) == {("completed", 1, "used"): JOBS}
    videos = list((rig.folder / "objects").rglob("video.mp4"))
    assert len(videos) == JOBS
    sys.stderr.write(f"\ndispatched {rate:.0f}/s, worked off {JOBS / seconds:.1f}/s\n")
    assert rate > SLOWEST_DISPATCH


def _dispatch(rig: Rig) -> float:
    """Dispatch all messages at once; returns messages per second."""
    job_queue = CeleryQueue(rig.broker_url, needs={"short": "cpu"})
    settings = ServiceSettings(
        database_url=rig.database_url,
        data_dir=rig.folder / "api",
        internal_url=rig.url,
        secret_key=SecretStr(SECRET),
        redeliver_seconds=86_400,
        background=False,
    )
    store = MemoryStore()
    adapters = Adapters(job_queue=job_queue, store=store, staging=MemoryStaging(store), clock=_Tomorrow())
    with closing(job_queue), closing(build_services(settings, adapters)) as services:
        started, rung = time.monotonic(), 0
        while count := services.dispatcher.run_once():
            rung += count
    assert rung == JOBS
    return rung / (time.monotonic() - started)


class _Tomorrow(SystemClock):
    """A clock at which the messages are due."""

    def now(self) -> datetime:
        return super().now() + timedelta(days=1, minutes=1)

    def monotonic(self) -> float:
        return time.monotonic()
