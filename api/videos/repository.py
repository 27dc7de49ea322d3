"""Listing videos: keyset pages over the job table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa

from api.cursor import Position
from api.jobs import COLUMNS, POSITION, Job, from_row
from api.tables import jobs
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class PageQuery:
    """Which rows: `after` is None on the first page, `status` None for all."""

    account_id: UUID
    status: Status | None
    after: Position | None
    limit: int
    now: datetime


def page(connection: Connection, query: PageQuery) -> list[tuple[Job, int]]:
    """Up to `limit` + 1 jobs with their queue positions, newest first; the one too many tells of more."""
    select = (
        sa.select(*COLUMNS, POSITION)
        .where(jobs.c.account_id == query.account_id, *_by_status(query), *_beyond(query))
        .order_by(jobs.c.created_at.desc(), jobs.c.id.desc())
        .limit(query.limit + 1)
    )
    return [(from_row(row), row.position) for row in connection.execute(select)]


def _beyond(query: PageQuery) -> list[sa.ColumnElement[bool]]:
    if query.after is None:
        return []
    row = sa.tuple_(jobs.c.created_at, jobs.c.id)
    at = sa.tuple_(
        sa.literal(query.after.created_at, jobs.c.created_at.type), sa.literal(query.after.id, sa.Uuid())
    )
    return [row < at]


def _by_status(query: PageQuery) -> list[sa.ColumnElement[bool]]:
    """A completed video counts as expired from the moment on, not from the sweep on."""
    over: Any = jobs.c.expires_at <= query.now
    is_completed = jobs.c.status == Status.COMPLETED.value
    match query.status:
        case None:
            return []
        case Status.COMPLETED:
            return [is_completed, ~over]
        case Status.EXPIRED:
            return [sa.or_(jobs.c.status == Status.EXPIRED.value, sa.and_(is_completed, over))]
        case status:
            return [jobs.c.status == status.value]
