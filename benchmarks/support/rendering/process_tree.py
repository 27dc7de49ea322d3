"""A command run to its end, and the most memory that it and all its descendants held at one moment."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import psutil

EVERY_SECONDS: Final = 0.1
PSS_EVERY: Final = 5
"""Every so many samples shared pages are counted fairly too, which costs the kernel some work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a command said, its wall seconds, and its tree's peak memory in MiB.

    `rss` counts a page in each process that maps it, `pss` divided among them.
    """

    said: str
    wall: float
    rss: float
    pss: float


def run_measured(command: Sequence[str]) -> Ran:
    """Run it; raises `CalledProcessError` where it fails."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        peaks = _Peaks(process.pid)
        peaks.start()
        said, _ = process.communicate()
        wall = time.perf_counter() - began
        peaks.done.set()
        peaks.join()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, said)
    return Ran(said=said, wall=wall, rss=peaks.rss / 2**20, pss=peaks.pss / 2**20)


class _Peaks(threading.Thread):
    """Samples a tree until it is `done`."""

    def __init__(self, root: int) -> None:
        super().__init__(name="memory", daemon=True)
        self._root = root
        self.done = threading.Event()
        self.rss = self.pss = 0

    def run(self) -> None:
        """Look again and again."""
        sample = 0
        while not self.done.wait(EVERY_SECONDS):
            tree = self._tree()
            self.rss = max(self.rss, sum(_bytes(each, fairly=False) for each in tree))
            if not sample % PSS_EVERY:
                self.pss = max(self.pss, sum(_bytes(each, fairly=True) for each in tree))
            sample += 1

    def _tree(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            root = psutil.Process(self._root)
            return [root, *root.children(recursive=True)]
        return []


def _bytes(process: psutil.Process, *, fairly: bool) -> int:
    with suppress(psutil.Error):
        return int(process.memory_full_info().pss if fairly else process.memory_info().rss)
    return 0
