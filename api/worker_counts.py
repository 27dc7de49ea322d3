"""Metrics of the embedded worker: its children write files, which the service shows on its own page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from prometheus_client.metrics_core import Metric


class WorkerCounts(Collector):
    """Sums the metrics of all children since the service started; empty if there is no folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self) -> None:
        """Delete what an earlier run of the service counted: counters restart with their process."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for leftover in self._folder.glob("*.db"):
            leftover.unlink()

    def collect(self) -> Iterable[Metric]:
        """The metric families of the worker."""
        if not self._folder.is_dir():
            return ()
        page = MultiProcessCollector(None, path=str(self._folder))  # type: ignore[no-untyped-call]  # untyped
        return list(page.collect())  # type: ignore[no-untyped-call]  # untyped
