"""The port for segment processes: processes of this machine that render segments beside the one that leads.

Who leads hands out segments and asks now and then what became of them; it never waits for more than a
moment. What a process has made lies in the store when it is told, and a segment that could not be made comes
back, for the leader to render by itself.

Stages before rendering may have segments begun ahead, as soon as a plan says what is in them. Nothing rests
on it: what is done then is found by its key, and what nobody asks for in the end is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from msgspec import Struct, field

from renderer.runtime.workspace_folders import Workspace


class SegmentNews(Struct, frozen=True):
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
    def working(self) -> int:
        """How many there are, at work or idle."""
        ...

    @property
    def processors(self) -> int:
        """Processors of this machine that are for them and who leads them."""
        ...

    @property
    def idle(self) -> int:
        """How many more segments can be taken now."""
        ...

    @property
    def underway(self) -> frozenset[str]:
        """Keys of segments that were begun ahead and are not done yet."""
        ...

    @property
    def ended(self) -> frozenset[int]:
        """The frames behind what idle processes have rendered last for this plan."""
        ...

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """Have these frames rendered by an idle process, the one that has ended there. Never raises.

        They are drawn `ahead` of being encoded where a processor is left for it.
        """
        ...

    def draw_ahead(self) -> None:
        """Have all draw frames ahead that are at work: a processor has become free. Never raises."""
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

        As many as help with so many segments, of so many pixels in all their frames. Those that render ahead
        are among them; of what they had still to do they finish what they have begun.
        """
        ...

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Have these frames of a plan rendered ahead, in order, behind those that were asked for before.

        `segments` has the key of each, `pixels` are those of all frames of the whole video. Never raises.
        """
        ...

    def end(self) -> None:
        """End what renders ahead; as often as one likes."""
        ...


class NobodyBeside:
    """A crew of none."""

    working = 0
    processors = 1
    idle = 0
    underway: frozenset[str] = frozenset()
    ended: frozenset[int] = frozenset()

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """Never called while nobody is idle."""

    def draw_ahead(self) -> None:
        """Nobody."""

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

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""
