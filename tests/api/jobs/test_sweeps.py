"""Retention job by job: outputs go after a week, answers after a day, leftovers after a grace period."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from api.db.tables import idempotency
from api.http.auth import Caller
from api.http.idempotency import IdempotentRequest, StoredResponse, remember
from api.jobs import lifecycle
from api.jobs.object_keys import attempt_prefix, output_key
from api.jobs.repository import Job, JobRole
from api.jobs.retention import BATCH, GRACE, Sweeper
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, job_of, kept

INSTANT = timedelta(microseconds=1)


@pytest.fixture
def sweeper(light: Service) -> Sweeper:
    return Sweeper(database=light.services.database, store=light.store, clock=light.clock)


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def done(light: Service, owner: Caller, *, attempt: int = 2, **changes: Any) -> Job:
    """A completed job; every attempt up to `attempt` has stored something, and that one its result."""
    job_id = uuid4()
    for number in range(1, attempt + 1):
        light.store.put_bytes(output_key(job_id, number), b"x" * number)
        light.store.put_bytes(f"{attempt_prefix(job_id, number)}thumbnail.jpg", b"y")
    stored = light.store.stat(output_key(job_id, attempt))
    file = {"key": stored.key, "size": stored.size, "sha256": stored.sha256, "media_type": "video/mp4"}
    video = {"kind": "video", "file": file, "duration_seconds": 1.0, "width": 2, "height": 2}
    given = {"status": "completed", "allowance": "used", "attempt": attempt, "settled_at": START}
    given |= {"expires_at": START + timedelta(days=7), "results": {"video": video}}
    job = a_job(owner, id=job_id, **given | changes)
    kept(light, job)
    return job


def held(light: Service, job: Job) -> list[str]:
    return [key.removeprefix(f"videos/{job.id}/") for key in light.store.keys(f"videos/{job.id}/")]


def at(light: Service, sweeper: Sweeper, after: timedelta) -> int:
    light.clock.instant = START + after
    return sweeper.run_once()


def test_leftovers_of_lost_attempts_go_after_a_grace_and_the_result_stays(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    job = done(light, owner)
    assert at(light, sweeper, GRACE - INSTANT) == 0
    assert len(held(light, job)) == 4
    assert at(light, sweeper, GRACE) == 1
    assert held(light, job) == ["2/thumbnail.jpg", "2/video.mp4"]
    assert job_of(light, job.id).tidied_at == START + GRACE
    assert at(light, sweeper, GRACE * 2) == 0


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_of_a_job_without_a_result_everything_goes(
    light: Service, owner: Caller, sweeper: Sweeper, status: str
) -> None:
    job = done(light, owner, status=status, results={})
    light.store.put_bytes(f"videos/{job.id}/notes.txt", b"in no attempt's folder")
    assert at(light, sweeper, GRACE) == 1
    assert held(light, job) == []
    assert job_of(light, job.id).status == status


def test_a_video_goes_at_the_end_of_its_week_and_the_row_says_so(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    job = done(light, owner, tidied_at=START)
    assert at(light, sweeper, timedelta(days=7) - INSTANT) == 0
    assert at(light, sweeper, timedelta(days=7)) == 1
    after = job_of(light, job.id)
    assert (after.status, after.results, after.allowance) == ("expired", {}, "used")
    assert held(light, job) == []


def test_jobs_at_work_and_jobs_of_projects_are_left_alone(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    jobs = [
        done(light, owner, status="processing", settled_at=None, results={}),
        done(light, owner, status="queued", settled_at=None, results={}),
        done(light, owner, role=JobRole.PROJECT.value, workflow="remix"),
        done(light, owner, role=JobRole.OPERATION.value, workflow="remix", tidied_at=START),
    ]
    assert at(light, sweeper, timedelta(days=30)) == 0
    assert [len(held(light, job)) for job in jobs] == [4] * 4


def test_a_store_that_is_away_leaves_rows_and_files_for_the_next_pass(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    job = done(light, owner)
    light.store.broken = True
    assert at(light, sweeper, timedelta(days=8)) == 0
    assert job_of(light, job.id) == job
    light.store.broken = False
    assert at(light, sweeper, timedelta(days=8)) == 1
    assert held(light, job) == []


def revived_before(
    light: Service, job: Job, monkeypatch: pytest.MonkeyPatch, method: str, *, stored: bytes
) -> None:
    """Let an operator retry the job, and a worker store a video, just before the store is called."""
    ask = getattr(light.store, method)

    def late(name: str) -> Any:
        monkeypatch.undo()
        with light.services.database.write() as connection:
            lifecycle.revive(connection, job, now=light.clock.now())
        light.store.put_bytes(output_key(job.id, job.attempt + 1), stored)
        return ask(name)

    monkeypatch.setattr(light.store, method, late)


@pytest.mark.parametrize("method", ["keys", "delete"])
def test_a_job_that_is_retried_while_it_is_tidied_keeps_what_the_new_attempt_stores(
    light: Service, owner: Caller, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    job = done(light, owner, status="failed", results={})
    revived_before(light, job, monkeypatch, method, stored=b"new")
    assert at(light, sweeper, GRACE) == 0
    assert held(light, job) == ["3/video.mp4"]
    after = job_of(light, job.id)
    assert (after.status, after.tidied_at) == ("queued", None), "its leftovers are tidied when it ends"


def test_two_sweeps_at_once_delete_the_same_and_change_a_row_once(
    light: Service, owner: Caller, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = [done(light, owner), done(light, owner, expires_at=START)]
    remove = light.store.delete

    def late(key: str) -> None:
        monkeypatch.undo()
        assert sweeper.run_once() == 2
        light.clock.advance(seconds=1)
        remove(key)

    monkeypatch.setattr(light.store, "delete", late)
    assert at(light, sweeper, GRACE) == 0
    assert [len(held(light, job)) for job in jobs] == [2, 0]
    assert [job_of(light, job.id).tidied_at for job in jobs] == [START + GRACE] * 2
    assert job_of(light, jobs[1].id).updated_at == START + GRACE


def test_results_that_this_release_cannot_read_are_kept_and_stop_nothing(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    strange = done(light, owner, results={"hologram": {"kind": "hologram"}})
    usual = done(light, owner)
    assert at(light, sweeper, GRACE) == 1
    assert (len(held(light, strange)), job_of(light, strange.id).tidied_at) == (4, None)
    assert held(light, usual) == ["2/thumbnail.jpg", "2/video.mp4"]


def test_so_many_at_once_the_oldest_first(light: Service, owner: Caller, sweeper: Sweeper) -> None:
    jobs = [
        a_job(
            owner, status="completed", results={}, tidied_at=START, expires_at=START + timedelta(seconds=each)
        )
        for each in range(BATCH + 3)
    ]
    kept(light, *reversed(jobs))
    assert at(light, sweeper, timedelta(days=1)) == BATCH
    left = [job.id for job in jobs if job_of(light, job.id).status == "completed"]
    assert left == [job.id for job in jobs[BATCH:]]
    assert at(light, sweeper, timedelta(days=1)) == 3


def test_answers_are_forgotten_after_their_day_and_not_before(
    light: Service, owner: Caller, sweeper: Sweeper
) -> None:
    job = a_job(owner)
    kept(light, job)
    for hours in (0, 1):
        asked = IdempotentRequest(
            account_id=owner.account_id,
            operation="create_video",
            key=f"key-of-hour-{hours}-long",
            digest="d" * 64,
        )
        with light.services.database.write() as connection:
            remember(
                connection,
                asked,
                StoredResponse(job_id=job.id, body="{}"),
                now=START + timedelta(hours=hours),
            )

    def keys() -> list[str]:
        with light.services.database.read() as connection:
            return list(connection.execute(sa.select(idempotency.c.key)).scalars())

    at(light, sweeper, timedelta(hours=24) - INSTANT)
    assert len(keys()) == 2
    at(light, sweeper, timedelta(hours=24))
    assert keys() == ["key-of-hour-1-long"]
