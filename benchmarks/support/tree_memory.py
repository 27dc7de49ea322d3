"""Memory of a process and all below it, looked at a few times a second."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

_EVERY_SECONDS: Final = 0.5
_MB: Final = 1 << 20


@dataclass(slots=True)
class TreePeak:
    """Most megabytes at one time, and how many processes there were.

    Of the leader alone, of all with shared pages counted once (proportional set size), and of all with shared
    pages counted in each of them (resident set size).
    """

    leader: float = 0.0
    shared_once: float = 0.0
    resident: float = 0.0
    processes: int = 0


@contextmanager
def watched(pid: int) -> Iterator[TreePeak]:
    """Looks until the block is left."""
    peak, over = TreePeak(), threading.Event()

    def watch() -> None:
        while not over.wait(_EVERY_SECONDS):
            _look(pid, peak)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()


def _look(pid: int, peak: TreePeak) -> None:
    with suppress(psutil.NoSuchProcess):
        leader = psutil.Process(pid)
        everybody = [leader, *leader.children(recursive=True)]
        resident = [_resident(one) for one in everybody]
        peak.leader = max(peak.leader, resident[0])
        peak.resident = max(peak.resident, sum(resident))
        peak.shared_once = max(peak.shared_once, sum(_shared_once(one.pid) for one in everybody))
        peak.processes = max(peak.processes, len(everybody))


def _resident(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        return float(process.memory_info().rss) / _MB
    return 0.0


def _shared_once(pid: int) -> float:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0
