"""The port for segment processes: processes of this machine that render segments beside the one that leads.

Who leads hands out segments and asks now and then what became of them; it never waits for more than a
moment. What a process has made lies in the store when it is told, and a segment that could not be made comes
back, for the leader to render by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from renderer.runtime.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SegmentNews:
    """What became of segments since the last question.

    `made` has the digest of each finished one, `refused` those that come back; `encoded` counts the frames
    done of those under way.
    """

    made: Mapping[range, str] = field(default_factory=dict)
    refused: tuple[range, ...] = ()
    encoded: int = 0


class SegmentCrew(Protocol):
    """Processes at work for one plan; leaving the context that gave it ends them."""

    @property
    def idle(self) -> int:
        """How many more segments can be taken now."""
        ...

    def give(self, frames: range) -> None:
        """Have these frames rendered by a process that is idle. Never raises."""
        ...

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """What happened, as soon as something has, or after `wait` seconds. Never raises."""
        ...


class SegmentProcesses(Protocol):
    """Starts crews."""

    def crew(
        self, plan: str, workspace: Workspace, *, segments: int, pixels: int
    ) -> AbstractContextManager[SegmentCrew]:
        """Processes for the plan with this digest, in the workspace where it is kept.

        As many as help with so many segments, of so many pixels in all their frames.
        """
        ...


class NobodyBeside:
    """A crew of none."""

    idle = 0

    def give(self, frames: range) -> None:
        """Never called while nobody is idle."""

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """Nothing."""
        del wait
        return SegmentNews()


class NoSegmentProcesses:
    """The leader renders alone."""

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """Nobody."""
        del plan, workspace, segments, pixels
        yield NobodyBeside()
