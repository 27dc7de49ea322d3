"""Memory of a process and its descendants, sampled twice a second.

Proportional set size costs the kernel some 5 ms of processor time per process. It is read only when the same
set of processes has reached a new maximum of resident memory, and at every twentieth look.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

_EVERY_SECONDS: Final = 0.5
_CLOSELY_EVERY: Final = 20
"""Number of looks between unconditional readings of proportional set size."""
_MB: Final = 1 << 20
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class TreePeak:
    """Peak memory in MB, and the highest number of processes.

    `leader` is the first process alone; `shared_once` is all processes with shared pages counted once
    (proportional set size); `resident` is all with shared pages counted in each of them (resident set size).
    """

    leader: float = 0.0
    shared_once: float = 0.0
    resident: float = 0.0
    processes: int = 0


@contextmanager
def watched(pid: int) -> Iterator[TreePeak]:
    """Sample the memory of a process tree until the block is left."""
    peak, over = TreePeak(), threading.Event()

    def watch() -> None:
        most: dict[frozenset[int], float] = {}
        for look in count():
            if over.wait(_EVERY_SECONDS):
                return
            _look(pid, peak, most, closely=look % _CLOSELY_EVERY == 0)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()


def _look(pid: int, peak: TreePeak, most: dict[frozenset[int], float], *, closely: bool) -> None:
    everybody = _family(pid)
    resident = [_resident(one) for one in everybody]
    peak.leader = max(peak.leader, resident[0])
    peak.resident = max(peak.resident, sum(resident))
    peak.processes = max(peak.processes, len(everybody))
    who = frozenset(everybody)
    if closely or sum(resident) > most.get(who, 0.0):
        peak.shared_once = max(peak.shared_once, sum(map(_shared_once, who)))
    most[who] = max(most.get(who, 0.0), sum(resident))


def _family(pid: int) -> list[int]:
    """The process and its descendants, listed one by one: 40 times as fast as scanning all processes."""
    family = [pid]
    for member in family:  # grows during the loop
        with suppress(OSError):
            for thread in os.scandir(f"/proc/{member}/task"):
                family += map(int, Path(thread.path, "children").read_text("ascii").split())
    return family


def _resident(pid: int) -> float:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE / _MB
    return 0.0


def _shared_once(pid: int) -> float:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0
