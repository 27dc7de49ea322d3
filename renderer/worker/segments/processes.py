"""Segment processes driven over pipes: children of this process, each with its own encoder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from renderer.late_log import LateLog
from renderer.runtime.segment_processes import NobodyBeside, SegmentCrew
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.segments.children import ChildProcess
from renderer.worker.segments.crew import PipedCrew
from renderer.worker.segments.feeder import SegmentFeeder

CHILD: Final = (sys.executable, "-m", "renderer.worker.segments.segment_child")
WORTH_PIXELS: Final = 60 * 1080 * 1920
"""Pixels that can be rendered in about the time it takes to start a process."""
_LOG: Final = LateLog(__name__)

Forked: TypeAlias = Callable[[Path], ChildProcess | None]
"""Forks a child for a workspace; None where it cannot."""


def not_forked(workspace: Path) -> None:
    """Return None: a process with threads starts its children as separate programs instead."""


@dataclass(frozen=True, slots=True)
class PipedSegmentProcesses:
    """Up to `beside` children with one encoder thread each; 0 means none.

    A child that would have fewer than `worth_pixels` to draw is not started. An instance serves one run:
    children that render ahead become part of the next crew. Where this process can be forked until it starts
    drawing, `forked` makes the children that render ahead.
    """

    beside: int
    command: tuple[str, ...] = CHILD
    worth_pixels: int = WORTH_PIXELS
    forked: Forked = not_forked
    _ahead: list[SegmentFeeder] = field(default_factory=list, init=False, compare=False, repr=False)

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """Start the children still missing; all of them end with the block, whatever they are doing."""
        feeder = self._ahead.pop() if self._ahead else self._feeder()
        if feeder is None:
            yield NobodyBeside()
            return
        crew = feeder.taken_over(plan)
        try:
            crew.grow(min(self.beside, segments - 1, self._worth(pixels)), self._line(workspace))
            yield crew
        finally:
            crew.end()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Have segments rendered ahead, by children that are started on the first call."""
        count = min(self.beside, self._worth(pixels))
        if count < 1 or not segments:
            return
        if not self._ahead and (feeder := self._feeder()):
            for child in filter(None, (self.forked(workspace.root) for _ in range(count))):
                feeder.crew.adopt(child)
            feeder.crew.grow(count, self._line(workspace))
            self._ahead.append(feeder)
        for feeder in self._ahead:
            feeder.add(plan, segments)

    def end(self) -> None:
        """End the children that render ahead."""
        while self._ahead:
            self._ahead.pop().taken_over("").end()

    def _feeder(self) -> SegmentFeeder | None:
        """A crew and what feeds it; None if the system refuses: rendering then goes on without children."""
        try:
            return SegmentFeeder(PipedCrew(processors=self.beside + 1))
        except OSError as error:
            _LOG.warning("segment_processes_not_started", error=type(error).__name__)
            return None

    def _worth(self, pixels: int) -> int:
        return pixels // self.worth_pixels - 1

    def _line(self, workspace: Workspace) -> tuple[str, ...]:
        return (*self.command, str(os.getpid()), str(workspace.root))
