"""Outbox rows: messages to publish until a worker claims the attempt they are about."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.db.tables import outbox

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


_POST: Final = outbox.insert()


def post(
    connection: Connection, *, job_id: UUID, attempt: int, now: datetime, after: timedelta = timedelta()
) -> None:
    """Have this attempt published: at once, or after a pause."""
    connection.execute(_POST, {"job_id": job_id, "attempt": attempt, "due_at": now + after, "rings": 0})


def settle(connection: Connection, *, job_id: UUID) -> None:
    """Delete the job's rows, since none needs publishing any more."""
    connection.execute(outbox.delete().where(outbox.c.job_id == job_id))


def make_all_due(connection: Connection, *, now: datetime) -> None:
    """Make every message due that was published but not claimed, because the worker that had it is gone.

    A message that was never published is in the pause between two attempts and keeps its due time.
    """
    rung = outbox.update().where(outbox.c.due_at > now, outbox.c.rings > 0)
    connection.execute(rung, {"due_at": now, "rings": 0})


def bring_forward(connection: Connection, *, now: datetime, horizon: timedelta) -> None:
    """Cap due times at the longest possible wait; a later one was written before the clock was set back."""
    connection.execute(outbox.update().where(outbox.c.due_at > now + horizon), {"due_at": now + horizon})
