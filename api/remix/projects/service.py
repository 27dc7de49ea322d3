"""Reads projects, and applies their owner's changes to settings and captions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.jobs.allowance import tally
from api.jobs.lookup import owned as owned_job
from api.jobs.standing import Standing
from api.plans import window_at
from api.problems import ApiProblem
from api.remix.projects import lifecycle, repository
from api.remix.projects.cues import in_order
from api.remix.projects.presentation import remix_project
from api.remix.projects.repository import REMIX
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS, Workflow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.remix.projects.repository import Project
    from api.remix.projects.schemas import RemixProject
    from api.remix.projects.settings import ProjectSettings, TimedLine
    from api.services import Services


def retrieve(
    services: Services, connections: ConnectionSource, caller: Caller, *, project_id: UUID
) -> RemixProject:
    """The caller's own project; raises `video_not_found`."""
    now = services.clock.now()
    window = window_at(caller.plan, anchor=caller.billing_anchor, now=now)
    with connections.read() as connection:
        job, _ = owned_job(connection, caller, project_id, of=REMIX)
        project = repository.owned(connection, caller, project_id)
        counts = tally(connection, account_id=caller.account_id, since=window.start)[Workflow.REMIX]
    standing = Standing(position=0, tally=counts, limit=caller.terms.limits[Workflow.REMIX])
    return remix_project(project, job, standing, origin=services.settings.public_url, now=now)


def require_owned(connections: ConnectionSource, *, caller: Caller, project_id: UUID) -> None:
    """Raise `video_not_found` unless the project is the caller's."""
    with connections.read() as connection:
        repository.owned(connection, caller, project_id)


def configure(
    services: Services, caller: Caller, *, project_id: UUID, revision: int, settings: ProjectSettings
) -> None:
    """Replace all settings at this revision."""
    project = _found(services, caller, project_id, revision=revision)
    content = plain(settings, duration_ms=project.duration_ms)
    with services.database.write() as connection:
        lifecycle.change(
            connection,
            project_id,
            revision=revision,
            name="settings",
            now=services.clock.now(),
            settings=content,
        )


def replace_captions(
    services: Services, caller: Caller, *, project_id: UUID, revision: int, lines: Sequence[TimedLine]
) -> None:
    """Replace all captions at this revision; their language stays what it was."""
    project = _found(services, caller, project_id, revision=revision)
    cues = in_order(lines, duration_ms=project.duration_ms, what="cue")
    captions = {"origin": "custom", "language": project.captions["language"], "cues": cues}
    with services.database.write() as connection:
        lifecycle.change(
            connection,
            project_id,
            revision=revision,
            name="captions",
            now=services.clock.now(),
            captions=captions,
        )


def plain(settings: ProjectSettings, *, duration_ms: int = 0) -> dict[str, Any]:
    """The settings as JSON, the script in order; raises `invalid_request` for a script that is not valid."""
    longest = duration_ms or int(LONGEST_SOURCE_SECONDS * 1000)
    lines = in_order(settings.voiceover.script, duration_ms=longest, what="script line")
    content = settings.model_dump(mode="json")
    content["voiceover"]["script"] = lines
    return content


def _found(services: Services, caller: Caller, project_id: UUID, *, revision: int) -> Project:
    """The project, if it may be changed at this revision; checked before the content of the request."""
    with services.database.read() as connection:
        owned_job(connection, caller, project_id, of=REMIX)
        project = repository.owned(connection, caller, project_id)
    if project.is_final:
        raise ApiProblem("project_final")
    if project.revision != revision:
        raise ApiProblem("revision_conflict", f"The project is at revision {project.revision}.")
    if not project.measures:
        raise ApiProblem("operation_in_progress")
    return project
