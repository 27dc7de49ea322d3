"""The share of the machine that other programs take while a benchmark runs."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path


class OthersShare:
    """Measures from its creation on; the work of child processes counts as own once they have ended."""

    def __init__(self) -> None:
        self._began, self._busy, self._own = time.perf_counter(), _busy_seconds(), _own_seconds()

    def share(self) -> float:
        """The others' share of all processors, 0 to 1; 0 where the system does not report it (not Linux)."""
        busy, own = _busy_seconds() - self._busy, _own_seconds() - self._own
        return max(0.0, busy - own) / ((time.perf_counter() - self._began) * (os.cpu_count() or 1))


def _busy_seconds() -> float:
    """CPU seconds since boot in which the machine worked, or was kept from working by its host (steal)."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    ticks = [int(word) for word in stat.read_text().splitlines()[0].split()[1:]]
    return (sum(ticks[:8]) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def _own_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
