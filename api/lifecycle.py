r"""The life of a job after it was accepted: every change of state there is, as functions over a locked row.

    queued --claim--> processing --complete--> completed --retention--> expired
         \____________/     |
          fail for good      +--lost or failed, tries left--> next attempt (publicly still processing)

Callers hold the row's lock and have checked attempt and lease.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from api import jobs, outbox
from api.jobs import Allowance, Job
from renderer.contract.vocabulary import VIDEO_DAYS, Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from renderer.backends.storage.base import StoredObject
    from renderer.contract.event import Progressed

RETENTION: Final = timedelta(days=VIDEO_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why an attempt gave no video; internal, for operators."""

    code: str
    sentence: str


def claim(
    connection: Connection, job: Job, *, worker: str, sequence: int, now: datetime, lease: timedelta
) -> None:
    """A worker takes the attempt in force."""
    started = (
        {
            "status": Status.PROCESSING.value,
            "stage": "starting",
            "detail": "A worker has picked up the video.",
        }
        if job.status == Status.QUEUED
        else {}
    )
    jobs.update(
        connection,
        job.id,
        worker=worker,
        sequence=sequence,
        lease_expires_at=now + lease,
        updated_at=now,
        **started,
    )
    outbox.settle(connection, job_id=job.id)


def renew(connection: Connection, job: Job, *, sequence: int, now: datetime, lease: timedelta) -> None:
    """The worker is alive."""
    jobs.update(connection, job.id, sequence=sequence, lease_expires_at=now + lease)


def progress(connection: Connection, job: Job, event: Progressed, *, now: datetime) -> None:
    """Record real progress; the percentage never falls, even when a new attempt begins again."""
    jobs.update(
        connection,
        job.id,
        percent=max(job.percent, event.percent),
        stage=event.stage,
        detail=event.detail,
        updated_at=now,
    )


def complete(
    connection: Connection, job: Job, stored: StoredObject, *, duration_seconds: float, now: datetime
) -> None:
    """The verified object becomes the output; the reservation becomes use."""
    jobs.update(
        connection,
        job.id,
        status=Status.COMPLETED.value,
        allowance=Allowance.USED.value,
        percent=100,
        stage="completed",
        detail="The video is ready.",
        object_key=stored.key,
        object_size=stored.size,
        object_sha256=stored.sha256,
        duration_seconds=duration_seconds,
        **_settled(now),
    )
    outbox.settle(connection, job_id=job.id)


def fail(connection: Connection, job: Job, failure: Failure, *, now: datetime) -> None:
    """No video will come; the reservation is released."""
    jobs.update(
        connection,
        job.id,
        status=Status.FAILED.value,
        allowance=Allowance.RELEASED.value,
        stage="failed",
        detail="Video generation failed.",
        failure_code=failure.code,
        failure_sentence=failure.sentence,
        **_settled(now),
    )
    outbox.settle(connection, job_id=job.id)


def cancel(connection: Connection, job: Job, *, now: datetime) -> None:
    """It was asked for, and the worker has stopped; the reservation is released."""
    jobs.update(
        connection,
        job.id,
        status=Status.CANCELLED.value,
        allowance=Allowance.RELEASED.value,
        stage="cancelled",
        detail="The video was cancelled.",
        **_settled(now),
    )
    outbox.settle(connection, job_id=job.id)


def next_attempt(connection: Connection, job: Job, *, counted: bool, now: datetime) -> None:
    """Put the job before the workers again under a higher attempt, which outranks all older ones."""
    jobs.update(
        connection,
        job.id,
        attempt=job.attempt + 1,
        tries=job.tries + int(counted),
        sequence=0,
        worker=None,
        lease_expires_at=None,
        updated_at=now,
    )
    outbox.settle(connection, job_id=job.id)
    outbox.post(connection, job_id=job.id, attempt=job.attempt + 1, now=now)


def retry_or_fail(
    connection: Connection, job: Job, failure: Failure, *, max_tries: int, now: datetime
) -> None:
    """An attempt was lost: try again while tries are left."""
    if job.tries < max_tries:
        next_attempt(connection, job, counted=True, now=now)
    else:
        fail(connection, job, failure, now=now)


def _settled(now: datetime) -> dict[str, object]:
    return {
        "settled_at": now,
        "updated_at": now,
        "expires_at": now + RETENTION,
        "worker": None,
        "lease_expires_at": None,
    }
