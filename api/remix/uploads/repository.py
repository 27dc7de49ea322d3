"""Uploads in the database: one row holds the offset and the parts with the bytes before it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import remix_uploads
from renderer.backends.storage.staging import StagedObject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection


class State(StrEnum):
    """The state of an upload."""

    OPEN = "open"
    PUBLISHED = "published"
    DELETED = "deleted"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkedUpload:
    """One row of the upload table; `fence` rises with every writer of a chunk and with every publisher."""

    id: UUID
    project_id: UUID
    account_id: UUID
    state: str
    byte_length: int
    offset: int
    parts: list[str]
    staged: dict[str, Any]
    fence: int
    lease_expires_at: datetime | None
    expires_at: datetime

    @property
    def staged_object(self) -> StagedObject:
        """The staged object that its bytes are in."""
        return StagedObject(key=self.staged["key"], token=self.staged["token"])


_NAMES: Final = tuple(field.name for field in fields(ChunkedUpload))
_COLUMNS: Final = tuple(remix_uploads.c[name] for name in _NAMES)
_ONE: Final = sa.select(*_COLUMNS).where(remix_uploads.c.id == sa.bindparam("upload"))
_LOCKED: Final = _ONE.with_for_update()
_OF_PROJECT: Final = (
    sa.select(*_COLUMNS).where(remix_uploads.c.project_id == sa.bindparam("project")).with_for_update()
)
_EXPIRED: Final = sa.select(*_COLUMNS).where(
    remix_uploads.c.state.in_((State.OPEN.value, State.PUBLISHED.value)),
    remix_uploads.c.expires_at <= sa.bindparam("now"),
    sa.or_(
        remix_uploads.c.lease_expires_at.is_(None), remix_uploads.c.lease_expires_at <= sa.bindparam("now")
    ),
)


def _upload(row: Sequence[Any] | None) -> ChunkedUpload | None:
    return ChunkedUpload(**dict(zip(_NAMES, row, strict=True))) if row else None


def find(connection: Connection, upload_id: UUID) -> ChunkedUpload | None:
    """The upload, without a lock."""
    return _upload(connection.execute(_ONE, {"upload": upload_id}).one_or_none())


def lock(connection: Connection, upload_id: UUID) -> ChunkedUpload | None:
    """The upload, locked until the transaction ends."""
    return _upload(connection.execute(_LOCKED, {"upload": upload_id}).one_or_none())


def lock_of_project(connection: Connection, project_id: UUID) -> ChunkedUpload | None:
    """The upload of a project, locked until the transaction ends."""
    return _upload(connection.execute(_OF_PROJECT, {"project": project_id}).one_or_none())


def insert(connection: Connection, upload: ChunkedUpload) -> None:
    """Add the row."""
    connection.execute(remix_uploads.insert(), {name: getattr(upload, name) for name in _NAMES})


def update(connection: Connection, upload_id: UUID, **changes: object) -> None:
    """Change the row."""
    connection.execute(remix_uploads.update().where(remix_uploads.c.id == upload_id), changes)


def expired(connection: Connection, *, now: datetime, limit: int) -> list[ChunkedUpload]:
    """Open and published uploads past their expiry that no publisher is at, oldest first."""
    query = _EXPIRED.order_by(remix_uploads.c.expires_at).limit(limit)
    found = (_upload(row) for row in connection.execute(query, {"now": now}))
    return [upload for upload in found if upload]
