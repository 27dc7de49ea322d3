"""Outbox rows: a message that must be rung until a worker claims the attempt it is about."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.tables import outbox

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


_POST: Final = outbox.insert()


def post(connection: Connection, *, job_id: UUID, attempt: int, now: datetime) -> None:
    """Ask for this attempt to be rung at once."""
    connection.execute(_POST, {"job_id": job_id, "attempt": attempt, "due_at": now, "rings": 0})


def settle(connection: Connection, *, job_id: UUID) -> None:
    """Nothing about this job needs ringing any more."""
    connection.execute(outbox.delete().where(outbox.c.job_id == job_id))


def ring_all_again(connection: Connection, *, now: datetime) -> None:
    """Make every message due that nobody claimed, because whoever held them is gone."""
    connection.execute(outbox.update().where(outbox.c.due_at > now), {"due_at": now, "rings": 0})
