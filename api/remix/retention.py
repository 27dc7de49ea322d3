"""Retention of Remix: uploads expire after a day, projects a week after their last change, with all files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
import structlog

from api.db.tables import jobs
from api.jobs import lifecycle as job_lifecycle
from api.jobs.object_keys import output_prefix
from api.jobs.phases import RemixPhase
from api.jobs.repository import COLUMNS, Job, JobRole, from_row
from api.jobs.retention import GRACE
from api.remix.operations.documents import project_prefix
from api.remix.projects import lifecycle, repository
from api.remix.uploads import repository as uploads
from api.remix.uploads.repository import State
from renderer.contract.vocabulary import Status
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy.engine import Connection

    from api.db.database import Database
    from renderer.backends.storage.base import ObjectStore
    from renderer.backends.storage.staging import Staging
    from renderer.clock import Clock

BATCH: Final = 100
LEFTOVERS: Final = timedelta(hours=25)
"""Age at which staged objects are swept: greater than that of any upload that can still be completed."""
_log: Final = structlog.get_logger("api.remix.retention")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSweeper:
    """Expires uploads and projects past their retention, and deletes the files of ended projects."""

    database: Database
    store: ObjectStore
    staging: Staging
    clock: Clock

    def run_once(self) -> int:
        """Make one pass; returns how many uploads, projects and leftovers it touched."""
        now = self.clock.now()
        return self._expire_uploads(now) + self._expire_projects(now) + self._clean(now)

    def sweep_leftovers(self) -> int:
        """Delete staged objects that will never be published or discarded; returns how many."""
        return self.staging.sweep(before=self.clock.now() - LEFTOVERS)

    def _expire_uploads(self, now: datetime) -> int:
        """Expire uploads; staged objects are discarded before rows change, so a crash orphans none."""
        with self.database.read() as connection:
            found = uploads.expired(connection, now=now, limit=BATCH)
        return sum(self._expire_upload(upload, now) for upload in found if self._discarded(upload))

    def _expire_upload(self, found: uploads.ChunkedUpload, now: datetime) -> bool:
        """Expire the upload, unless its state has changed since it was found; whether it did."""
        with self.database.write() as connection:
            upload = uploads.lock(connection, found.id)
            if upload is None or upload.state != found.state:
                return False
            uploads.update(connection, upload.id, state=State.EXPIRED.value)
            self._expire(connection, upload.project_id, only=RemixPhase.UPLOADING, now=now)
        return True

    def _discarded(self, upload: uploads.ChunkedUpload) -> bool:
        if upload.state == State.PUBLISHED:
            return True
        try:
            self.staging.discard(upload.staged_object)
        except ClipwrightError as error:
            _log.warning("staging_kept", upload_id=str(upload.id), code=error.code)
            return False
        return True

    def _expire_projects(self, now: datetime) -> int:
        with self.database.read() as connection:
            found = [from_row(row) for row in connection.execute(_OVER, {"moment": now})]
        for job in found:
            with self.database.write() as connection:
                self._expire(connection, job.id, only=RemixPhase(job.stage), now=now)
        return len(found)

    def _expire(self, connection: Connection, project_id: UUID, *, only: RemixPhase, now: datetime) -> None:
        """Expire the project, unless it has left the phase `only` since it was found."""
        project = repository.locked(connection, project_id)
        if project.phase == only:
            lifecycle.end(connection, project, RemixPhase.EXPIRED, now=now)

    def _clean(self, now: datetime) -> int:
        """Delete files of projects that have ended, once no worker can still be storing any."""
        with self.database.read() as connection:
            found = [from_row(row) for row in connection.execute(_UNTIDY, {"moment": now - GRACE})]
        done = [job for job in found if self._cleared(job)]
        with self.database.write() as connection:
            return job_lifecycle.tidied(connection, done, now=now)

    def _cleared(self, job: Job) -> bool:
        try:
            for prefix in self._folders(job):
                for key in self.store.keys(prefix):
                    self.store.delete(key)
        except ClipwrightError as error:
            _log.warning("objects_kept", project_id=str(job.id), code=error.code)
            return False
        return True

    def _folders(self, job: Job) -> Iterator[str]:
        with self.database.read() as connection:
            operations = repository.operations_of(connection, job.id)
        yield project_prefix(job.id)
        yield from (output_prefix(operation) for operation in operations)


_OVER: Final = (
    sa.select(*COLUMNS)
    .where(
        jobs.c.role == JobRole.PROJECT.value,
        jobs.c.stage.in_((RemixPhase.READY.value, RemixPhase.COMPLETED.value)),
        jobs.c.expires_at <= sa.bindparam("moment"),
    )
    .order_by(jobs.c.expires_at)
    .limit(BATCH)
)
_UNTIDY: Final = (
    sa.select(*COLUMNS)
    .where(
        jobs.c.role == JobRole.PROJECT.value,
        jobs.c.status.in_((Status.FAILED.value, Status.CANCELLED.value, Status.EXPIRED.value)),
        jobs.c.tidied_at.is_(None),
        jobs.c.updated_at <= sa.bindparam("moment"),
    )
    .order_by(jobs.c.updated_at)
    .limit(BATCH)
)
