"""Opens, reads and abandons uploads."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from api.accounts.repository import lock_account
from api.http.auth import require_api_access
from api.jobs.phases import RemixPhase
from api.jobs.queued_job import queued_job
from api.jobs.repository import Allowance, Job, JobRole
from api.problems import ApiProblem, service_unavailable
from api.remix.operations.cancelling import discard
from api.remix.operations.metering import require_minutes
from api.remix.projects import lifecycle
from api.remix.projects import repository as projects
from api.remix.projects.presentation import self_link as project_link
from api.remix.projects.repository import Project
from api.remix.projects.settings import default_settings
from api.remix.uploads import repository
from api.remix.uploads.chunks import visible
from api.remix.uploads.repository import ChunkedUpload, State
from api.remix.uploads.schemas import CHUNK_BYTES, UPLOAD_HOURS, RemixUpload, UploadLinks
from renderer.contract.orders.remix import RemixProbe
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.engine import Connection

    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.remix.uploads.schemas import CreateRemixUpload
    from api.services import Services

OPEN_PROJECTS: Final = 5
"""Most projects of an account that are not final."""
KEPT: Final = timedelta(hours=UPLOAD_HOURS)
_NO_VOICEOVER: Final[dict[str, Any]] = {
    "state": "none",
    "fingerprint": None,
    "duration_seconds": None,
    "lines": [],
}
_NO_CAPTIONS: Final[dict[str, Any]] = {"origin": "none", "language": None, "cues": []}


def create(services: Services, caller: Caller, wanted: CreateRemixUpload) -> RemixUpload:
    """Create a project and its upload; raises `remix_quota_exceeded` or `too_many_outstanding_jobs`."""
    upload_id, now = uuid4(), services.clock.now()
    try:
        staged = services.staging.begin(f"uploads/{upload_id}")
    except ClipwrightError as error:
        raise service_unavailable() from error
    project = _new_project(wanted, caller.account_id)
    upload = ChunkedUpload(
        id=upload_id,
        project_id=project.id,
        account_id=caller.account_id,
        state=State.OPEN.value,
        byte_length=wanted.byte_length,
        offset=0,
        parts=[],
        staged={"key": staged.key, "token": staged.token},
        fence=0,
        lease_expires_at=None,
        expires_at=now + KEPT,
    )
    try:
        with services.database.write() as connection:
            account = lock_account(connection, caller.account_id)
            require_api_access(account.plan)
            require_minutes(connection, account, units=1, now=now)
            _require_room(connection, caller.account_id)
            lifecycle.open_project(connection, project, _listed(project, now=now))
            repository.insert(connection, upload)
    except BaseException:
        discard(services, staged)
        raise
    return remix_upload(upload, origin=services.settings.public_url)


def _require_room(connection: Connection, account_id: UUID) -> None:
    if projects.count_open(connection, account_id) >= OPEN_PROJECTS:
        raise ApiProblem("too_many_outstanding_jobs", "Finish or cancel one of your Remix projects.")


def find(
    services: Services, connections: ConnectionSource, caller: Caller, *, upload_id: UUID
) -> ChunkedUpload:
    """The caller's upload; raises `video_not_found`."""
    with connections.read() as connection:
        return visible(services, caller, repository.find(connection, upload_id))


def delete(services: Services, caller: Caller, *, upload_id: UUID) -> ChunkedUpload:
    """Abandon an upload that has not become a source; the project is cancelled."""
    with services.database.write() as connection:
        upload = visible(services, caller, repository.lock(connection, upload_id))
        project = projects.locked(connection, upload.project_id)
        if project.phase != RemixPhase.UPLOADING:
            raise ApiProblem("video_not_found")
        repository.update(connection, upload_id, state=State.DELETED.value)
        lifecycle.end(connection, project, RemixPhase.CANCELLED, now=services.clock.now())
    discard(services, upload.staged_object)
    return upload


def remix_upload(upload: ChunkedUpload, *, origin: str) -> RemixUpload:
    """The resource."""
    link = self_link(origin, upload.id)
    return RemixUpload(
        object="remix_upload",
        upload_id=upload.id,
        video_id=upload.project_id,
        chunk_bytes=CHUNK_BYTES,
        offset=upload.offset,
        byte_length=upload.byte_length,
        expires_at=upload.expires_at,
        links=UploadLinks(
            self=link, complete=f"{link}/complete", project=project_link(origin, upload.project_id)
        ),
    )


def self_link(origin: str, upload_id: UUID) -> str:
    """The canonical address of an upload."""
    return f"{origin}/api/v1/remix/uploads/{upload_id}"


def _new_project(wanted: CreateRemixUpload, account_id: UUID) -> Project:
    return Project(
        id=uuid4(),
        account_id=account_id,
        phase=RemixPhase.UPLOADING.value,
        revision=1,
        file_name=wanted.file_name,
        mime_type=wanted.mime_type.value,
        byte_length=wanted.byte_length,
        source=None,
        measures=None,
        minutes=None,
        charged=0,
        analysis=None,
        files={},
        settings=default_settings().model_dump(mode="json"),
        captions=_NO_CAPTIONS,
        voiceover=_NO_VOICEOVER,
        mixed=None,
        voices=[],
        operation_id=None,
        request=None,
        exported_revision=None,
        completion=None,
        awaited_until=None,
        refusal=None,
        trouble=None,
        failure=None,
    )


def _listed(project: Project, *, now: datetime) -> Job:
    """The job row that lists the project among the videos."""
    job = queued_job(RemixProbe(), project.account_id, now=now, units=0)
    return replace(
        job,
        id=project.id,
        order={"workflow": job.workflow, "title": PurePosixPath(project.file_name).stem},
        allowance=Allowance.RELEASED.value,
        stage=project.phase,
        detail="Waiting for the rest of the file.",
        expires_at=now + KEPT,
        role=JobRole.PROJECT.value,
        project_id=project.id,
    )
