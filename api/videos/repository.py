"""Listing videos: keyset pages over the job table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import jobs
from api.http.cursor import Position
from api.jobs.repository import COLUMNS, HEADS, LAST_POSITION, Job, JobRole, from_row
from renderer.contract.vocabulary import Status, Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class PageQuery:
    """Which rows to list: `after` is None on the first page, `status` is None for all."""

    account_id: UUID
    status: Status | None
    after: Position | None
    limit: int
    now: datetime


def page(connection: Connection, query: PageQuery) -> list[tuple[Job, int]]:
    """Up to `limit` + 1 jobs with queue positions, newest first; an extra one means that more follow."""
    rows = (
        sa.select(*_SHOWN)
        .where(
            jobs.c.account_id == query.account_id,
            jobs.c.role != JobRole.OPERATION.value,
            *_by_status(query),
            *_beyond(query),
        )
        .order_by(jobs.c.created_at.desc(), jobs.c.id.desc())
        .limit(query.limit + 1)
        .subquery()
    )
    place = sa.func.coalesce(HEADS.c.place, LAST_POSITION)
    position = sa.case((rows.c.status == Status.QUEUED.value, place), else_=0)
    select = (
        sa.select(rows, position.label("position"))
        .outerjoin_from(rows, HEADS, HEADS.c.id == rows.c.id)
        .order_by(rows.c.created_at.desc(), rows.c.id.desc())
    )
    return [(from_row(row), row.position) for row in connection.execute(select)]


_ORDER: Final = sa.case(
    (jobs.c.workflow == Workflow.SHORT.value, jobs.c.order), else_=sa.literal({}, sa.JSON)
).label("order")
"""The order, for short videos only: lists show nothing of other orders, which may hold a long script."""
_SHOWN: Final = tuple(_ORDER if column is jobs.c.order else column for column in COLUMNS)


def _beyond(query: PageQuery) -> list[sa.ColumnElement[bool]]:
    if query.after is None:
        return []
    row = sa.tuple_(jobs.c.created_at, jobs.c.id)
    at = sa.tuple_(
        sa.literal(query.after.created_at, jobs.c.created_at.type), sa.literal(query.after.id, sa.Uuid())
    )
    return [row < at]


def _by_status(query: PageQuery) -> list[sa.ColumnElement[bool]]:
    """Conditions for the status; a completed video counts as expired from `expires_at` on, swept or not."""
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
