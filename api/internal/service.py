"""Worker events: judged by attempt, lease and sequence, applied at most once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import structlog

from api import jobs, lifecycle
from api.jobs import Job
from api.lifecycle import Failure
from api.outputs import output_key
from api.problems import ApiProblem, service_unavailable
from renderer.contract.event import (
    Claimed,
    Completed,
    EventReply,
    Failed,
    Heartbeat,
    JobEvent,
    Progressed,
    Released,
)
from renderer.contract.vocabulary import Status
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.clock import Clock
    from api.database import Database
    from renderer.backends.storage.base import ObjectStore, StoredObject

REFUSED: Final = EventReply(accepted=False, lease_seconds=0)
_log: Final = structlog.get_logger("api.internal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Applies events to jobs."""

    database: Database
    store: ObjectStore
    clock: Clock
    lease: timedelta
    max_tries: int

    def report(self, event: JobEvent, *, job_id: UUID, attempt: int) -> EventReply:
        """Apply the event and say whether this attempt still holds the job.

        A repeated event changes nothing and is answered as the first time. Raises `output_unverified` when a
        completion does not match storage.
        """
        stored = self._verified(event, output_key(job_id, attempt)) if isinstance(event, Completed) else None
        with self.database.write() as connection:
            job = jobs.lock(connection, job_id)
            if job is None or job.attempt != attempt:
                return REFUSED
            reply = self._judge(connection, job, event, stored)
        _log.info("event", job_id=str(job_id), attempt=attempt, kind=event.kind, accepted=reply.accepted)
        return reply

    def _judge(
        self, connection: Connection, job: Job, event: JobEvent, stored: StoredObject | None
    ) -> EventReply:
        if not job.is_open:
            return EventReply(accepted=_already_said(job, event), lease_seconds=0)
        if not _entitled(job, event):
            return REFUSED
        now = self.clock.now()
        if event.sequence > job.sequence:
            self._apply(connection, job, event, stored=stored, now=now)
        ends = isinstance(event, Completed | Failed | Released)
        lease = 0 if ends else int(self.lease.total_seconds())
        return EventReply(accepted=True, lease_seconds=lease, cancel=job.cancel_requested)

    def _apply(
        self, connection: Connection, job: Job, event: JobEvent, *, stored: StoredObject | None, now: datetime
    ) -> None:
        match event:
            case Claimed():
                lifecycle.claim(
                    connection, job, worker=event.worker, sequence=event.sequence, now=now, lease=self.lease
                )
            case Progressed():
                lifecycle.renew(connection, job, sequence=event.sequence, now=now, lease=self.lease)
                lifecycle.progress(connection, job, event, now=now)
            case Heartbeat():
                lifecycle.renew(connection, job, sequence=event.sequence, now=now, lease=self.lease)
            case Completed() if stored is not None:
                lifecycle.complete(connection, job, stored, duration_seconds=event.duration_seconds, now=now)
            case Failed():
                self._failed(connection, job, event, now=now)
            case Released():
                lifecycle.next_attempt(connection, job, counted=False, now=now)

    def _failed(self, connection: Connection, job: Job, event: Failed, *, now: datetime) -> None:
        failure = Failure(code=event.code[:64], sentence=event.sentence)
        _log.warning("attempt_failed", job_id=str(job.id), attempt=job.attempt, code=event.code)
        if job.cancel_requested:
            lifecycle.cancel(connection, job, now=now)
        elif event.retryable:
            lifecycle.retry_or_fail(connection, job, failure, max_tries=self.max_tries, now=now)
        else:
            lifecycle.fail(connection, job, failure, now=now)

    def _verified(self, event: Completed, key: str) -> StoredObject:
        if event.key != key:
            raise ApiProblem("output_unverified")
        try:
            stored = self.store.stat(key)
        except ClipwrightError as error:
            if error.code == "object_missing":
                raise ApiProblem("output_unverified") from error
            raise service_unavailable() from error
        if (stored.size, stored.sha256) != (event.size, event.sha256):
            raise ApiProblem("output_unverified")
        return stored


def _entitled(job: Job, event: JobEvent) -> bool:
    """A claim is for an attempt that nobody else has; the rest is for who has claimed, or gives up."""
    match event:
        case Claimed():
            return job.worker in {None, event.worker}
        case Failed() | Released():
            return True
        case _:
            return job.worker is not None


def _already_said(job: Job, event: JobEvent) -> bool:
    match event:
        case Completed():
            return job.status == Status.COMPLETED and job.object_key == event.key
        case Failed():
            return job.status in {Status.FAILED, Status.CANCELLED}
        case _:
            return False
