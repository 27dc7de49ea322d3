"""The request to stop, with a grace period, shared between a worker's main process and its children.

It lives in a shared memory page made before any child is forked. The main process writes the time at which
jobs under way must be handed back; children read it while they work.
"""

from __future__ import annotations

import mmap
import struct
from typing import Final

from renderer.clock import Clock, SystemClock

_MOMENT: Final = struct.Struct("d")


class Drain:
    """Either not requested, or requested with a time after which running stages end."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._page = mmap.mmap(-1, mmap.PAGESIZE)

    def ask(self, *, grace_seconds: float) -> None:
        """Request the stop; jobs may work on for the grace period. Only the first request counts."""
        if not self.asked():
            _MOMENT.pack_into(self._page, 0, self._clock.monotonic() + max(grace_seconds, 1e-6))

    def asked(self) -> bool:
        """Whether this worker has been asked to stop."""
        return self._moment() > 0

    def due(self) -> bool:
        """Whether the grace period is over."""
        return 0 < self._moment() <= self._clock.monotonic()

    def _moment(self) -> float:
        return float(_MOMENT.unpack_from(self._page, 0)[0])
