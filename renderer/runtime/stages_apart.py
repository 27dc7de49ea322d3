"""Stages that run apart: in a process of their own, which takes their libraries and their memory with it.

What comes before rendering writes, speaks and directs with models and lexicons that nobody needs while frames
are drawn. The port says how such stages leave the process that leads; here is what is told on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TypeAlias

from msgspec import Struct

from renderer.runtime.progress import Observer, RunEvent, StageDone, StageReport
from renderer.runtime.segment_processes import NobodyBeside, SegmentCrew
from renderer.runtime.workspace_folders import Workspace


class BegunAhead(Struct, frozen=True):
    """Segments to be rendered ahead, by processes of the one that leads."""

    plan: str
    segments: Mapping[range, str]
    pixels: int


Told: TypeAlias = RunEvent | BegunAhead
Tell: TypeAlias = Callable[[Told], None]


def pass_on(
    told: Told,
    observer: Observer,
    *,
    done: Callable[[StageReport], None],
    begin: Callable[[BegunAhead], None],
) -> None:
    """What was told, to whom it concerns here."""
    match told:
        case StageDone(report):
            done(report)
        case BegunAhead():
            begin(told)
        case _:
            observer.see(told)


class StagesApart(Protocol):
    """Runs work in another process."""

    def run(self, work: Callable[[Tell], None], hear: Tell) -> None:
        """Have `work` done there; each thing that it tells is heard here, in order.

        Returns when it is over, also where it did not come to its end for a reason that nobody knows: what
        was not told is then still to be done.

        Raises:
            ClipwrightError: what the work raised.
        """
        ...


class NothingApart:
    """All stages run in the process that leads."""

    def run(self, work: Callable[[Tell], None], hear: Tell) -> None:
        """Nothing."""


class TellingObserver(Struct, frozen=True):
    """Tells what it sees."""

    tell: Tell

    def see(self, event: RunEvent) -> None:
        """Tell it."""
        self.tell(event)


class TellingSegments(Struct, frozen=True):
    """Leaves what is rendered ahead to the process that leads: its children outlive the stages apart."""

    tell: Tell

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """Nobody: stages that render do not run apart."""
        del plan, workspace, segments, pixels
        yield NobodyBeside()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Tell it."""
        del workspace
        self.tell(BegunAhead(plan, segments, pixels))

    def end(self) -> None:
        """Nothing: they end with the run."""
