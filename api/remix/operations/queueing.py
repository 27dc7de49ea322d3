"""Queues operations as jobs: one heavy operation per account at a time, the others wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import jobs, outbox
from api.jobs import lifecycle
from api.jobs.queued_job import queued_job
from api.jobs.repository import COLUMNS, OPEN, Job, JobRole, from_row
from renderer.contract.orders.remix import RemixProbe

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.remix.projects.repository import Project
    from renderer.contract.job import InputObject
    from renderer.contract.orders.remix import RemixOperation

_PROBE: Final = RemixProbe().operation


def operation_job(
    project: Project,
    order: RemixOperation,
    inputs: dict[str, InputObject],
    *,
    units: int,
    now: datetime,
) -> Job:
    """A queued operation that reserves `units` minutes."""
    job = queued_job(order, project.account_id, now=now, units=units)
    named = {name: each.model_dump(mode="json") for name, each in inputs.items()}
    return replace(job, inputs=named, role=JobRole.OPERATION.value, project_id=project.id)


def operation_of(job: Job) -> str:
    """Kind of the operation; "" if its order, damaged or of another release, does not name one."""
    order: object = job.order
    named = order.get("operation") if isinstance(order, dict) else None
    return named if isinstance(named, str) else ""


def enqueue(connection: Connection, job: Job) -> None:
    """Queue the operation for the workers, or hold it behind the account's others; the account is locked."""
    if operation_of(job) == _PROBE or not _open_ones(connection, job.account_id):
        lifecycle.accept(connection, job)
    else:
        lifecycle.hold(connection, job)


def let_next_go(connection: Connection, account_id: UUID, *, now: datetime) -> None:
    """Queue the oldest held operation once another has ended; the account is locked."""
    waiting = _open_ones(connection, account_id)
    if waiting and not any(is_let_go for _, is_let_go in waiting):
        lifecycle.let_go(connection, waiting[0][0], now=now)


def _open_ones(connection: Connection, account_id: UUID) -> list[tuple[Job, bool]]:
    """The account's open heavy operations, oldest first, and whether each was queued for the workers."""
    rows = connection.execute(_OPEN, {"account": account_id})
    return [(from_row(row), row.worker is not None or bool(row.messages)) for row in rows]


_MESSAGES: Final = (
    sa.select(sa.func.count()).where(outbox.c.job_id == jobs.c.id).correlate(jobs).scalar_subquery()
)
_OPEN: Final = (
    sa.select(*COLUMNS, _MESSAGES.label("messages"))
    .where(
        jobs.c.account_id == sa.bindparam("account"),
        jobs.c.role == JobRole.OPERATION.value,
        jobs.c.status.in_(OPEN),
        jobs.c.order["operation"].as_string() != _PROBE,
    )
    .order_by(jobs.c.created_at, jobs.c.id)
)
