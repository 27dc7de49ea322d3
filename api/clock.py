"""The clock as a value: everything that asks for the time is given one of these."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class WallClock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC, to the microsecond."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never goes back, however the clock is set."""
        ...


class SystemWallClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()


def stopwatch() -> float:
    """Seconds of a clock that never goes back, for measuring how long something took."""
    return time.perf_counter()
