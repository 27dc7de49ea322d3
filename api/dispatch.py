"""The dispatcher: rings for every outbox row that is due, until a worker claims the attempt.

At-least-once. A row is taken by moving its due time ahead (committed before the ring), so two dispatchers do
not ring for the same row, and one that dies in between costs a delay, never a job.
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

from api.jobs import COLUMNS, OPEN, Job, from_row
from api.outputs import output_key
from api.report_token import report_token
from api.tables import jobs, outbox
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.order import FrameSpec, ShortOrder, VideoSettings

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.clock import Clock
    from api.database import Database
    from api.doorbell import Doorbell

BATCH: Final = 100
_BACKOFF_FIRST: Final = 1.0
_BACKOFF_LAST: Final = 60.0
_log: Final = structlog.get_logger("api.dispatch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatcher:
    """Everything that ringing needs."""

    database: Database
    doorbell: Doorbell
    clock: Clock
    secret: bytes
    report_origin: str
    redeliver: timedelta
    frame: FrameSpec

    def run_once(self) -> int:
        """Ring for up to `BATCH` due rows; the number rung."""
        with self.database.write() as connection:
            taken = _take(connection, now=self.clock.now(), until=self.clock.now() + self.redeliver)
        refused = [row for row, rang in zip(taken, self._ring_all(taken), strict=True) if not rang]
        if refused:
            with self.database.write() as connection:
                self._put_off(connection, refused)
        return len(taken) - len(refused)

    def message(self, job: Job, attempt: int) -> JobMessage:
        """The message of one attempt."""
        url = f"{self.report_origin}/internal/v1/jobs/{job.id}/attempts/{attempt}/events"
        token = report_token(self.secret, job_id=job.id, attempt=attempt)
        return JobMessage(
            job_id=job.id,
            attempt=attempt,
            order=ShortOrder(
                topic=job.topic, settings=VideoSettings.model_validate(job.settings), frame=self.frame
            ),
            output=OutputTarget(key=output_key(job.id, attempt)),
            report=ReportTarget(url=url, token=token),
        )

    def _ring_all(self, rows: list[_Due]) -> list[bool]:
        """Most of a ring is waiting for the broker's word, so several wait at once."""
        if self.doorbell.lines == 1 or len(rows) == 1:
            return [self._rang(row) for row in rows]
        with ThreadPoolExecutor(self.doorbell.lines, thread_name_prefix="ring") as lines:
            return list(lines.map(self._rang, rows))

    def _rang(self, row: _Due) -> bool:
        try:
            self.doorbell.ring(self.message(row.job, row.attempt))
        except Exception as error:  # noqa: BLE001 - whatever a broker throws means "not now"
            _log.warning(
                "ring_failed", job_id=str(row.job.id), attempt=row.attempt, error=type(error).__name__
            )
            return False
        _log.info("rung", job_id=str(row.job.id), attempt=row.attempt)
        return True

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


def _backoff(rings: int) -> timedelta:
    """Doubling from one second to one minute, with jitter so that rows do not come back in step."""
    ceiling = min(_BACKOFF_LAST, _BACKOFF_FIRST * 2.0 ** min(rings, 10))
    return timedelta(seconds=random.uniform(ceiling / 2, ceiling))  # noqa: S311 - jitter is no secret


_DUE: Final = (
    sa.select(outbox.c.id.label("outbox_id"), outbox.c.job_id, outbox.c.attempt, outbox.c.rings)
    .where(outbox.c.due_at <= sa.bindparam("now"))
    .order_by(outbox.c.due_at, outbox.c.id)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
