"""Whether the database accepts writes: tested by writing, at most once a second.

A database that answers lookups may still be unable to store anything: its disk is full, or another process
holds its lock. A load balancer should know before callers do.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from api.db.tables import Instant
from api.deadline import within
from api.problems import service_unavailable
from renderer.clock import Clock, stopwatch

if TYPE_CHECKING:
    from api.db.database import Database

KEPT_SECONDS: Final = 1.0
_WAIT_SECONDS: Final = 2.0
FLOOR_BYTES: Final = 16 << 20
"""Size to which SQLite's write-ahead log grows before it is copied into the database."""
_log: Final = structlog.get_logger("api.readiness")


class WriteProbe:
    """Tests writing by rewriting one row; a verdict is kept for `KEPT_SECONDS`. Thread-safe."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._turn = Lock()
        self._judged = float("-inf")
        self._reason = ""

    def check(self) -> None:
        """Raise `service_unavailable` when nothing can be written."""
        with self._turn:
            if stopwatch() - self._judged >= KEPT_SECONDS:
                self._reason = self._judge()
                self._judged = stopwatch()
            reason = self._reason
        if reason:
            raise service_unavailable()

    def _judge(self) -> str:
        """The reason why nothing can be stored; empty if a row was written and the disk has room."""
        try:
            reason = "" if self._has_room() else "disk_full"
            with within(_WAIT_SECONDS), self._database.write() as connection:
                connection.execute(_WRITE, {"now": self._clock.now()})
        except (SQLAlchemyError, OSError) as error:
            reason = type(error).__name__
        if reason:
            _log.error("database_unwritable", reason=reason)
        return reason

    def _has_room(self) -> bool:
        """Whether the disk has room for more than the probe's row, which may fit into SQLite's reused log."""
        path = sa.make_url(self._database.url).database
        if not self._database.is_sqlite or not path:
            return True
        return shutil.disk_usage(Path(path).parent).free >= FLOOR_BYTES


_WRITE: Final = sa.text(
    """
    INSERT INTO chores (name, held_until) VALUES ('readiness', :now)
    ON CONFLICT (name) DO UPDATE SET held_until = excluded.held_until
    """
).bindparams(sa.bindparam("now", type_=Instant))
