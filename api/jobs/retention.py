"""Retention: deletes outputs after 7 days, idempotency records after one, lost attempts' leftovers soon."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
import structlog
from pydantic import ValidationError

from api.db.tables import idempotency, jobs
from api.jobs import lifecycle
from api.jobs.object_keys import attempt_of, output_prefix
from api.jobs.repository import COLUMNS, Job, JobRole, from_row
from renderer.contract.results import RESULT
from renderer.contract.vocabulary import Status
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from datetime import datetime

    from api.db.database import Database
    from renderer.backends.storage.base import ObjectStore
    from renderer.clock import Clock

BATCH: Final = 100
GRACE: Final = timedelta(minutes=10)
"""Wait before leftovers are deleted, since a worker that has lost its job may still be storing files."""
_log: Final = structlog.get_logger("api.retention")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweeper:
    """Deletes what is past its retention. Objects are deleted before rows change, so a crash orphans none."""

    database: Database
    store: ObjectStore
    clock: Clock

    def run_once(self) -> int:
        """Make one pass over everything; returns the number of jobs touched."""
        now = self.clock.now()
        self._forget_requests(now)
        return self._expire(now) + self._tidy(now)

    def _forget_requests(self, now: datetime) -> None:
        with self.database.write() as connection:
            connection.execute(idempotency.delete().where(idempotency.c.expires_at <= now))

    def _expire(self, now: datetime) -> int:
        done = [job for job in self._select(_OVER, now) if self._cleared(job, keep=())]
        with self.database.write() as connection:
            return lifecycle.expire(connection, done, now=now)

    def _tidy(self, now: datetime) -> int:
        """Delete what the results of ended jobs do not need; those of a newer release are passed over."""
        found, passed_over = self._select(_UNTIDY, now - GRACE, skipped=0), 0
        while len(found) == BATCH and not any(map(_is_readable, found)):
            passed_over += BATCH
            found = self._select(_UNTIDY, now - GRACE, skipped=passed_over)
        readable = [job for job in found if _is_readable(job)]
        done = [job for job in readable if self._cleared(job, keep=_result_keys(job))]
        with self.database.write() as connection:
            return lifecycle.tidied(connection, done, now=now)

    def _select(self, query: sa.Select[tuple[object, ...]], moment: datetime, **more: int) -> list[Job]:
        with self.database.read() as connection:
            return [from_row(row) for row in connection.execute(query, {"moment": moment, **more})]

    def _cleared(self, job: Job, *, keep: tuple[str, ...]) -> bool:
        """Delete the job's objects except those in the folders of `keep`; whether the store succeeded.

        Those of later attempts stay: an operator may have sent the job again since its row was read.
        """
        kept_folders = tuple(key.rpartition("/")[0] + "/" for key in keep)
        try:
            for key in self.store.keys(output_prefix(job.id)):
                if attempt_of(key) <= job.attempt and not key.startswith(kept_folders):
                    self.store.delete(key)
        except ClipwrightError as error:
            _log.warning("objects_kept", job_id=str(job.id), code=error.code)
            return False
        return True


def _result_keys(job: Job) -> tuple[str, ...]:
    """Keys of the main files of the job's results."""
    return tuple(RESULT.validate_python(each).file.key for each in job.results.values())


def _is_readable(job: Job) -> bool:
    """Whether this release can read the job's results."""
    try:
        _result_keys(job)
    except ValidationError:
        _log.warning("results_unreadable", job_id=str(job.id))
        return False
    return True


_OVER: Final = (
    sa.select(*COLUMNS)
    .where(
        jobs.c.status == Status.COMPLETED.value,
        jobs.c.expires_at <= sa.bindparam("moment"),
        # results of operations are deleted together with their project
        jobs.c.role == JobRole.JOB.value,
    )
    .order_by(jobs.c.expires_at)
    .limit(BATCH)
)
_UNTIDY: Final = (
    sa.select(*COLUMNS)
    .where(
        jobs.c.tidied_at.is_(None),
        jobs.c.role != JobRole.PROJECT.value,
        jobs.c.settled_at <= sa.bindparam("moment"),
        jobs.c.status.in_((Status.COMPLETED.value, Status.FAILED.value, Status.CANCELLED.value)),
    )
    .order_by(jobs.c.settled_at)
    .limit(BATCH)
    .offset(sa.bindparam("skipped"))
)
