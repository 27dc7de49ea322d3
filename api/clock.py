"""The clock as a value: everything that asks for the time is given one of these."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC, to the microsecond."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant in UTC."""
        return datetime.now(UTC)


def stopwatch() -> float:
    """Seconds of a clock that never goes back, for measuring how long something took."""
    return time.perf_counter()
