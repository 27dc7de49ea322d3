"""The process tree of a command, and its peak memory."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import psutil

LISTED_EVERY: Final = 4
"""Looks between listings of the processes, which take two milliseconds."""
PSS_EVERY: Final = 16
"""Looks between measurements of proportional set size, which costs the kernel some work."""


def processes_of(root: int) -> list[psutil.Process]:
    """A process followed by all its descendants; empty if it has ended."""
    with suppress(psutil.Error):
        process = psutil.Process(root)
        return [process, *process.children(recursive=True)]
    return []


class Peaks:
    """The peak memory of a process tree in bytes, over all looks at it.

    `rss` counts a page in each process that maps it; `pss` divides it among them.
    """

    def __init__(self, root: int) -> None:
        self._root, self._looks = root, 0
        self._tree: list[psutil.Process] = []
        self.rss = self.pss = 0

    def look(self) -> None:
        """Measure the tree's memory now."""
        if not self._looks % LISTED_EVERY:
            self._tree = processes_of(self._root)
        self.rss = max(self.rss, sum(_bytes(each, fairly=False) for each in self._tree))
        if not self._looks % PSS_EVERY:
            self.pss = max(self.pss, sum(_bytes(each, fairly=True) for each in self._tree))
        self._looks += 1


def _bytes(process: psutil.Process, *, fairly: bool) -> int:
    with suppress(psutil.Error):
        return int(process.memory_full_info().pss if fairly else process.memory_info().rss)
    return 0
