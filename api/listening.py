"""How long this process has been able to hear workers, and whether that suffices to judge their silence.

A worker cannot report while the service is down or its database is unavailable; its lease then expires
through no fault of its own. A process that starts to listen again therefore waits for the length of one lease
before it treats any worker as silent.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from renderer.clock import Clock


class Listening:
    """Measures how long reports have been able to arrive; starts when created, restarts in `begin_again`."""

    def __init__(self, clock: Clock, *, grace: timedelta) -> None:
        self._clock = clock
        self._grace = grace.total_seconds()
        self._since = clock.monotonic()

    def begin_again(self) -> None:
        """Restart the measurement, because reports could not arrive until now."""
        self._since = self._clock.monotonic()

    def long_enough(self) -> bool:
        """Whether every living worker must have reported by now."""
        return self._clock.monotonic() - self._since >= self._grace
