"""Stages that run apart: in a process of their own, whose end frees their libraries and their memory.

The stages before rendering write, speak and direct with models and lexicons that drawing frames does not
need. The port keeps such stages out of the leading process; the messages they send to it are defined here.
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
    """Segments to be rendered ahead, by children of the leading process."""

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
    """Hand a message from stages apart to its handler in this process."""
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
        """Do `work` in another process; `hear` receives each message that it tells here, in order.

        Returns when that process has ended, also if it died for an unknown reason: what it has not told is
        then still to be done.

        Raises:
            ClipwrightError: what the work raised.
        """
        ...


class NothingApart:
    """All stages run in the process that leads."""

    def run(self, work: Callable[[Tell], None], hear: Tell) -> None:
        """Do nothing, so that all stages are still to be done here."""


class TellingObserver(Struct, frozen=True):
    """Tells every event that it sees."""

    tell: Tell

    def see(self, event: RunEvent) -> None:
        """Tell the event."""
        self.tell(event)


class TellingSegments(Struct, frozen=True):
    """Leaves rendering ahead to the leading process, whose children outlive the stages apart."""

    tell: Tell

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """An empty crew: stages that render do not run apart."""
        del plan, workspace, segments, pixels
        yield NobodyBeside()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Tell the leading process what to begin."""
        del workspace
        self.tell(BegunAhead(plan, segments, pixels))

    def end(self) -> None:
        """Do nothing: the processes end with the run."""
