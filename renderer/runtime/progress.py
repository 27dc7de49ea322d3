"""What an observer of a run sees: stages starting, advancing and ending. Only real work is reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from renderer.contract.facts import Facts


class StageReport(Struct, frozen=True, kw_only=True):
    """A finished stage: wall seconds, whether it came from the cache, peak memory of the process in MB.

    `frames` counts the frames of video in what it made, 0 for a stage that encodes none. `facts` are what it
    found out; `summary` says in a sentence what a person should know about what it made, or is empty.
    """

    name: str
    version: int
    key: str
    document: str
    seconds: float
    cached: bool
    peak_memory_mb: float
    frames: int = 0
    facts: tuple[Facts, ...] = ()
    summary: str = ""


class RunStarted(Struct, frozen=True):
    """A run begins: names and weights of its stages, in order."""

    stages: tuple[tuple[str, float], ...]


class StageStarted(Struct, frozen=True):
    """A stage begins; it may turn out to be in the cache."""

    name: str


class StageAdvanced(Struct, frozen=True):
    """`fraction` of a stage in [0, 1] is done."""

    name: str
    fraction: float
    detail: str


class StageDone(Struct, frozen=True):
    """A stage is done, and its document is in the store."""

    report: StageReport


class SegmentsBegun(Struct, frozen=True):
    """Segment processes were given this many segments, ahead of the stage that renders."""

    segments: int


RunEvent: TypeAlias = RunStarted | StageStarted | StageAdvanced | StageDone | SegmentsBegun


class Observer(Protocol):
    """Sees what happens in a run."""

    def see(self, event: RunEvent) -> None:
        """One event, in order; must return quickly and never raise."""
        ...


class NullObserver:
    """Ignores all events."""

    def see(self, event: RunEvent) -> None:
        """Ignore the event."""


def overall_fraction(weights: Sequence[float], *, done: int, fraction: float) -> float:
    """Share of the whole run in [0, 1]: `done` whole stages and `fraction` of the next one."""
    total = sum(weights) or 1.0
    current = weights[done] * min(1.0, max(0.0, fraction)) if done < len(weights) else 0.0
    return (sum(weights[:done]) + current) / total
