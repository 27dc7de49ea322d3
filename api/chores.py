"""Chores that any process may do, one process at a time: whoever moves the row's date does the work."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import text

from api.tables import to_micros

if TYPE_CHECKING:
    from api.clock import Clock
    from api.database import Database


def take_turn(database: Database, *, name: str, clock: Clock, every: timedelta) -> bool:
    """Whether this process shall do the chore now; true at most once in `every`, over all processes."""
    now = clock.now()
    turn = {"name": name, "now": to_micros(now), "until": to_micros(now + every)}
    with database.tick() as connection:
        return connection.execute(_TURN, turn).one_or_none() is not None


_TURN = text(
    """
    INSERT INTO chores (name, held_until) VALUES (:name, :until)
    ON CONFLICT (name) DO UPDATE SET held_until = excluded.held_until WHERE chores.held_until <= :now
    RETURNING name
    """
)
