"""The wish to stop, shared between a worker's main process and its children, with a grace period.

One shared page, made before any child is forked. The main process writes when jobs under way shall be handed
back; children look while they work.
"""

from __future__ import annotations

import mmap
import struct
from typing import Final

from renderer.clock import Clock, SystemClock

_MOMENT: Final = struct.Struct("d")


class Drain:
    """Not asked for, or asked for with a moment after which running stages end."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._page = mmap.mmap(-1, mmap.PAGESIZE)

    def ask(self, *, grace_seconds: float) -> None:
        """Let jobs work on for the grace period; the first request counts."""
        if not self.asked():
            _MOMENT.pack_into(self._page, 0, self._clock.monotonic() + max(grace_seconds, 1e-6))

    def asked(self) -> bool:
        """Whether this worker shall stop."""
        return self._moment() > 0

    def due(self) -> bool:
        """Whether the grace period is over."""
        return 0 < self._moment() <= self._clock.monotonic()

    def _moment(self) -> float:
        return float(_MOMENT.unpack_from(self._page, 0)[0])
