"""Segment processes by pipes: children of this process, each with an encoder of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from renderer.runtime.segment_processes import SegmentCrew
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.job.segment_crew import ChildProcess, PipedCrew, SegmentFeeder

CHILD: Final = (sys.executable, "-m", "renderer.worker.job.segment_child")
WORTH_PIXELS: Final = 60 * 1080 * 1920
"""Starting a process takes about as long as rendering this much."""


Forked: TypeAlias = Callable[[Path], ChildProcess | None]
"""Makes a child for a workspace, or says that none is to be had."""


def not_forked(workspace: Path) -> None:
    """For processes with threads: their children are programs of their own."""


@dataclass(frozen=True, slots=True)
class PipedSegmentProcesses:
    """Up to `beside` children, one encoder thread each; 0 means none.

    One that would have fewer than `worth_pixels` to draw is not started. Those of one run: children that
    render ahead belong to the crew that comes after. Where this process is one that can be forked until it
    begins to draw, `forked` makes the children that render ahead.
    """

    beside: int
    command: tuple[str, ...] = CHILD
    worth_pixels: int = WORTH_PIXELS
    forked: Forked = not_forked
    _ahead: list[SegmentFeeder] = field(default_factory=list, init=False, compare=False, repr=False)

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """Start those that are not there yet; they end with the block, whatever they are doing."""
        feeder = self._ahead.pop() if self._ahead else SegmentFeeder(self._crew())
        crew = feeder.taken_over(plan)
        try:
            crew.grow(min(self.beside, segments - 1, self._worth(pixels)), self._line(workspace))
            yield crew
        finally:
            crew.end()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Give them to children that are started with the first of them."""
        count = min(self.beside, self._worth(pixels))
        if count < 1 or not segments:
            return
        if not self._ahead:
            crew = self._crew()
            for child in filter(None, (self.forked(workspace.root) for _ in range(count))):
                crew.adopt(child)
            crew.grow(count, self._line(workspace))
            self._ahead.append(SegmentFeeder(crew))
        self._ahead[0].add(plan, segments)

    def end(self) -> None:
        """End the children that render ahead."""
        while self._ahead:
            self._ahead.pop().taken_over("").end()

    def _crew(self) -> PipedCrew:
        return PipedCrew(processors=self.beside + 1)

    def _worth(self, pixels: int) -> int:
        return pixels // self.worth_pixels - 1

    def _line(self, workspace: Workspace) -> tuple[str, ...]:
        return (*self.command, str(os.getpid()), str(workspace.root))
