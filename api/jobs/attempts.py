"""Attempts at a job: claimed under a lease, renewed by reports, advanced, and replaced by the next when lost.

Functions on a locked row, like those of `lifecycle`, which covers the beginning and end of the job itself.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from api.backoff import backoff_after
from api.jobs import lifecycle, repository
from api.queue import outbox
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.jobs.lifecycle import Failure
    from api.jobs.repository import Job
    from renderer.contract.event import Progressed


def claim(
    connection: Connection, job: Job, *, worker: str, sequence: int, now: datetime, lease: timedelta
) -> None:
    """Record that a worker has claimed the current attempt."""
    started = (
        {
            "status": Status.PROCESSING.value,
            "stage": "starting",
            "detail": "Work on the video has begun.",
        }
        if job.status == Status.QUEUED
        else {}
    )
    repository.update(
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
    """Extend the lease of a worker that has just reported."""
    repository.update(connection, job.id, sequence=sequence, lease_expires_at=now + lease)


def advanced(connection: Connection, job: Job, *, stored: int) -> Job:
    """Record how many stages the current attempt has in store; the job, advanced if no attempt had as many.

    Stages that were lost and made again are no advance, so the number of attempts that cost no try is bounded
    by the number of stages.
    """
    if stored <= job.stored:
        return job
    repository.update(connection, job.id, stored=stored, advanced=True)
    return replace(job, stored=stored, advanced=True)


def progress(connection: Connection, job: Job, event: Progressed, *, now: datetime) -> None:
    """Record real progress; the percentage never falls, even when a new attempt starts over."""
    repository.update(
        connection,
        job.id,
        percent=max(job.percent, event.percent),
        stage=event.stage,
        detail=event.detail,
        facts=job.facts | {each.kind: each.model_dump(mode="json") for each in event.facts},
        updated_at=now,
    )


def shorten_leases(connection: Connection, *, until: datetime) -> None:
    """Cap all leases at `until`; a longer one was written before the clock was set back."""
    repository.shorten_leases(connection, until=until)


def next_attempt(
    connection: Connection, job: Job, *, counted: bool, now: datetime, after: timedelta = timedelta()
) -> None:
    """Queue the next attempt after a pause; its higher number fences off all earlier ones.

    A job with a pending request to cancel is cancelled instead.
    """
    if job.cancel_requested:
        lifecycle.cancel(connection, job, now=now)
        return
    repository.update(
        connection,
        job.id,
        attempt=job.attempt + 1,
        tries=job.tries + int(counted),
        advanced=False,
        sequence=0,
        worker=None,
        lease_expires_at=None,
        updated_at=now,
    )
    outbox.settle(connection, job_id=job.id)
    outbox.post(connection, job_id=job.id, attempt=job.attempt + 1, now=now, after=after)


def retry_or_fail(
    connection: Connection, job: Job, failure: Failure, *, max_tries: int, now: datetime
) -> None:
    """End an attempt that was lost or failed: try again while tries are left, else fail the job.

    An attempt that advanced the job costs no try. The pause before the next one depends on the failure.
    """
    if job.tries >= max_tries and not (job.advanced or job.cancel_requested):
        lifecycle.fail(connection, job, failure, now=now)
        return
    seconds = backoff_after(failure.code).pause(tries=job.tries, chance=random.uniform)
    next_attempt(connection, job, counted=not job.advanced, now=now, after=timedelta(seconds=seconds))
