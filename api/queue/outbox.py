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
    """Ask for this attempt to be rung: at once, or not before the pause is over."""
    connection.execute(_POST, {"job_id": job_id, "attempt": attempt, "due_at": now + after, "rings": 0})


def settle(connection: Connection, *, job_id: UUID) -> None:
    """Delete the job's rows: nothing of it needs publishing any more."""
    connection.execute(outbox.delete().where(outbox.c.job_id == job_id))


def make_all_due(connection: Connection, *, now: datetime) -> None:
    """Make every message due that was rung and not claimed, because whoever held them is gone.

    A message that was never rung waits between two attempts, and goes on waiting.
    """
    rung = outbox.update().where(outbox.c.due_at > now, outbox.c.rings > 0)
    connection.execute(rung, {"due_at": now, "rings": 0})


def bring_forward(connection: Connection, *, now: datetime, horizon: timedelta) -> None:
    """Nothing is due later than the longest wait there is, unless the clock was set back since."""
    connection.execute(outbox.update().where(outbox.c.due_at > now + horizon), {"due_at": now + horizon})
