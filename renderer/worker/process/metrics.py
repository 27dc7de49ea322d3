"""The worker's Prometheus metrics. Children count into shared files; the main process serves the page."""

from __future__ import annotations

import contextlib
import resource
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

from msgspec import Struct

from renderer.runtime.progress import StageDone, StageReport
from renderer.worker.parent_death import is_child
from renderer.worker.settings import share_metrics_folder

FOLDER: Final = "metrics"
"""Folder of the workspace into which children count."""
CRASHED: Final = "crashed"
"""Outcome of an attempt whose process died: not a kind of event, but counted with them."""
MetricName = Literal[
    "clipwright_worker_jobs_running",
    "clipwright_worker_jobs_ended",
    "clipwright_worker_job_retries",
    "clipwright_worker_lease_losses",
    "clipwright_worker_stage_seconds",
    "clipwright_worker_stage_cache_hits",
    "clipwright_worker_stage_runs",
    "clipwright_worker_encoder_frames_per_second",
    "clipwright_worker_real_time_factor",
    "clipwright_worker_memory_bytes",
]
METRICS: Final[tuple[MetricName, ...]] = get_args(MetricName)
_SECONDS: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560)


class StagesDone(Struct, frozen=True):
    """All stages of an attempt are done, for sound or video of this length in seconds."""

    reports: tuple[StageReport, ...]
    media_seconds: float


class AttemptEnded(Struct, frozen=True):
    """An attempt ended in an event of this kind."""

    kind: str


class AttemptLost(Struct, frozen=True):
    """An attempt was taken away."""


Countable: TypeAlias = StageDone | StagesDone | AttemptEnded | AttemptLost


class WorkerMetrics(Protocol):
    """Counts what happens to jobs and stages."""

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """Count a job as running while the block runs."""
        ...

    def see(self, event: Countable) -> None:
        """Count an event."""
        ...

    def crashed(self, attempts: int) -> None:
        """Count the attempts that were under way in a process that died."""
        ...


class NoMetrics:
    """Counts nothing."""

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """Nothing."""
        del attempt
        return contextlib.nullcontext()

    def see(self, event: Countable) -> None:
        """Nothing."""

    def crashed(self, attempts: int) -> None:
        """Nothing."""


class PrometheusMetrics:
    """Counts with prometheus_client, into the shared folder if one was set before."""

    def __init__(self, registry: Any = None) -> None:
        import prometheus_client as prom  # noqa: PLC0415 - reads its folder when imported

        into = registry or prom.CollectorRegistry()
        gauge = partial(prom.Gauge, registry=into)
        counter = partial(prom.Counter, registry=into)
        self.running = gauge(_name("jobs_running"), "Jobs under way.", multiprocess_mode="livesum")
        self.memory = gauge(
            _name("memory_bytes"), "Largest resident memory of a child so far.", multiprocess_mode="livemax"
        )
        self.fps = gauge(
            _name("encoder_frames_per_second"), "Of the last render.", multiprocess_mode="mostrecent"
        )
        self.factor = gauge(
            _name("real_time_factor"), "Seconds of video per second of work.", multiprocess_mode="mostrecent"
        )
        self.outcomes = counter(_name("jobs_ended"), "Attempts by how they ended.", ["kind"])
        self.outcomes.labels(CRASHED)  # start at 0: Prometheus sees no increase in a series that starts at 1
        self.retries = counter(_name("job_retries"), "Attempts beyond a job's first.")
        self.losses = counter(_name("lease_losses"), "Attempts taken away.")
        self.hits = counter(_name("stage_cache_hits"), "Stages found done.", ["stage"])
        self.runs = counter(_name("stage_runs"), "Stages run.", ["stage"])
        self.seconds = prom.Histogram(
            _name("stage_seconds"), "Wall time of stages run.", ["stage"], buckets=_SECONDS, registry=into
        )

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """Count a job as running while the block runs; attempts beyond the first count as retries."""
        if attempt > 1:
            self.retries.inc()
        block: AbstractContextManager[object] = self.running.track_inprogress()
        return block

    def see(self, event: Countable) -> None:
        """Count it."""
        match event:
            case StageDone(report):
                self._stage(report)
            case StagesDone(reports, media_seconds):
                self._speed(reports, media_seconds)
            case AttemptEnded(kind):
                self.outcomes.labels(kind).inc()
            case AttemptLost():
                self.losses.inc()

    def _stage(self, report: StageReport) -> None:
        """Count the run and its seconds, or the cache hit."""
        if report.cached:
            self.hits.labels(report.name).inc()
            return
        self.runs.labels(report.name).inc()
        self.seconds.labels(report.name).observe(report.seconds)
        self.memory.set(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)

    def _speed(self, reports: Sequence[StageReport], media_seconds: float) -> None:
        """Set the real-time factor of the whole and the frame rate of the encode."""
        worked = sum(report.seconds for report in reports)
        self.factor.set(media_seconds / worked if worked else 0.0)
        for report in reports:
            if report.frames and not report.cached and report.seconds:
                self.fps.set(report.frames / report.seconds)

    def crashed(self, attempts: int) -> None:
        """Count each attempt as lost and crashed: its own process cannot report it any more."""
        self.losses.inc(attempts)
        self.outcomes.labels(CRASHED).inc(attempts)


