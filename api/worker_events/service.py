"""Worker events: accepted or refused by attempt, lease and sequence, and applied at most once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import structlog

from api.jobs import attempts, lifecycle, repository
from api.jobs.following import Follower, followed
from api.jobs.lifecycle import Failure
from api.jobs.object_keys import attempt_prefix
from api.jobs.repository import Job, JobRole
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
from renderer.contract.results import RESULT, Result
from renderer.contract.vocabulary import Status, Workflow
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.db.database import Database
    from api.metrics import ServiceMetrics
    from renderer.backends.storage.base import ObjectStore
    from renderer.clock import Clock

_VIDEOS: Final = {Workflow.SHORT.value: "video", Workflow.LONG_FORM.value: "video"}
"""Kind of result, for workflows whose jobs all end in the same kind."""
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
    metrics: ServiceMetrics
    follower: Follower

    def report(self, event: JobEvent, *, job_id: UUID, attempt: int) -> EventReply:
        """Apply the event and say whether this attempt still holds the job.

        A repeated event changes nothing and gets the same answer as the first time. Raises
        `output_unverified` when a completion does not match storage.
        """
        if isinstance(event, Completed):
            self._verify(event.result, attempt_prefix(job_id, attempt))
        brought = self._brought(event, job_id)
        with self.database.write() as connection:
            job = repository.lock(connection, job_id)
            if job is None or job.attempt != attempt:
                return REFUSED
            reply = self._judge(connection, job, event)
            moves = isinstance(event, Completed | Failed) or job.role == JobRole.OPERATION
            now = self.clock.now()
            after = followed(connection, self.follower, job, now=now, brought=brought) if moves else job
        self.metrics.changed(job, after)
        _log.info("event", job_id=str(job_id), attempt=attempt, kind=event.kind, accepted=reply.accepted)
        return reply

    def _brought(self, event: JobEvent, job_id: UUID) -> object:
        """What a completed operation's result holds for its project; None for any other event."""
        if not isinstance(event, Completed):
            return None
        with self.database.read() as connection:
            job = repository.find(connection, job_id)
        is_operation = job is not None and job.role == JobRole.OPERATION
        return self.follower.read(job, event.result) if job and is_operation else None

    def _judge(self, connection: Connection, job: Job, event: JobEvent) -> EventReply:
        if not job.is_open:
            return EventReply(accepted=_already_said(job, event), lease_seconds=0)
        if not _entitled(job, event):
            return REFUSED
        now = self.clock.now()
        if event.sequence > job.sequence:
            self._apply(connection, job, event, now=now)
        ends = isinstance(event, Completed | Failed | Released)
        lease = 0 if ends else int(self.lease.total_seconds())
        return EventReply(accepted=True, lease_seconds=lease, cancel=job.cancel_requested)

    def _apply(self, connection: Connection, job: Job, event: JobEvent, *, now: datetime) -> None:
        match event:
            case Claimed():
                attempts.claim(
                    connection, job, worker=event.worker, sequence=event.sequence, now=now, lease=self.lease
                )
            case Progressed():
                self._renew(connection, job, event, now=now)
                attempts.progress(connection, job, event, now=now)
            case Heartbeat():
                self._renew(connection, job, event, now=now)
            case Completed():
                if _VIDEOS.get(job.workflow, event.result.kind) != event.result.kind:
                    raise ApiProblem("output_unverified")
                lifecycle.complete(connection, job, event.result, now=now)
            case Failed():
                self._failed(connection, job, event, now=now)
            case Released():
                attempts.next_attempt(connection, job, counted=False, now=now)

    def _renew(
        self, connection: Connection, job: Job, event: Progressed | Heartbeat, *, now: datetime
    ) -> None:
        attempts.renew(connection, job, sequence=event.sequence, now=now, lease=self.lease)
        attempts.advanced(connection, job, stored=event.stored)

    def _failed(self, connection: Connection, job: Job, event: Failed, *, now: datetime) -> None:
        failure = Failure(code=event.code[:64], sentence=event.sentence)
        _log.warning("attempt_failed", job_id=str(job.id), attempt=job.attempt, code=event.code)
        if job.cancel_requested:
            lifecycle.cancel(connection, job, now=now)
        elif event.retryable:
            last = attempts.advanced(connection, job, stored=event.stored)
            attempts.retry_or_fail(connection, last, failure, max_tries=self.max_tries, now=now)
        else:
            lifecycle.fail(connection, job, failure, now=now)

    def _verify(self, result: Result, folder: str) -> None:
        """Check that every file is in the attempt's folder and stored with the reported size and digest."""
        for file in result.files:
            if not file.key.startswith(folder):
                raise ApiProblem("output_unverified")
            try:
                stored = self.store.stat(file.key)
            except ClipwrightError as error:
                if error.code == "object_missing":
                    raise ApiProblem("output_unverified") from error
                raise service_unavailable() from error
            if (stored.size, stored.sha256) != (file.size, file.sha256):
                raise ApiProblem("output_unverified")


def _entitled(job: Job, event: JobEvent) -> bool:
    """Whether the event is allowed: a claim if no other worker has the attempt, a failure or release always.

    Every other event needs a claim before it.
    """
    match event:
        case Claimed():
            return job.worker in {None, event.worker}
        case Failed() | Released():
            return True
        case _:
            return job.worker is not None


def _is_result(job: Job, result: Result) -> bool:
    """Whether the job has a result of this kind with the same main file."""
    known = job.results.get(result.kind)
    return known is not None and RESULT.validate_python(known).file.key == result.file.key


def _already_said(job: Job, event: JobEvent) -> bool:
    match event:
        case Completed():
            return job.status == Status.COMPLETED and _is_result(job, event.result)
        case Failed():
            return job.status in {Status.FAILED, Status.CANCELLED}
        case _:
            return False
