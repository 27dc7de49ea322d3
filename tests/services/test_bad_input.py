"""Bad input through the real servers: what the API reports, and what is recorded for operators."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from botocore import auth
from celery import Celery
from kombu import Exchange, Queue

from api.db.database import Database
from api.db.tables import jobs
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.s3.store import S3Store
from renderer.contract.queues import RUN_JOB, queue_name, transport_options
from renderer.errors import Blame, ClipwrightError
from tests.support.production.rig import Client, Rig
from tests.support.production.servers import wait_until
from tests.support.production.small_disk import mounted

pytestmark = pytest.mark.services

QUEUE = queue_name("short", "cpu")
NOT_VALID = "The job message is not valid for this worker's version."


@pytest.fixture
def rig_settings() -> dict[str, str]:
    return {"CLIPWRIGHT_MAX_TRIES": "1"}


def in_the_books(rig: Rig, job: str) -> tuple[str, str, str]:
    """Status, code and sentence of a job as the database has them for operators."""
    columns = (jobs.c.status, jobs.c.failure_code, jobs.c.failure_sentence)
    with closing(Database(rig.database_url)) as database, database.read() as connection:
        row = connection.execute(sa.select(*columns).where(jobs.c.id == UUID(job))).one()
    return tuple(row)


def tampered(app: Celery, changes: dict[str, Any]) -> None:
    """Take the one waiting message from the queue, change it and send it again."""
    with app.connection_for_write() as connection:
        queue = Queue(QUEUE, Exchange(QUEUE, type="direct"), routing_key=QUEUE)(connection.channel())
        queue.declare()
        taken: list[Any] = []

        def came() -> bool:
            taken.extend(message for message in [queue.get()] if message)
            return bool(taken)

        wait_until(came, seconds=90, what="the message")
        (document,), _, _ = taken[0].payload
        taken[0].ack()
    app.send_task(RUN_JOB, args=(document | changes,), queue=QUEUE)


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"colour": "secret red"}, "invalid_message", NOT_VALID),
        ({"order": {"workflow": "poem"}}, "unknown_workflow", "This worker has no pipeline for poem"),
    ],
)
def test_a_message_of_another_kind_ends_its_job_and_not_the_worker(
    rig: Rig, changes: dict[str, Any], code: str, sentence: str
) -> None:
    caller = rig.account()
    app = Celery("test", broker=rig.broker_url, set_as_current=False)
    app.conf.update(broker_transport_options=transport_options(rig.broker_url))
    job = caller.create("ticks=1")
    tampered(app, changes)
    app.close()
    rig.start_worker("w1")
    video = caller.wait(job, "failed")
    status, told, words = in_the_books(rig, job)
    assert (status, told) == ("failed", code)
    assert words.startswith(sentence)
    assert "secret" not in str(video)
    assert "message_refused" in rig.log("w1")
    caller.wait(caller.create("ticks=1"), "completed")
    assert reserved(caller) == 0


def reserved(caller: Client) -> int:
    return int(caller.request("GET", "/usage").json()["videos"]["reserved"])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB."""
    with mounted(tmp_path / "small", "size=4m") as folder:
        yield folder


def test_a_full_disk_fails_the_job_that_is_too_large_and_no_other(rig: Rig, small_disk: Path) -> None:
    rig.start_worker("w1", CLIPWRIGHT_WORKSPACE=str(small_disk / "workspace"), CLIPWRIGHT_FREE_DISK_MB="0")
    caller = rig.account()
    large = caller.create("ticks=1 mb=9")
    caller.wait(large, "failed")
    status, code, sentence = in_the_books(rig, large)
    assert (status, code) == ("failed", "disk_full")
    assert sentence == "The disk is full at 'workspace'; free some space and run the same command again."
    assert not list((small_disk / "workspace" / "scratch").iterdir())
    caller.wait(caller.create("ticks=1"), "completed")
    assert reserved(caller) == 0
    rig.stop()


def test_a_worker_without_room_leaves_its_queues_to_others_and_comes_back(rig: Rig, small_disk: Path) -> None:
    here = {"CLIPWRIGHT_WORKSPACE": str(small_disk / "workspace"), "CLIPWRIGHT_FREE_DISK_MB": "1"}
    rig.start_worker("w1", **here)
    rig.wait_for_worker("w1")
    caller = rig.account()
    caller.wait(caller.create("ticks=1"), "completed")
    filler = small_disk / "filler"
    filler.write_bytes(bytes(shutil.disk_usage(small_disk).free - 500_000))
    wait_until(lambda: "worker_pauses" in rig.log("w1"), seconds=90, what="its pause")
    job = caller.create("ticks=1 meanwhile")
    time.sleep(4)
    assert caller.video(job)["status"] == "queued"
    rig.start_worker("w2")
    caller.wait(job, "completed")
    rig.kill("w2", signal.SIGTERM)
    job = caller.create("ticks=1 afterwards")
    filler.unlink()
    caller.wait(job, "completed")
    assert "worker_resumes" in rig.log("w1")
    # jobs have one try in this module, so this completion shows that the pause cost none
    assert rig.workers["w1"].poll() is None


def test_a_clock_that_is_a_day_ahead_is_named_by_the_real_server(
    swift_place: Callable[[], S3Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, now = swift_place(), vars(auth)["get_current_datetime"]

    def tomorrow(*args: Any, **kwargs: Any) -> datetime:
        today: datetime = now(*args, **kwargs)
        return today + timedelta(days=1)

    monkeypatch.setattr(auth, "get_current_datetime", tomorrow)
    with pytest.raises(ClipwrightError) as caught:
        S3Store(place).stat("videos/one/1/video.mp4")
    assert (caught.value.code, caught.value.spec.blame) == ("storage_failed", Blame.UPSTREAM)
    assert caught.value.spec.retryable
    assert caught.value.sentence == "Object storage failed: this machine's clock is wrong"
