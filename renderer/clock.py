"""The only source of time and of waiting, in every process; tests pass a fake one."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Clock(Protocol):
    """Seconds of a monotonic clock, the time of day, and sleep."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never decreases, even when the time of day is set back."""
        ...

    def epoch(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        ...

    def now(self) -> datetime:
        """The current time as an aware `datetime` in UTC, to the microsecond."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait for `seconds`."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()

    def epoch(self) -> float:
        """Seconds of `time.time`."""
        return time.time()

    def now(self) -> datetime:
        """The current time in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Block the calling thread."""
        time.sleep(seconds)


class FakeClock:
    """A clock that moves only by `sleep` and `advance`: `elapsed` seconds, `instant` as the time of day."""

    def __init__(self, start: float = 0.0, *, instant: datetime = _START) -> None:
        self.elapsed = start
        self.instant = instant + timedelta(seconds=start)

    def monotonic(self) -> float:
        """The fake seconds elapsed."""
        return self.elapsed

    def epoch(self) -> float:
        """Seconds of the fake instant."""
        return self.instant.timestamp()

    def now(self) -> datetime:
        """The fake instant."""
        return self.instant

    def sleep(self, seconds: float) -> None:
        """Advance without waiting."""
        self.elapsed += seconds
        self.instant += timedelta(seconds=seconds)

    def advance(self, **by: float) -> None:
        """Advance by a `timedelta`, given as its keywords; a negative one sets back only the time of day."""
        self.instant += timedelta(**by)
        self.elapsed += max(0.0, timedelta(**by).total_seconds())


def stopwatch() -> float:
    """Seconds of a clock that never decreases, for measuring how long something took."""
    return time.perf_counter()