def shared_folder(folder: Path) -> None:
    """Empty the folder and have this process and its children count into it; call it before any counting."""
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.db"):
        leftover.unlink()
    share_metrics_folder(folder)


def show(host: str, port: int, *, folder: Path, metrics: WorkerMetrics) -> None:
    """Serve the metrics of all children from a thread of this process; see `bury_the_dead`."""
    import prometheus_client as prom  # noqa: PLC0415 - reads its folder when imported

    registry = prom.CollectorRegistry()
    registry.register(_Children(folder, metrics))
    prom.start_http_server(port, addr=host, registry=registry)


class _Children:
    """Collects what all processes counted into the folder; safe to use from several threads."""

    def __init__(self, folder: Path, metrics: WorkerMetrics) -> None:
        from prometheus_client import multiprocess  # noqa: PLC0415 - reads its folder when imported

        self._page = multiprocess.MultiProcessCollector(None, path=str(folder))  # type: ignore[no-untyped-call]  # not annotated upstream
        self._folder, self._metrics = folder, metrics
        self._lock = threading.Lock()

    def collect(self) -> Any:
        """The metrics of all living children, and the counters of those that have ended."""
        with self._lock:
            bury_the_dead(self._folder, self._metrics)
            return self._page.collect()  # type: ignore[no-untyped-call]  # not annotated upstream


def bury_the_dead(folder: Path, metrics: WorkerMetrics) -> None:
    """Remove the gauges of dead children from the folder, and count their attempts as crashed.

    The gauges of a child that exits normally are removed by `forget`; those of a killed one are left behind.
    """
    for path in sorted(folder.glob("gauge_live*_*.db")):
        pid = int(path.stem.rpartition("_")[2])
        if is_child(pid):
            continue
        attempts = _under_way(path)
        path.unlink(missing_ok=True)
        if attempts:
            metrics.crashed(attempts)


def _under_way(path: Path) -> int:
    """Number of jobs that are running according to the gauges in the file."""
    from prometheus_client.mmap_dict import MmapedDict  # noqa: PLC0415 - reads its folder when imported

    values = MmapedDict.read_all_values_from_file(str(path))  # type: ignore[no-untyped-call]  # not annotated upstream
    return int(sum(value for key, value, *_ in values if _name("jobs_running") in key))


def forget(pid: int) -> None:
    """Remove the gauges of a child that exits normally."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - reads its folder when imported

    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # not annotated upstream


def _name(short: str) -> MetricName:
    for name in METRICS:
        if name == f"clipwright_worker_{short}":
            return name
    raise KeyError(short)
