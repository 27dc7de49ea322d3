"""Projects and their revisions in the database."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import jobs, remix_projects, remix_revisions
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem
from renderer.contract.vocabulary import Workflow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection

    from api.http.auth import Caller

REMIX: Final = frozenset({Workflow.REMIX})
FINAL: Final = frozenset({RemixPhase.COMPLETED, RemixPhase.FAILED, RemixPhase.CANCELLED, RemixPhase.EXPIRED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One row of the project table."""

    id: UUID
    account_id: UUID
    phase: str
    revision: int
    file_name: str
    mime_type: str
    byte_length: int
    source: dict[str, Any] | None
    measures: dict[str, Any] | None
    minutes: int | None
    charged: int
    analysis: dict[str, Any] | None
    files: dict[str, Any]
    settings: dict[str, Any]
    captions: dict[str, Any]
    voiceover: dict[str, Any]
    mixed: str | None
    voices: list[str]
    operation_id: UUID | None
    request: str | None
    exported_revision: int | None
    completion: str | None
    awaited_until: datetime | None
    refusal: str | None
    trouble: dict[str, Any] | None
    failure: dict[str, Any] | None

    @property
    def is_final(self) -> bool:
        """Whether the project can no longer change."""
        return self.phase in FINAL

    @property
    def duration_ms(self) -> int:
        """Duration of the source in milliseconds; 0 until it is measured."""
        return round(1000 * self.measures["duration_seconds"]) if self.measures else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One row of the history; content that did not change is None."""

    revision: int
    change: str
    made_at: datetime
    settings: dict[str, Any] | None
    captions: dict[str, Any] | None


_NAMES: Final = tuple(field.name for field in fields(Project))
_COLUMNS: Final = tuple(remix_projects.c[name] for name in _NAMES)
_ONE: Final = sa.select(*_COLUMNS).where(remix_projects.c.id == sa.bindparam("project"))
_LOCKED: Final = _ONE.with_for_update()
_OWNED: Final = _ONE.where(remix_projects.c.account_id == sa.bindparam("owner"))
_REVISIONS: Final = (
    sa.select(
        *(remix_revisions.c[name] for name in ("revision", "change", "made_at", "settings", "captions"))
    )
    .where(remix_revisions.c.project_id == sa.bindparam("project"))
    .order_by(remix_revisions.c.revision)
)


def _project(row: Sequence[Any]) -> Project:
    return Project(**dict(zip(_NAMES, row, strict=True)))


def find(connection: Connection, project_id: UUID) -> Project | None:
    """The project, without a lock."""
    row = connection.execute(_ONE, {"project": project_id}).one_or_none()
    return _project(row) if row else None


def owned(connection: Connection, caller: Caller, project_id: UUID) -> Project:
    """The caller's own project; raises `video_not_found`."""
    values = {"project": project_id, "owner": caller.account_id}
    row = connection.execute(_OWNED, values).one_or_none()
    if row is None:
        raise ApiProblem("video_not_found")
    return _project(row)


def locked(connection: Connection, project_id: UUID) -> Project:
    """The project, which is known to exist, locked until the transaction ends."""
    return _project(connection.execute(_LOCKED, {"project": project_id}).one())


def insert(connection: Connection, project: Project) -> None:
    """Add the row."""
    connection.execute(remix_projects.insert(), {name: getattr(project, name) for name in _NAMES})


def update(connection: Connection, project_id: UUID, **changes: object) -> None:
    """Change the row."""
    connection.execute(remix_projects.update().where(remix_projects.c.id == project_id), changes)


def update_ready(connection: Connection, project_id: UUID, at: int, **changes: object) -> Project | None:
    """Change the row if it is ready and at revision `at`; this single statement decides every race."""
    fits = sa.and_(
        remix_projects.c.id == project_id,
        remix_projects.c.revision == at,
        remix_projects.c.phase == RemixPhase.READY.value,
    )
    row = connection.execute(
        remix_projects.update().where(fits).values(changes).returning(*_COLUMNS)
    ).one_or_none()
    return _project(row) if row else None


def begin_with(
    connection: Connection, project_id: UUID, *, settings: dict[str, Any], completion: str
) -> None:
    """Give the first revision the settings that the upload was completed with."""
    update(connection, project_id, settings=settings, completion=completion)
    first = sa.and_(remix_revisions.c.project_id == project_id, remix_revisions.c.revision == 1)
    connection.execute(remix_revisions.update().where(first), {"settings": settings})


def count_open(connection: Connection, account_id: UUID) -> int:
    """The account's projects that are not final."""
    query = (
        sa.select(sa.func.count())
        .select_from(remix_projects)
        .where(
            remix_projects.c.account_id == account_id,
            remix_projects.c.phase.not_in([phase.value for phase in FINAL]),
        )
    )
    return int(connection.execute(query).scalar_one())


def remember(connection: Connection, project_id: UUID, revision: Revision) -> None:
    """Add a row to the history."""
    row = {
        name: getattr(revision, name) for name in ("revision", "change", "made_at", "settings", "captions")
    }
    connection.execute(remix_revisions.insert(), row | {"project_id": project_id})


def history(connection: Connection, project_id: UUID) -> list[Revision]:
    """All revisions, oldest first."""
    rows = connection.execute(_REVISIONS, {"project": project_id})
    return [Revision(**row) for row in rows.mappings()]


def operations_of(connection: Connection, project_id: UUID) -> list[UUID]:
    """Ids of all job rows of the project: its operations and the row that lists it."""
    return list(connection.execute(sa.select(jobs.c.id).where(jobs.c.project_id == project_id)).scalars())
