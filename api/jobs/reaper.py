"""The reaper: jobs whose worker fell silent get a new attempt, or fail when their tries are spent.

No worker counts as silent before this process has listened for the length of a lease (`api.listening`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
import structlog

from api.backoff import LONGEST
from api.db.tables import jobs
from api.jobs import attempts
from api.jobs.following import Follower, followed
from api.jobs.lifecycle import Failure
from api.jobs.repository import COLUMNS, from_row
from api.queue import outbox
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.db.database import Database
    from api.jobs.repository import Job
    from api.listening import Listening
    from api.metrics import ServiceMetrics
    from renderer.clock import Clock

LOST: Final = Failure(code="lease_lost", sentence="The worker stopped reporting.")
BATCH: Final = 100
_log: Final = structlog.get_logger("api.reaper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaper:
    """Finds expired leases and takes their jobs back."""

    database: Database
    clock: Clock
    lease: timedelta
    redeliver: timedelta
    max_tries: int
    metrics: ServiceMetrics
    listening: Listening
    follower: Follower

    def run_once(self) -> int:
        """Take up to `BATCH` jobs from silent workers; returns the number taken."""
        now = self.clock.now()
        if not self.listening.long_enough():
            return 0
        with self.database.write() as connection:
            lost = [from_row(row) for row in connection.execute(_LOST, {"now": now})]
            for job in lost:
                attempts.retry_or_fail(connection, job, LOST, max_tries=self.max_tries, now=now)
                _log.warning("lease_lost", job_id=str(job.id), attempt=job.attempt, worker=job.worker)
            left = [(job, followed(connection, self.follower, job, now=now)) for job in lost]
        self._count(left)
        return len(lost)

    def mend_dates(self) -> None:
        """Bring forward leases and due times that lie too far ahead, because the clock was set back."""
        now = self.clock.now()
        with self.database.write() as connection:
            attempts.shorten_leases(connection, until=now + self.lease)
            outbox.bring_forward(connection, now=now, horizon=max(self.redeliver, LONGEST))

    def take_back_all(self, *, planned: bool) -> None:
        """Take all jobs back at once: the only worker is known to be gone. A planned stop costs no try."""
        now = self.clock.now()
        with self.database.write() as connection:
            held = [from_row(row) for row in connection.execute(_LEASED)]
            for job in held:
                if planned:
                    attempts.next_attempt(connection, job, counted=False, now=now)
                else:
                    attempts.retry_or_fail(connection, job, LOST, max_tries=self.max_tries, now=now)
            left = [(job, followed(connection, self.follower, job, now=now)) for job in held]
        self._count([] if planned else left)

    def _count(self, left: Sequence[tuple[Job, Job]]) -> None:
        """Count the lost leases and what became of their jobs; call it after the commit."""
        for before, after in left:
            self.metrics.lease_lost()
            self.metrics.changed(before, after)


_LEASED: Final = sa.select(*COLUMNS).where(jobs.c.lease_expires_at.is_not(None)).with_for_update()
_LOST: Final = (
    sa.select(*COLUMNS)
    .where(jobs.c.lease_expires_at <= sa.bindparam("now"), jobs.c.status == Status.PROCESSING.value)
    .order_by(jobs.c.lease_expires_at)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
