"""What the embedded worker counts: its children write files, the service shows them on its own page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from prometheus_client.metrics_core import Metric


class WorkerCounts(Collector):
    """The sum over all children of this service's life; nothing where there is no folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self) -> None:
        """Forget what an earlier life of the service counted, as counters do."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for leftover in self._folder.glob("*.db"):
            leftover.unlink()

    def collect(self) -> Iterable[Metric]:
        """The families of the worker's page."""
        if not self._folder.is_dir():
            return ()
        page = MultiProcessCollector(None, path=str(self._folder))  # type: ignore[no-untyped-call]  # not annotated upstream
        return list(page.collect())  # type: ignore[no-untyped-call]  # not annotated upstream
