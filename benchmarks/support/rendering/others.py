"""What other programs take of the machine while a benchmark runs."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path


class OthersShare:
    """From now on; of the work of this process, only that of children that have ended counts as its own."""

    def __init__(self) -> None:
        self._began, self._busy, self._own = time.perf_counter(), _busy_seconds(), _own_seconds()

    def share(self) -> float:
        """Of all processors, 0 to 1; 0 where the system does not tell (not Linux)."""
        busy, own = _busy_seconds() - self._busy, _own_seconds() - self._own
        return max(0.0, busy - own) / ((time.perf_counter() - self._began) * (os.cpu_count() or 1))


def _busy_seconds() -> float:
    """CPU seconds that the whole machine has worked since boot, and been kept from working by others."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    ticks = [int(word) for word in stat.read_text().splitlines()[0].split()[1:]]
    return (sum(ticks[:8]) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def _own_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
