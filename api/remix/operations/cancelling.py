"""Cancels a project for its owner, in any phase: work stops, files are deleted, used minutes stay used."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.accounts.repository import lock_account
from api.jobs import lifecycle as jobs
from api.jobs import repository as job_rows
from api.jobs.lookup import owned as owned_job
from api.jobs.phases import RemixPhase
from api.remix.operations.queueing import let_next_go
from api.remix.projects import lifecycle, repository
from api.remix.projects.repository import REMIX
from api.remix.uploads import repository as uploads

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.http.auth import Caller
    from api.services import Services
    from renderer.backends.storage.staging import StagedObject


def cancel(services: Services, caller: Caller, *, project_id: UUID) -> None:
    """Cancel the project unless it has ended; raises `video_not_found`."""
    staged = None
    done = False
    while not done:
        with services.database.read() as connection:
            owned_job(connection, caller, project_id, of=REMIX)
            seen = repository.owned(connection, caller, project_id)
        with services.database.write() as connection:
            upload = uploads.lock_of_project(connection, project_id)
            done = _cancel(services, connection, project_id, operation_id=seen.operation_id)
            if done and upload and upload.state == uploads.State.OPEN:
                uploads.update(connection, upload.id, state=uploads.State.DELETED.value)
                staged = upload.staged_object
    if staged:
        discard(services, staged)


def discard(services: Services, staged: StagedObject) -> None:
    """Discard the staged object now; if that fails, the sweep deletes it later."""
    from renderer.errors import ClipwrightError  # noqa: PLC0415 - only here

    try:
        services.staging.discard(staged)
    except ClipwrightError:
        return


def _cancel(
    services: Services, connection: Connection, project_id: UUID, *, operation_id: UUID | None
) -> bool:
    """Cancel under the project's locks; False if another operation has begun since its id was read."""
    now = services.clock.now()
    work = job_rows.lock(connection, operation_id) if operation_id else None
    project = repository.find(connection, project_id)
    if project is None or project.operation_id != operation_id:
        return project is None
    account = lock_account(connection, project.account_id)
    project = repository.locked(connection, project_id)
    if project.operation_id != operation_id:
        return False
    if project.is_final or project.phase == RemixPhase.CANCELLING:
        return True
    if work is not None and not jobs.request_cancel(connection, work, now=now):
        lifecycle.enter(connection, project_id, RemixPhase.CANCELLING, now=now)
        return True
    lifecycle.end(connection, project, RemixPhase.CANCELLED, now=now)
    let_next_go(connection, account.account_id, now=now)
    return True
