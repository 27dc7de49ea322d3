"""The port for segment processes: processes of this machine that render segments beside the leading one.

The leader hands out segments and polls for what became of them; it never waits for more than a moment. What a
process has made is in the store by the time it is reported, and a segment that could not be made is returned,
for the leader to render itself.

Stages before rendering may have segments begun ahead, as soon as a plan says what is in them. Nothing depends
on that: finished segments are found by their keys, and those that turn out not to be needed are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from msgspec import Struct, field

from renderer.runtime.workspace_folders import Workspace


class SegmentNews(Struct, frozen=True):
    """What became of segments since the last call.

    `made` has the digest of each finished segment, `refused` has those that are returned; `encoded` counts
    the frames done of those under way.
    """

    made: Mapping[range, str] = field(default_factory=dict)
    refused: tuple[range, ...] = ()
    encoded: int = 0


class SegmentCrew(Protocol):
    """Processes at work for one plan; leaving the context manager that yielded the crew ends them."""

    @property
    def working(self) -> int:
        """Number of living processes, busy or idle."""
        ...

    @property
    def processors(self) -> int:
        """Number of this machine's processors for the crew and its leader."""
        ...

    @property
    def idle(self) -> int:
        """Number of segments that can be given out now, to processes that have none or are nearly done."""
        ...

    @property
    def underway(self) -> frozenset[str]:
        """Keys of the segments that were begun ahead and are not done yet."""
        ...

    @property
    def ended(self) -> frozenset[int]:
        """For each idle process, the frame after the last one that it rendered for this plan."""
        ...

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """Give these frames to an idle process, if possible to the one that has ended there. Never raises.

        With `ahead` they are drawn ahead of being encoded, for when a processor is left for that.
        """
        ...

    def draw_ahead(self) -> None:
        """Have all busy processes draw frames ahead, since a processor has become free. Never raises."""
        ...

    def release(self) -> None:
        """End the processes that have nothing to do, since nothing is left for them. Never raises."""
        ...

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """What has happened, as soon as something does, or after `wait` seconds. Never raises."""
        ...


class SegmentProcesses(Protocol):
    """Starts crews."""

    def crew(
        self, plan: str, workspace: Workspace, *, segments: int, pixels: int
    ) -> AbstractContextManager[SegmentCrew]:
        """Processes for the plan with this digest, in the workspace where it is kept.

        They are as many as can help with this number of segments, of `pixels` in all their frames. Processes
        that render ahead are among them; of what was to be done ahead, they finish only what they have begun.
        """
        ...

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Have these segments of a plan rendered ahead, in order, after those requested before.

        `segments` has the key of each; `pixels` counts those of all frames of the whole video. Never raises.
        """
        ...

    def end(self) -> None:
        """End the processes that render ahead; may be called repeatedly."""
        ...


class NobodyBeside:
    """A crew without processes."""

    working = 0
    processors = 1
    idle = 0
    underway: frozenset[str] = frozenset()
    ended: frozenset[int] = frozenset()

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """Never called, since no process is idle."""

    def draw_ahead(self) -> None:
        """Do nothing."""

    def release(self) -> None:
        """Do nothing."""

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """No news."""
        del wait
        return SegmentNews()


class NoSegmentProcesses:
    """The leader renders alone."""

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """An empty crew."""
        del plan, workspace, segments, pixels
        yield NobodyBeside()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Do nothing."""
