"""What a worker counts, for Prometheus. Children count into shared files; the main process shows the page."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, Protocol, get_args

from renderer.runtime.progress import StageReport
from renderer.worker.settings import share_metrics_folder

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
_ENCODING: Final = "render_video"


class Metrics(Protocol):
    """Told what happens to jobs and stages."""

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """A job runs while the block does."""
        ...

    def stage(self, report: StageReport) -> None:
        """A stage is done."""
        ...

    def finished(self, reports: Sequence[StageReport], *, video_seconds: float, fps: int) -> None:
        """All stages are done, for a video of this length."""
        ...

    def ended(self, kind: str) -> None:
        """An attempt ended in this event."""
        ...

    def lease_lost(self) -> None:
        """An attempt was taken away."""
        ...


class NoMetrics:
    """Counts nothing."""

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """Nothing."""
        del attempt
        return contextlib.nullcontext()

    def stage(self, report: StageReport) -> None:
        """Nothing."""

    def finished(self, reports: Sequence[StageReport], *, video_seconds: float, fps: int) -> None:
        """Nothing."""

    def ended(self, kind: str) -> None:
        """Nothing."""

    def lease_lost(self) -> None:
        """Nothing."""


class PrometheusMetrics:
    """Counts with prometheus_client, into the shared folder when one was set before."""

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
        self.retries = counter(_name("job_retries"), "Attempts beyond a job's first.")
        self.losses = counter(_name("lease_losses"), "Attempts taken away.")
        self.hits = counter(_name("stage_cache_hits"), "Stages found done.", ["stage"])
        self.runs = counter(_name("stage_runs"), "Stages run.", ["stage"])
        self.seconds = prom.Histogram(
            _name("stage_seconds"), "Wall time of stages run.", ["stage"], buckets=_SECONDS, registry=into
        )

    def working(self, *, attempt: int) -> AbstractContextManager[object]:
        """Gauge up, gauge down; attempts beyond the first are retries."""
        if attempt > 1:
            self.retries.inc()
        block: AbstractContextManager[object] = self.running.track_inprogress()
        return block

    def stage(self, report: StageReport) -> None:
        """Seconds of what ran, hits of what did not."""
        if report.cached:
            self.hits.labels(report.name).inc()
            return
        self.runs.labels(report.name).inc()
        self.seconds.labels(report.name).observe(report.seconds)
        self.memory.set(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)

    def finished(self, reports: Sequence[StageReport], *, video_seconds: float, fps: int) -> None:
        """Speed of the whole, and of the encode."""
        worked = sum(report.seconds for report in reports)
        self.factor.set(video_seconds / worked if worked else 0.0)
        for report in reports:
            if report.name == _ENCODING and not report.cached and report.seconds:
                self.fps.set(fps * video_seconds / report.seconds)

    def ended(self, kind: str) -> None:
        """Count."""
        self.outcomes.labels(kind).inc()

    def lease_lost(self) -> None:
        """Count."""
        self.losses.inc()


def shared_folder(folder: Path) -> None:
    """Empty the folder and let this process and its children count into it; call before any counting."""
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.db"):
        leftover.unlink()
    share_metrics_folder(folder)


def show(host: str, port: int) -> None:
    """Serve the page of all children from a thread of this process."""
    import prometheus_client as prom  # noqa: PLC0415 - reads its folder when imported
    from prometheus_client import multiprocess  # noqa: PLC0415 - same

    registry = prom.CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # not annotated upstream
    prom.start_http_server(port, addr=host, registry=registry)


def forget(pid: int) -> None:
    """A child is gone: its gauges no longer count."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - reads its folder when imported

    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # not annotated upstream


def _name(short: str) -> MetricName:
    for name in METRICS:
        if name == f"clipwright_worker_{short}":
            return name
    raise KeyError(short)
