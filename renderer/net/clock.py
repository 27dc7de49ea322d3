"""The clock of calls to providers. The runtime's clocks fit; tests pass one that does not wait."""

from __future__ import annotations

from typing import Protocol


class MonotonicClock(Protocol):
    """Seconds of a monotonic clock, and sleep."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...
