"""The only source of time and of waiting; tests pass a fake one."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds of a monotonic clock, seconds since the epoch, and sleep."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    def epoch(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()

    def epoch(self) -> float:
        """Seconds of `time.time`."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Block the calling thread."""
        time.sleep(seconds)


class FakeClock:
    """A clock that moves only when told to or slept on."""

    def __init__(self, start: float = 0.0) -> None:
        self.now = start

    def monotonic(self) -> float:
        """The fake moment."""
        return self.now

    def epoch(self) -> float:
        """The fake moment."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Advance without waiting."""
        self.now += seconds
