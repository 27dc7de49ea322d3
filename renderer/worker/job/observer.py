"""Turns stage events into what the lease sends: a percentage that never falls, a detail and the time left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from renderer.contract.facts import Facts
from renderer.runtime.progress import (
    RunEvent,
    RunStarted,
    SegmentsBegun,
    StageAdvanced,
    StageDone,
    StageStarted,
    overall_fraction,
)
from renderer.worker.job.history import History
from renderer.worker.job.lease import AttemptProgress, Lease
from renderer.worker.process.metrics import WorkerMetrics


@dataclass(slots=True)
class LeaseObserver:
    """Observes one run and notes its progress on the lease."""

    lease: Lease
    history: History
    metrics: WorkerMetrics
    _stages: tuple[tuple[str, float], ...] = ()
    _now: AttemptProgress = field(default_factory=AttemptProgress)

    def see(self, event: RunEvent) -> None:
        """Note the progress of the run and count finished stages."""
        match event:
            case RunStarted(stages):
                self._stages = stages
            case StageStarted(name):
                self._advanced(name, 0.0, "")
            case StageAdvanced(name, fraction, detail):
                self._advanced(name, fraction, detail)
            case StageDone(report):
                facts = _newest(*self._now.facts, *report.facts)
                self._now = replace(self._now, stored=self._now.stored + 1, facts=facts)
                self.lease.note(self._now, is_news=False)
                self.metrics.see(event)
            case SegmentsBegun():
                pass

    def _advanced(self, name: str, fraction: float, detail: str) -> None:
        done = self._now.stored
        overall = overall_fraction([weight for _, weight in self._stages], done=done, fraction=fraction)
        left = in_words(remaining(self.history, [stage for stage, _ in self._stages[done:]], fraction))
        words = ", ".join(part for part in (detail or name.replace("_", " "), left) if part)
        percent = max(self._now.percent, min(99, int(overall * 100)))
        self._now = replace(self._now, percent=percent, stage=name, detail=words[:500])
        self.lease.note(self._now, is_news=True)


def remaining(history: History, stages: Sequence[str], fraction: float) -> float:
    """Estimated seconds for `stages`, with `fraction` of the first one done; 0 means unknown."""
    if not stages or not all(name in history.stages for name in stages):
        return 0.0
    first, *rest = (history.stages[name] for name in stages)
    return history.media_seconds * (first * (1 - fraction) + sum(rest))


def in_words(seconds: float) -> str:
    """The time left as a phrase; empty when unknown."""
    if seconds <= 0:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f"about {minutes + rest // 30} min left" if minutes else f"about {max(5, rest // 5 * 5)} s left"


def _newest(*facts: Facts) -> tuple[Facts, ...]:
    return tuple({each.kind: each for each in facts}.values())
