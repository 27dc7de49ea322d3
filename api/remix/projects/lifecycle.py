r"""The life cycle of a project: all changes of its state, and the history of its content.

    uploading -> probing -> analysis_queued -> analysing -> ready <-> an operation
                                                              \--> export_queued -> exporting -> completed
    any open phase -> failed, expired, or by `cancelling` -> cancelled

`revision` rises with every change of the content, and no change is lost: a caller's change is accepted only
at the revision that it names, and nothing else may change the content while an operation runs.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.jobs import lifecycle as jobs
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem
from api.remix.projects import repository
from api.remix.projects.repository import Project, Revision
from renderer.contract.vocabulary import VIDEO_DAYS, Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.jobs.repository import Job

RETENTION: Final = timedelta(days=VIDEO_DAYS)
_STATUS: Final = {
    RemixPhase.UPLOADING: Status.QUEUED,
    RemixPhase.PROBING: Status.QUEUED,
    RemixPhase.ANALYSIS_QUEUED: Status.QUEUED,
    RemixPhase.COMPLETED: Status.COMPLETED,
    RemixPhase.FAILED: Status.FAILED,
    RemixPhase.CANCELLED: Status.CANCELLED,
    RemixPhase.EXPIRED: Status.EXPIRED,
}
_DETAILS: Final = {
    RemixPhase.UPLOADING: "Waiting for the rest of the file.",
    RemixPhase.PROBING: "Measuring the video.",
    RemixPhase.ANALYSIS_QUEUED: "Waiting in the queue.",
    RemixPhase.ANALYSING: "Work on the video has begun.",
    RemixPhase.READY: "Waiting for you.",
    RemixPhase.DRAFTING: "Drafting the voiceover.",
    RemixPhase.TRANSLATING: "Translating the captions.",
    RemixPhase.PREVIEWING: "Making the sound.",
    RemixPhase.EXPORT_QUEUED: "Waiting in the queue.",
    RemixPhase.EXPORTING: "Work on the video has begun.",
    RemixPhase.PUBLISHING: "Storing the video.",
    RemixPhase.CANCELLING: "Work is being stopped.",
    RemixPhase.COMPLETED: "The video is ready.",
    RemixPhase.FAILED: "The project failed.",
    RemixPhase.CANCELLED: "The project was cancelled.",
    RemixPhase.EXPIRED: "The project is no longer kept.",
}
_DONE: Final = frozenset({RemixPhase.READY, RemixPhase.COMPLETED, RemixPhase.EXPIRED})
_DATED: Final = frozenset({RemixPhase.UPLOADING, RemixPhase.PROBING, RemixPhase.EXPIRED})
"""Phases in which the expiry date stays as it was: that of the upload, or one that has passed."""
_SETTLED: Final[dict[str, Any]] = {"operation_id": None, "request": None}


def status_of(phase: RemixPhase) -> Status:
    """The public status of a phase."""
    return _STATUS.get(phase, Status.PROCESSING)


def open_project(connection: Connection, project: Project, job: Job) -> None:
    """Insert a new project with its first revision, and the job row that lists it."""
    jobs.accept_project(connection, job)
    repository.insert(connection, project)
    _note(
        connection,
        project,
        "created",
        now=job.created_at,
        settings=project.settings,
        captions=project.captions,
    )


def enter(
    connection: Connection,
    project_id: UUID,
    phase: RemixPhase,
    *,
    now: datetime,
    detail: str = "",
    **changes: object,
) -> None:
    """Move the project to another phase; `changes` apply to its row."""
    repository.update(connection, project_id, phase=phase.value, **changes)
    _show(connection, project_id, phase, now=now, detail=detail)


def progress(
    connection: Connection, project_id: UUID, phase: RemixPhase, work: Job, *, now: datetime
) -> None:
    """Show the progress of the running operation as that of the project."""
    repository.update(connection, project_id, phase=phase.value)
    jobs.show(
        connection,
        project_id,
        status=status_of(phase).value,
        stage=phase.value,
        detail=work.detail,
        percent=min(99, work.percent),
        updated_at=now,
    )


def change(
    connection: Connection,
    project_id: UUID,
    *,
    revision: int,
    name: str,
    now: datetime,
    settings: dict[str, Any] | None = None,
    captions: dict[str, Any] | None = None,
) -> None:
    """Apply the owner's change to a project that is ready and at this revision.

    Raises:
        ApiProblem: `project_final`, `revision_conflict` or `operation_in_progress`.
    """
    content = _content(settings, captions)
    made = repository.update_ready(
        connection, project_id, revision, **content, revision=revision + 1, trouble=None
    )
    if made is None:
        raise explained(connection, project_id, revision=revision)
    _note(connection, made, name, now=now, settings=settings, captions=captions)
    _show(connection, project_id, RemixPhase.READY, now=now)


def begin(
    connection: Connection,
    project_id: UUID,
    *,
    revision: int,
    phase: RemixPhase,
    now: datetime,
    **changes: object,
) -> Project:
    """Start an operation of a project that is ready and at this revision; raises as `change` does."""
    made = repository.update_ready(
        connection, project_id, revision, phase=phase.value, trouble=None, **changes
    )
    if made is None:
        raise explained(connection, project_id, revision=revision)
    _show(connection, project_id, phase, now=now)
    return made


def advance(
    connection: Connection,
    project: Project,
    *,
    name: str,
    now: datetime,
    settings: dict[str, Any] | None = None,
    captions: dict[str, Any] | None = None,
    **changes: object,
) -> None:
    """End an operation that succeeded: the project is ready again, at a new revision."""
    content = _content(settings, captions)
    repository.update(
        connection, project.id, revision=project.revision + 1, trouble=None, **_SETTLED, **content, **changes
    )
    after = repository.locked(connection, project.id)
    _note(connection, after, name, now=now, settings=settings, captions=captions)
    enter(connection, project.id, RemixPhase.READY, now=now)


def stay(connection: Connection, project: Project, *, trouble: dict[str, Any] | None, now: datetime) -> None:
    """End an operation without a result: the project is ready again, unchanged except for `trouble`."""
    detail = f"{_DETAILS[RemixPhase.READY]} {trouble['sentence']}" if trouble else ""
    enter(connection, project.id, RemixPhase.READY, now=now, detail=detail, trouble=trouble, **_SETTLED)


def complete(
    connection: Connection, project: Project, video: dict[str, Any], *, now: datetime, **changes: Any
) -> None:
    """Complete the project with its exported video."""
    enter(connection, project.id, RemixPhase.COMPLETED, now=now, **_SETTLED, **changes)
    jobs.show(connection, project.id, results={"video": video})


def end(
    connection: Connection,
    project: Project,
    phase: RemixPhase,
    *,
    now: datetime,
    failure: dict[str, Any] | None = None,
) -> None:
    """End the project as failed, cancelled or expired, and leave all its stored files to be swept."""
    detail = failure["message"] if failure else ""
    gone: dict[str, Any] = {"source": None, "files": {}, "mixed": None, "awaited_until": None}
    enter(connection, project.id, phase, now=now, detail=detail, failure=failure, **_SETTLED, **gone)
    jobs.show(connection, project.id, results={}, tidied_at=None)


def explained(connection: Connection, project_id: UUID, *, revision: int) -> ApiProblem:
    """The problem that tells why a change at this revision is refused."""
    project = repository.locked(connection, project_id)
    if project.is_final:
        return ApiProblem("project_final")
    if project.revision != revision:
        return ApiProblem("revision_conflict", f"The project is at revision {project.revision}.")
    return ApiProblem("operation_in_progress")


def _content(settings: dict[str, Any] | None, captions: dict[str, Any] | None) -> dict[str, Any]:
    given = {"settings": settings, "captions": captions}
    return {name: value for name, value in given.items() if value is not None}


def _note(
    connection: Connection,
    project: Project,
    name: str,
    *,
    now: datetime,
    settings: dict[str, Any] | None,
    captions: dict[str, Any] | None,
) -> None:
    row = Revision(revision=project.revision, change=name, made_at=now, settings=settings, captions=captions)
    repository.remember(connection, project.id, row)


def _show(
    connection: Connection, project_id: UUID, phase: RemixPhase, *, now: datetime, detail: str = ""
) -> None:
    expiry = {} if phase in _DATED else {"expires_at": now + RETENTION}
    jobs.show(
        connection,
        project_id,
        status=status_of(phase).value,
        stage=phase.value,
        detail=(detail or _DETAILS[phase])[:500],
        percent=100 if phase in _DONE else 0,
        updated_at=now,
        **expiry,
    )
