"""Since when this process has been able to hear workers, and whether for long enough to judge their silence.

A worker cannot report while the service is down or its database away. Its lease then runs out without its
fault, so whoever begins to listen again waits a whole lease before calling anybody silent.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from renderer.clock import Clock


class Listening:
    """Begins when it is made, and anew whenever it is told that reports could not come through."""

    def __init__(self, clock: Clock, *, grace: timedelta) -> None:
        self._clock = clock
        self._grace = grace.total_seconds()
        self._since = clock.monotonic()

    def begin_again(self) -> None:
        """Reports could not come through until now."""
        self._since = self._clock.monotonic()

    def long_enough(self) -> bool:
        """Whether every living worker must have been heard by now."""
        return self._clock.monotonic() - self._since >= self._grace
