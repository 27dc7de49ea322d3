"""The reaper: jobs whose worker fell silent get a new attempt, or fail when their tries are spent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
import structlog

from api import lifecycle
from api.jobs import COLUMNS, from_row
from api.lifecycle import Failure
from api.tables import jobs
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from api.clock import Clock
    from api.database import Database

LOST: Final = Failure(code="lease_lost", sentence="The worker stopped reporting.")
BATCH: Final = 100
_log: Final = structlog.get_logger("api.reaper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaper:
    """Looks for leases that ran out."""

    database: Database
    clock: Clock
    max_tries: int

    def run_once(self) -> int:
        """Take up to `BATCH` jobs from silent workers; the number taken."""
        now = self.clock.now()
        with self.database.write() as connection:
            lost = [from_row(row) for row in connection.execute(_LOST, {"now": now})]
            for job in lost:
                lifecycle.retry_or_fail(connection, job, LOST, max_tries=self.max_tries, now=now)
                _log.warning("lease_lost", job_id=str(job.id), attempt=job.attempt, worker=job.worker)
        return len(lost)

    def take_back_all(self, *, planned: bool) -> None:
        """The only worker is known to be gone: do not wait for its leases; a planned stop costs no try."""
        now = self.clock.now()
        with self.database.write() as connection:
            for job in [from_row(row) for row in connection.execute(_LEASED)]:
                if planned:
                    lifecycle.next_attempt(connection, job, counted=False, now=now)
                else:
                    lifecycle.retry_or_fail(connection, job, LOST, max_tries=self.max_tries, now=now)


_LEASED: Final = sa.select(*COLUMNS).where(jobs.c.lease_expires_at.is_not(None)).with_for_update()
_LOST: Final = (
    sa.select(*COLUMNS)
    .where(jobs.c.lease_expires_at <= sa.bindparam("now"), jobs.c.status == Status.PROCESSING.value)
    .order_by(jobs.c.lease_expires_at)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
