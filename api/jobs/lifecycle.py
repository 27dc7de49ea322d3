r"""The life cycle of a job: how it is accepted, ends, expires and is revived, as functions on a locked row.

    queued --claim--> processing --complete--> completed --expire--> expired
         \____________/     |
           fail, cancel       +--lost or failed, tries left--> next attempt (publicly still processing)

    failed, cancelled --revive--> queued, by an operator

What happens in between, attempt by attempt, is in `attempts`. Callers hold the row's lock and have checked
attempt and lease. Only these two modules change the job table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from api.jobs import repository
from api.jobs.repository import Allowance, Job
from api.queue import outbox
from renderer.contract.vocabulary import VIDEO_DAYS, Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlalchemy.engine import Connection

    from renderer.contract.results import Result

RETENTION: Final = timedelta(days=VIDEO_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why an attempt produced no video; internal, for operators."""

    code: str
    sentence: str


def accept(connection: Connection, job: Job) -> None:
    """Insert a new job and queue it for the workers."""
    repository.insert(connection, job)
    outbox.post(connection, job_id=job.id, attempt=job.attempt, now=job.created_at)


def accept_project(connection: Connection, job: Job) -> None:
    """Insert a new project; only its operations are queued, later."""
    repository.insert(connection, job)


def hold(connection: Connection, job: Job) -> None:
    """Insert a new operation without queueing it until `let_go`."""
    repository.insert(connection, job)


def let_go(connection: Connection, job: Job, *, now: datetime) -> None:
    """Queue a held operation for the workers."""
    outbox.post(connection, job_id=job.id, attempt=job.attempt, now=now)


def show(connection: Connection, project_id: UUID, **shown: object) -> None:
    """Update the job row of a project: what listings show of it, its results, its dates."""
    repository.update(connection, project_id, **shown)


def charge(connection: Connection, project_id: UUID, *, units: int, now: datetime) -> None:
    """Record the units that a project has used, whatever becomes of it."""
    used = Allowance.USED.value
    repository.update(connection, project_id, units=units, allowance=used, settled_at=now)


def give_back(connection: Connection, job: Job) -> None:
    """Release the units of an operation that has ended and did not need them."""
    repository.update(connection, job.id, allowance=Allowance.RELEASED.value)


def complete(connection: Connection, job: Job, result: Result, *, now: datetime) -> None:
    """Complete a job with its verified result; its reserved units become used.

    A job with a pending request to cancel is cancelled even now, for its units are already released.
    """
    if job.cancel_requested:
        cancel(connection, job, now=now)
        return
    repository.update(
        connection,
        job.id,
        status=Status.COMPLETED.value,
        allowance=Allowance.USED.value,
        percent=100,
        stage="completed",
        detail="The video is ready.",
        results={**job.results, result.kind: result.model_dump(mode="json")},
        **_settled(now),
    )
    outbox.settle(connection, job_id=job.id)


def fail(connection: Connection, job: Job, failure: Failure, *, now: datetime) -> None:
    """Fail a job for good; its reserved units are released."""
    repository.update(
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
    """Cancel a job that no worker is working on any more; its reserved units are released."""
    repository.update(
        connection,
        job.id,
        status=Status.CANCELLED.value,
        allowance=Allowance.RELEASED.value,
        stage="cancelled",
        detail="The video was cancelled.",
        **_settled(now),
    )
    outbox.settle(connection, job_id=job.id)


def request_cancel(connection: Connection, job: Job, *, now: datetime) -> bool:
    """Cancel a job at once if no worker holds it, else have its worker told to stop; whether it is cancelled.

    Either way its units are released now. Nothing changes if the job has ended or the request is repeated.
    """
    if not job.is_open or job.cancel_requested:
        return job.status == Status.CANCELLED
    if job.worker is not None:
        released = Allowance.RELEASED.value
        repository.update(connection, job.id, cancel_requested=True, allowance=released, updated_at=now)
        return False
    # fences off a message that may already be on its way
    repository.update(connection, job.id, attempt=job.attempt + 1)
    cancel(connection, job, now=now)
    return True


def revive(connection: Connection, job: Job, *, now: datetime) -> None:
    """Queue a failed or cancelled job again, with all its tries and a new reservation."""
    repository.update(
        connection,
        job.id,
        status=Status.QUEUED.value,
        allowance=Allowance.RESERVED.value,
        stage="queued",
        detail="Waiting in the queue.",
        facts={},
        percent=0,
        attempt=job.attempt + 1,
        tries=1,
        stored=0,
        advanced=False,
        sequence=0,
        worker=None,
        lease_expires_at=None,
        cancel_requested=False,
        settled_at=None,
        tidied_at=None,
        failure_code=None,
        failure_sentence=None,
        updated_at=now,
    )
    outbox.settle(connection, job_id=job.id)
    outbox.post(connection, job_id=job.id, attempt=job.attempt + 1, now=now)


def expire(connection: Connection, jobs: Sequence[Job], *, now: datetime) -> int:
    """Mark completed jobs as expired, once their outputs are deleted from the store; returns how many were.

    One that another process has expired meanwhile stays as it is.
    """
    return sum(
        repository.update_unchanged(
            connection,
            job,
            status=Status.EXPIRED.value,
            stage="expired",
            detail="The video is no longer kept.",
            results={},
            updated_at=now,
            tidied_at=now,
        )
        for job in jobs
    )


def tidied(connection: Connection, jobs: Sequence[Job], *, now: datetime) -> int:
    """Mark jobs as tidied, once leftovers of lost attempts are deleted from the store; returns how many were.

    One that was revived meanwhile has leftovers to come, and is tidied when it ends.
    """
    return sum(repository.update_unchanged(connection, job, tidied_at=now) for job in jobs)


def _settled(now: datetime) -> dict[str, object]:
    return {
        "settled_at": now,
        "updated_at": now,
        "expires_at": now + RETENTION,
        "worker": None,
        "lease_expires_at": None,
    }
