"""The job table that all workflows share: a row as a value, and the queries that every workflow needs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import jobs
from renderer.contract.vocabulary import Status, Workflow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection

OPEN: Final = (Status.QUEUED.value, Status.PROCESSING.value)


class Allowance(StrEnum):
    """How a job's units count against the account's allowance."""

    RESERVED = "reserved"
    USED = "used"
    RELEASED = "released"


class JobRole(StrEnum):
    """What a row of the job table stands for.

    A *project* is listed like a job but never queued for workers; its *operations* are queued but not listed.
    """

    JOB = "job"
    PROJECT = "project"
    OPERATION = "operation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One row of the job table."""

    id: UUID
    account_id: UUID
    workflow: str
    source: str
    order: dict[str, Any]
    inputs: dict[str, Any]
    status: str
    units: int
    allowance: str
    created_at: datetime
    updated_at: datetime
    settled_at: datetime | None
    expires_at: datetime
    percent: int
    stage: str
    detail: str
    facts: dict[str, Any]
    attempt: int
    tries: int
    stored: int
    advanced: bool
    worker: str | None
    sequence: int
    lease_expires_at: datetime | None
    cancel_requested: bool
    results: dict[str, Any]
    failure_code: str | None
    failure_sentence: str | None
    tidied_at: datetime | None
    role: str = JobRole.JOB.value
    project_id: UUID | None = None

    @property
    def is_open(self) -> bool:
        """Whether the job is queued or processing."""
        return self.status in OPEN

    def status_at(self, now: datetime) -> Status:
        """The public status: a completed job past its retention is expired, whether swept yet or not."""
        status = Status(self.status)
        return Status.EXPIRED if status is Status.COMPLETED and self.expires_at <= now else status


_NAMES: Final = tuple(field.name for field in fields(Job))
_INSERT: Final = jobs.insert()
COLUMNS: Final = tuple(jobs.c[name] for name in _NAMES)
_ONE: Final = sa.select(*COLUMNS).where(jobs.c.id == sa.bindparam("job_id"))
_LOCKED: Final = _ONE.with_for_update()
LAST_POSITION: Final = 1000
"""The greatest position that is reported; jobs farther back report it too. Counting stops there, so that a
lookup costs the same however long the queue is."""
_other: Final = jobs.alias("other")
_AHEAD: Final = (
    sa.select(sa.func.count())
    .select_from(
        sa.select(_other.c.id)
        .where(
            _other.c.status == Status.QUEUED.value,
            _other.c.workflow == jobs.c.workflow,
            _other.c.role != JobRole.PROJECT.value,
            sa.tuple_(_other.c.created_at, _other.c.id) < sa.tuple_(jobs.c.created_at, jobs.c.id),
        )
        # the order of the index; without it PostgreSQL may read the whole table instead
        .order_by(_other.c.created_at, _other.c.id)
        .limit(LAST_POSITION - 1)
        .correlate(jobs)
        .subquery()
    )
    .correlate(jobs)
    .scalar_subquery()
)
POSITION: Final = sa.case((jobs.c.status == Status.QUEUED.value, 1 + _AHEAD), else_=0).label("position")
"""Position in the queue of the workflow's jobs of all accounts: 1 is next, exact below `LAST_POSITION`; 0 for
jobs that are not queued."""


def _head(workflow: str) -> sa.Select[tuple[UUID, int]]:
    first = (
        sa.select(_other.c.id, _other.c.created_at)
        .where(
            _other.c.status == Status.QUEUED.value,
            _other.c.workflow == workflow,
            _other.c.role != JobRole.PROJECT.value,
        )
        .order_by(_other.c.created_at, _other.c.id)
        .limit(LAST_POSITION - 1)
        .subquery()
    )
    place = sa.func.row_number().over(order_by=(first.c.created_at, first.c.id))
    return sa.select(first.c.id, place.label("place"))


HEADS: Final = sa.union_all(*(_head(workflow.value) for workflow in Workflow)).cte("heads")
"""The same positions for many jobs, counted once: `id` and `place` of every queued job before
`LAST_POSITION`, per workflow."""
_POSITION: Final = sa.select(POSITION).where(jobs.c.id == sa.bindparam("job_id"))
_OWNED: Final = sa.select(*COLUMNS, POSITION).where(
    jobs.c.id == sa.bindparam("job_id"),
    jobs.c.account_id == sa.bindparam("account_id"),
    jobs.c.role != JobRole.OPERATION.value,
)


def from_row(row: Sequence[Any]) -> Job:
    """The job in a row selected with `COLUMNS`, which other columns may follow."""
    return Job(**dict(zip(_NAMES, row, strict=False)))


def find_owned(connection: Connection, *, job_id: UUID, account_id: UUID) -> tuple[Job, int] | None:
    """The account's own job or project and its position in the queue."""
    row = connection.execute(_OWNED, {"job_id": job_id, "account_id": account_id}).one_or_none()
    return (from_row(row), row.position) if row else None


def find(connection: Connection, job_id: UUID) -> Job | None:
    """The job, without a lock."""
    row = connection.execute(_ONE, {"job_id": job_id}).one_or_none()
    return from_row(row) if row else None


def lock(connection: Connection, job_id: UUID) -> Job | None:
    """The job, locked until the transaction ends."""
    row = connection.execute(_LOCKED, {"job_id": job_id}).one_or_none()
    return from_row(row) if row else None


def locked(connection: Connection, job_id: UUID) -> Job:
    """The job, which is known to exist, locked until the transaction ends."""
    return from_row(connection.execute(_LOCKED, {"job_id": job_id}).one())


def queue_position(connection: Connection, job_id: UUID) -> int:
    """The job's position in the queue."""
    return int(connection.execute(_POSITION, {"job_id": job_id}).scalar_one())


def insert(connection: Connection, job: Job) -> None:
    """Add the row."""
    connection.execute(_INSERT, {name: getattr(job, name) for name in _NAMES})


def update(connection: Connection, job_id: UUID, **changes: object) -> None:
    """Change the row."""
    connection.execute(jobs.update().where(jobs.c.id == job_id), changes)


def update_unchanged(connection: Connection, job: Job, **changes: object) -> bool:
    """Change the row if it still has the job's status and attempt; this single statement decides every race.

    Whether it did.
    """
    same = sa.and_(jobs.c.id == job.id, jobs.c.status == job.status, jobs.c.attempt == job.attempt)
    return bool(connection.execute(jobs.update().where(same), changes).rowcount)


def shorten_leases(connection: Connection, *, until: datetime) -> None:
    """Cap all leases at `until`."""
    connection.execute(jobs.update().where(jobs.c.lease_expires_at > until).values(lease_expires_at=until))
