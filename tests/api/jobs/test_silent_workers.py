"""The reaper: which leases have run out, what becomes of the job, and when no worker may be called silent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from api.backoff import LONGEST
from api.db.tables import outbox
from api.http.auth import Caller
from api.jobs.reaper import BATCH, Reaper
from api.jobs.repository import Job
from api.listening import Listening
from api.remix.operations.following import ProjectFollower
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, job_of, kept

LEASE = timedelta(seconds=45)


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


@pytest.fixture
def reaper(light: Service) -> Reaper:
    made = Reaper(
        database=light.services.database,
        clock=light.clock,
        lease=LEASE,
        redeliver=timedelta(seconds=30),
        max_tries=3,
        metrics=light.services.metrics,
        listening=Listening(light.clock, grace=LEASE),
        follower=ProjectFollower(light.store),
    )
    light.clock.elapsed += LEASE.total_seconds()
    return made


def leased(light: Service, owner: Caller, seconds: float, **changes: Any) -> Job:
    """A running job whose lease ends `seconds` after the start."""
    given: dict[str, Any] = {
        "status": "processing", "worker": "w", "sequence": 7, "percent": 40,
        "lease_expires_at": START + timedelta(seconds=seconds),
    }  # fmt: skip
    job = a_job(owner, **given | changes)
    kept(light, job)
    return job


def posted(light: Service) -> dict[UUID, tuple[int, float]]:
    """For each job: the attempt that waits to be published, and in how many seconds it is due."""
    with light.services.database.read() as connection:
        rows = list(connection.execute(sa.select(outbox)))
    return {row.job_id: (row.attempt, (row.due_at - light.clock.now()).total_seconds()) for row in rows}


def test_a_lease_ends_at_its_instant(light: Service, owner: Caller, reaper: Reaper) -> None:
    over, runs = leased(light, owner, 0), leased(light, owner, 0.000001)
    assert reaper.run_once() == 1
    again = job_of(light, over.id)
    assert (again.status, again.attempt, again.tries, again.percent) == ("processing", 2, 2, 40)
    assert (again.worker, again.sequence, again.lease_expires_at) == (None, 0, None)
    assert job_of(light, runs.id) == runs
    (entry,) = posted(light).items()
    assert entry[0] == over.id
    assert entry[1][0] == 2
    assert 0 <= entry[1][1] <= LONGEST.total_seconds()
    assert reaper.run_once() == 0


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({"tries": 2}, ("processing", 3)),
        ({"tries": 3}, ("failed", 3)),
        ({"tries": 3, "advanced": True}, ("processing", 3)),
        ({"tries": 1, "advanced": True}, ("processing", 1)),
        ({"tries": 1, "cancel_requested": True}, ("cancelled", 1)),
        ({"tries": 3, "cancel_requested": True}, ("cancelled", 3)),
    ],
)
def test_tries_are_counted_unless_something_was_gained(
    light: Service, owner: Caller, reaper: Reaper, changes: dict[str, Any], left: tuple[str, int]
) -> None:
    job, (status, tries) = leased(light, owner, -1, **changes), left
    assert reaper.run_once() == 1
    after = job_of(light, job.id)
    assert (after.status, after.tries) == (status, tries)
    assert (job.id in posted(light)) is (status == "processing")
    assert after.failure_code == ("lease_lost" if status == "failed" else None)
    assert after.allowance == ("reserved" if status == "processing" else "released")


def test_nobody_is_silent_before_a_whole_lease_was_listened(
    light: Service, owner: Caller, reaper: Reaper
) -> None:
    job = leased(light, owner, -1000)
    reaper.listening.begin_again()
    assert reaper.run_once() == 0
    light.clock.elapsed += LEASE.total_seconds() - 0.001
    assert reaper.run_once() == 0
    assert job_of(light, job.id) == job
    light.clock.elapsed += 0.001
    assert reaper.run_once() == 1


def test_a_clock_that_is_set_back_is_no_listening(light: Service) -> None:
    listening = Listening(light.clock, grace=LEASE)
    light.clock.advance(days=-3)
    assert not listening.long_enough()
    light.clock.advance(seconds=45)
    assert listening.long_enough()


def test_the_longest_silent_come_first_so_many_at_once(light: Service, owner: Caller, reaper: Reaper) -> None:
    jobs = [a_job(owner, status="processing", worker="w", lease_expires_at=START - timedelta(seconds=each))
            for each in range(BATCH + 5)]  # fmt: skip
    kept(light, *jobs)
    assert reaper.run_once() == BATCH
    assert {job.id for job in jobs if job_of(light, job.id).attempt == 1} == {job.id for job in jobs[:5]}
    assert reaper.run_once() == 5


@pytest.mark.parametrize(("planned", "tries"), [(True, 1), (False, 2)])
def test_all_are_taken_back_when_the_only_worker_is_gone(
    light: Service, owner: Caller, reaper: Reaper, *, planned: bool, tries: int
) -> None:
    held, waits = leased(light, owner, 1000), a_job(owner)
    kept(light, waits)
    reaper.take_back_all(planned=planned)
    after = job_of(light, held.id)
    assert (after.attempt, after.tries, after.worker) == (2, tries, None)
    assert job_of(light, waits.id) == waits
    attempt, seconds = posted(light)[held.id]
    assert (attempt, seconds == 0) == (2, planned), "a planned stop makes nobody wait"


def test_dates_that_are_too_far_off_are_brought_nearer(light: Service, owner: Caller, reaper: Reaper) -> None:
    far, near = leased(light, owner, 9000), leased(light, owner, 44)
    reaper.mend_dates()
    assert job_of(light, far.id).lease_expires_at == START + LEASE
    assert job_of(light, near.id).lease_expires_at == near.lease_expires_at
