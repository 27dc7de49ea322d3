"""Rate limits per account, kept in the database: they survive a restart and are shared by all processes.

A window opens with its first request. One statement counts, so with a limit of L exactly L requests of a
window are let through, however many processes count at once. A window that starts in the future was opened
before the clock was set back: its start is moved to now, with its count, so it is over one width later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import Instant, to_micros
from api.problems import ApiProblem

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

_MICROS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RateState:
    """State of a window after this request; `reset` is the seconds until the window ends, at least 1."""

    limit: int
    requests: int
    reset: int

    @property
    def remaining(self) -> int:
        """Requests left in the window."""
        return max(0, self.limit - self.requests)

    def headers(self) -> dict[str, str]:
        """The three rate limit headers of every authenticated response."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }

    def check(self) -> None:
        """Raise `rate_limited` for a request beyond the limit."""
        if self.requests > self.limit:
            raise ApiProblem("rate_limited", retry_after=str(self.reset))


def count_request(
    connection: Connection, *, account_id: UUID, now: datetime, limit: int, window_seconds: int
) -> RateState:
    """Count one request of the account and return the state of its window."""
    width = window_seconds * _MICROS
    moment = to_micros(now)
    row = connection.execute(_COUNT, {"account_id": account_id, "now": moment, "width": width}).one()
    left = to_micros(row.started_at) + width - moment
    reset = min(max(1, -(-left // _MICROS)), window_seconds)
    return RateState(limit=limit, requests=row.requests, reset=reset)


_COUNT: Final = (
    sa.text(
        """
        INSERT INTO rate_windows (account_id, started_at, requests) VALUES (:account_id, :now, 1)
        ON CONFLICT (account_id) DO UPDATE SET
            requests = CASE WHEN rate_windows.started_at + :width > excluded.started_at
                            THEN rate_windows.requests + 1 ELSE 1 END,
            started_at = CASE WHEN rate_windows.started_at + :width > excluded.started_at
                               AND rate_windows.started_at <= excluded.started_at
                              THEN rate_windows.started_at ELSE excluded.started_at END
        RETURNING requests, started_at
        """
    )
    .bindparams(
        sa.bindparam("account_id", type_=sa.Uuid),
        sa.bindparam("now", type_=sa.BigInteger),
        sa.bindparam("width", type_=sa.BigInteger),
    )
    .columns(requests=sa.Integer, started_at=Instant)
)
