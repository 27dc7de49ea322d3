"""The API or its database is away for longer than a lease while real workers work: no job loses anything."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa
from kombu.exceptions import OperationalError

from api.db.database import Database
from api.db.tables import jobs
from api.queue.celery_queue import CeleryQueue
from renderer.backends.storage.s3.place import S3Place
from renderer.contract.segment import SegmentMessage
from renderer.worker.process.offer_sending import offer_sender
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import PostgresServer, Server
from tests.support.production.service_fixtures import started
from tests.unit.worker.conftest import job_message

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]

LEASE = 3
JOB = "ticks=250"
"""Makes each of the first stages last five seconds, so that the outage falls into one of them."""


@pytest.fixture
def rig_settings() -> dict[str, str]:
    return {"CLIPWRIGHT_LEASE_SECONDS": str(LEASE)}


def attempts(rig: Rig, *links: str) -> set[tuple[int, int]]:
    """The distinct pairs of attempt and tries of the jobs."""
    with closing(Database(rig.database_url)) as database, database.read() as connection:
        found = connection.execute(
            sa.select(jobs.c.attempt, jobs.c.tries).where(jobs.c.id.in_(map(UUID, links)))
        )
        return {(row.attempt, row.tries) for row in found}


def test_an_api_that_was_away_for_longer_than_a_lease_costs_no_running_job_a_try(rig: Rig) -> None:
    caller = rig.account()
    for name in ("w1", "w2"):
        rig.start_worker(name)
    videos = [caller.create(f"number {number} {JOB}") for number in range(2)]
    for video in videos:
        caller.wait(video, "processing")
    rig.stop_api(signal.SIGKILL)
    time.sleep(2 * LEASE)
    rig.start_api()
    for video in videos:
        caller.wait(video, "completed", seconds=90)
    assert attempts(rig, *videos) == {(1, 1)}


def test_a_worker_that_died_during_the_outage_is_missed_all_the_same(rig: Rig) -> None:
    caller = rig.account()
    rig.start_worker("w1")
    video = caller.create(JOB)
    caller.wait(video, "processing")
    rig.stop_api(signal.SIGKILL)
    rig.kill("w1")
    rig.start_worker("w2")
    time.sleep(2 * LEASE)
    rig.start_api()
    caller.wait(video, "completed", seconds=90)
    assert {attempt for attempt, _ in attempts(rig, video)} == {2}


@pytest.fixture
def own_database(servers_folder: Path) -> Iterator[Server]:
    yield from started(PostgresServer(servers_folder / "outage-postgres"))


@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_a_database_that_was_away_for_longer_than_a_lease_costs_no_try_either(
    own_database: Server, rabbit: Server, swift_place: Callable[[], S3Place], tmp_path: Path, how: str
) -> None:
    made = Rig(
        folder=tmp_path,
        database_url=fresh_database(own_database.url),
        broker_url=rabbit.url,
        place=swift_place(),
        settings={"CLIPWRIGHT_LEASE_SECONDS": str(LEASE)},
    )
    with rig_running(made) as rig:
        caller = rig.account()
        rig.start_worker("w1")
        video = caller.create(JOB)
        caller.wait(video, "processing")
        if how == "killed":
            own_database.kill()
            time.sleep(2 * LEASE)
            own_database.start()
        else:
            own_database.send_signal(signal.SIGSTOP)
            time.sleep(2 * LEASE)
            own_database.send_signal(signal.SIGCONT)
        caller.wait(video, "completed", seconds=90)
        assert attempts(rig, video) == {(1, 1)}


def test_a_service_that_was_frozen_for_longer_than_a_lease_takes_no_job_away(rig: Rig) -> None:
    caller = rig.account()
    rig.start_worker("w1")
    video = caller.create(JOB)
    caller.wait(video, "processing")
    assert rig.api
    rig.api.send_signal(signal.SIGSTOP)
    time.sleep(2 * LEASE)
    rig.api.send_signal(signal.SIGCONT)
    caller.wait(video, "completed", seconds=90)
    assert attempts(rig, video) == {(1, 1)}


def test_a_broker_that_hangs_in_the_middle_of_an_offer_is_given_up_within_seconds(rabbit: Server) -> None:
    offer = SegmentMessage(job_id=uuid4(), attempt=1, plan="0" * 64, first=0, stop=60)
    send = offer_sender(rabbit.url)
    send([offer])

    def hang_after_one() -> Iterator[SegmentMessage]:
        yield offer
        rabbit.send_signal(signal.SIGSTOP)
        yield offer

    class Offers(list[SegmentMessage]):
        __iter__ = staticmethod(hang_after_one)

    try:
        began = time.monotonic()
        with pytest.raises(OperationalError):
            send(Offers())
        assert time.monotonic() - began < 9
    finally:
        rabbit.send_signal(signal.SIGCONT)
    send([offer])


def test_a_broker_that_hangs_keeps_no_publisher_for_ever(rabbit: Server) -> None:
    """It runs, accepts connections and says nothing, neither on a new connection nor on an open one."""
    queue = CeleryQueue(rabbit.url, needs={})
    queue.publish(job_message("before"))
    rabbit.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for topic in ("on an open connection", "on a new one"):
            with pytest.raises(OperationalError):
                queue.publish(job_message(topic))
        assert time.monotonic() - began < 30
    finally:
        rabbit.send_signal(signal.SIGCONT)
    queue.publish(job_message("after"))
    queue.close()
