"""A project's history: its content at any revision, and restoring that as a new revision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.problems import ApiProblem
from api.remix.projects import lifecycle, repository

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectContent:
    """The content of one revision."""

    settings: dict[str, Any]
    captions: dict[str, Any]


def content_at(connection: Connection, project_id: UUID, *, revision: int) -> ProjectContent:
    """The content at a revision; raises `revision_conflict` for one that never existed."""
    past = [each for each in repository.history(connection, project_id) if each.revision <= revision]
    if not past or past[-1].revision != revision:
        raise ApiProblem("revision_conflict", f"There is no revision {revision}.")
    settings = [each.settings for each in past if each.settings is not None]
    captions = [each.captions for each in past if each.captions is not None]
    return ProjectContent(settings=settings[-1], captions=captions[-1])


def restore(connection: Connection, project_id: UUID, *, revision: int, now: datetime) -> int:
    """Make a new revision with the content of an older one; its number.

    Raises:
        ApiProblem: `revision_conflict` for a revision that never existed, `project_final` or
            `operation_in_progress`.
    """
    project = repository.locked(connection, project_id)
    content = content_at(connection, project_id, revision=revision)
    lifecycle.change(
        connection,
        project_id,
        revision=project.revision,
        name="restored",
        now=now,
        settings=content.settings,
        captions=content.captions,
    )
    return project.revision + 1
