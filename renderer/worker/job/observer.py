"""Stages become percent and a sentence for the lease to send: real work, monotone, with the time left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from renderer.runtime.progress import StageReport, overall_fraction
from renderer.worker.job.history import History, in_words
from renderer.worker.job.lease import Lease
from renderer.worker.process.metrics import WorkerMetrics


@dataclass(slots=True)
class LeaseObserver:
    """Watches one run."""

    lease: Lease
    history: History
    metrics: WorkerMetrics
    _stages: list[str] = field(default_factory=list)
    _weights: list[float] = field(default_factory=list)
    _done: int = 0
    _percent: int = 0

    def run_started(self, stages: Sequence[tuple[str, float]]) -> None:
        """Learn names and weights."""
        self._stages = [name for name, _ in stages]
        self._weights = [weight for _, weight in stages]

    def stage_started(self, name: str) -> None:
        """Say that it began."""
        self._report(name, 0.0, name.replace("_", " "))

    def stage_advanced(self, name: str, fraction: float, detail: str) -> None:
        """Say how far it is."""
        self._report(name, fraction, detail)

    def stage_finished(self, report: StageReport) -> None:
        """Count it."""
        self._done += 1
        self.lease.store(self._done)
        self.lease.learn(report.facts)
        self.metrics.stage(report)

    def _report(self, name: str, fraction: float, detail: str) -> None:
        overall = overall_fraction(self._weights, done=self._done, fraction=fraction)
        self._percent = max(self._percent, min(99, int(overall * 100)))
        left = in_words(self.history.remaining(self._stages[self._done :], fraction))
        words = ", ".join(part for part in (detail or name.replace("_", " "), left) if part)
        self.lease.progress(percent=self._percent, stage=name, detail=words[:500])
