"""The dispatcher: publishes every outbox row that is due, until a worker claims the attempt.

Delivery is at least once. A row is taken by moving its due time ahead (committed before publishing), so two
dispatchers do not publish the same row, and a dispatcher that dies in between costs a delay, never a job.
An order that this release cannot read ends the attempt, for no broker will ever get a message of it.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa
import structlog
from pydantic import ValidationError

from api.db.tables import jobs, outbox
from api.jobs import attempts, repository
from api.jobs.following import Follower, followed
from api.jobs.lifecycle import Failure
from api.jobs.object_keys import MAIN, attempt_prefix
from api.jobs.repository import COLUMNS, OPEN, Job, from_row
from api.worker_events.report_token import report_token
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.orders import ORDER, Order
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import Workflow
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.db.database import Database
    from api.metrics import ServiceMetrics
    from api.queue.base import JobQueue
    from renderer.clock import Clock

BATCH: Final = 100
_BACKOFF_FIRST: Final = 1.0
_BACKOFF_LAST: Final = 60.0
_LONGEST_REASON: Final = 300
_log: Final = structlog.get_logger("api.dispatch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatcher:
    """Publishes the messages of the outbox."""

    database: Database
    job_queue: JobQueue
    clock: Clock
    secret: bytes
    report_origin: str
    redeliver: timedelta
    frame: FrameSpec
    max_tries: int
    metrics: ServiceMetrics
    follower: Follower

    def run_once(self) -> int:
        """Publish up to `BATCH` due rows; returns how many were published."""
        with self.database.write() as connection:
            taken = _take(connection, now=self.clock.now(), until=self.clock.now() + self.redeliver)
        ready, unreadable = self._made(taken)
        refused = [
            row for (row, _), published in zip(ready, self._publish_all(ready), strict=True) if not published
        ]
        if refused:
            with self.database.write() as connection:
                self._put_off(connection, refused)
        for row, error in unreadable:
            self._end(row, error)
        return len(ready) - len(refused)

    def message(self, job: Job, attempt: int) -> JobMessage:
        """The message of one attempt; raises `order_unreadable`."""
        url = f"{self.report_origin}/internal/v1/jobs/{job.id}/attempts/{attempt}/events"
        token = report_token(self.secret, job_id=job.id, attempt=attempt)
        report = ReportTarget(url=url, token=token)
        output = OutputTarget(prefix=attempt_prefix(job.id, attempt), main=MAIN)
        try:
            return JobMessage(
                job_id=job.id,
                attempt=attempt,
                order=self._order(job),
                inputs=job.inputs,
                output=output,
                report=report,
            )
        except (ValidationError, TypeError) as error:
            raise ClipwrightError("order_unreadable", reason=_wrong(error)) from error

    def _order(self, job: Job) -> Order:
        """The order as accepted, with the configured frame for short orders that predate the frame field."""
        is_short = job.workflow == Workflow.SHORT
        frame = {"frame": self.frame.model_dump()} if is_short else {}
        return ORDER.validate_python(frame | job.order)

    def _made(
        self, taken: list[_Due]
    ) -> tuple[list[tuple[_Due, JobMessage]], list[tuple[_Due, ClipwrightError]]]:
        """The rows with their messages, and those without one with the reason."""
        ready, unreadable = [], []
        for row in taken:
            try:
                ready.append((row, self.message(row.job, row.attempt)))
            except ClipwrightError as error:
                unreadable.append((row, error))
        return ready, unreadable

    def _publish_all(self, ready: list[tuple[_Due, JobMessage]]) -> list[bool]:
        """Publish several rows at once, as most of the time goes into waiting for the broker to confirm."""
        if self.job_queue.concurrency == 1 or len(ready) <= 1:
            return [self._published(*each) for each in ready]
        with ThreadPoolExecutor(self.job_queue.concurrency, thread_name_prefix="publish") as threads:
            return list(threads.map(lambda each: self._published(*each), ready))

    def _published(self, row: _Due, message: JobMessage) -> bool:
        try:
            self.job_queue.publish(message)
        except Exception as error:  # noqa: BLE001 - whatever a broker throws means "not now"
            _log.warning(
                "ring_failed", job_id=str(row.job.id), attempt=row.attempt, error=type(error).__name__
            )
            return False
        _log.info("rung", job_id=str(row.job.id), attempt=row.attempt)
        return True

    def _end(self, row: _Due, error: ClipwrightError) -> None:
        """End the attempt: another try may meet a process of the release that wrote the order."""
        now = self.clock.now()
        with self.database.write() as connection:
            job = repository.lock(connection, row.job.id)
            if job is None or not job.is_open or job.attempt != row.attempt or job.worker is not None:
                return
            failure = Failure(code=error.code, sentence=error.sentence)
            attempts.retry_or_fail(connection, job, failure, max_tries=self.max_tries, now=now)
            after = followed(connection, self.follower, job, now=now)
        self.metrics.changed(job, after)
        _log.error(error.code, job_id=str(job.id), attempt=row.attempt, sentence=error.sentence)

    def _put_off(self, connection: Connection, rows: list[_Due]) -> None:
        now = self.clock.now()
        found = outbox.c.id == sa.bindparam("row")
        put_off = outbox.update().where(found).values({outbox.c.due_at: sa.bindparam("due")})
        connection.execute(put_off, [{"row": row.id, "due": now + _backoff(row.rings)} for row in rows])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    id: int
    attempt: int
    rings: int
    job: Job


def _take(connection: Connection, *, now: datetime, until: datetime) -> list[_Due]:
    rows = connection.execute(_DUE, {"now": now}).all()
    if rows:
        taken = outbox.update().where(outbox.c.id.in_([row.outbox_id for row in rows]))
        connection.execute(taken.values(due_at=until, rings=outbox.c.rings + 1))
    found = _jobs_of(connection, [row.job_id for row in rows])
    return [
        _Due(id=row.outbox_id, attempt=row.attempt, rings=row.rings, job=found[row.job_id])
        for row in rows
        if row.job_id in found
    ]


def _jobs_of(connection: Connection, ids: list[UUID]) -> dict[UUID, Job]:
    rows = connection.execute(sa.select(*COLUMNS).where(jobs.c.id.in_(ids), jobs.c.status.in_(OPEN)))
    return {row.id: from_row(row) for row in rows}


def _wrong(error: ValidationError | TypeError) -> str:
    """The first field that is wrong and why, never its value."""
    if isinstance(error, TypeError):
        return "it is not a document"
    first = error.errors(include_input=False, include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"[:_LONGEST_REASON]


def _backoff(rings: int) -> timedelta:
    """Pause after a refused publish, doubling from a second to a minute; jitter spreads the rows."""
    ceiling = min(_BACKOFF_LAST, _BACKOFF_FIRST * 2.0 ** min(rings, 10))
    return timedelta(seconds=random.uniform(ceiling / 2, ceiling))  # noqa: S311 - jitter is no secret


_DUE: Final = (
    sa.select(outbox.c.id.label("outbox_id"), outbox.c.job_id, outbox.c.attempt, outbox.c.rings)
    .where(outbox.c.due_at <= sa.bindparam("now"))
    .order_by(outbox.c.due_at, outbox.c.id)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
