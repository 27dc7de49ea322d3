"""Interval locks: periodic work is done by one process at a time, the one that moves the row's date."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import text

from api.db.tables import to_micros

if TYPE_CHECKING:
    from api.db.database import Database
    from renderer.clock import Clock


def try_interval_lock(database: Database, *, name: str, clock: Clock, every: timedelta) -> bool:
    """Whether this process should do the work now; true at most once per `every`, across all processes.

    A turn that ends more than two turns from now was taken before the clock was set back, and counts as over.
    """
    now = clock.now()
    until, too_late = now + every, now + 2 * every
    turn = {
        "name": name,
        "now": to_micros(now),
        "until": to_micros(until),
        "too_late": to_micros(too_late),
    }
    with database.autocommit() as connection:
        return connection.execute(_TURN, turn).one_or_none() is not None


_TURN = text(
    """
    INSERT INTO chores (name, held_until) VALUES (:name, :until)
    ON CONFLICT (name) DO UPDATE SET held_until = excluded.held_until
        WHERE chores.held_until <= :now OR chores.held_until > :too_late
    RETURNING name
    """
)
