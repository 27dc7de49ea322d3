"""The bench of this process, from the settings: storage, workspace, engines, metrics."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from renderer.backends.reporting.http import HttpReporter
from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.expiry import expire
from renderer.backends.storage.opening import open_store
from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import ReportTarget
from renderer.errors import ClipwrightError
from renderer.runtime.allocator import give_back, settle_allocator
from renderer.runtime.clock import SystemClock
from renderer.runtime.patience import Patience
from renderer.runtime.remote import WORK, Remote
from renderer.runtime.workspace import open_workspace, prune, sweep
from renderer.worker import spool
from renderer.worker.drain import Drain
from renderer.worker.gpu import admitted, gpus, slots
from renderer.worker.metrics import Metrics
from renderer.worker.run_job import Bench, worker_name
from renderer.worker.settings import WorkerSettings
from renderer.worker.stores import open_remote
from renderer.worker.wiring import build_ports

UNFINISHED_UPLOADS: Final = timedelta(hours=24)
TIDY_EVERY: Final = 3600.0
_TIDIED: Final = "tidied"
_LOG: Final = structlog.get_logger(__name__)


def make_bench(
    settings: WorkerSettings,
    *,
    drain: Drain,
    metrics: Metrics,
    overtime: tuple[type[Exception], ...] = (),
) -> Bench:
    """Everything a job needs. Make it in the process that does the jobs, never before a fork.

    Raises:
        ClipwrightError: `output_unwritable` when the workspace cannot be made.
    """
    settle_allocator()
    store = open_store(settings)

    def remote(patience: Patience) -> Remote:
        return open_remote(settings, store, patience)

    room = slots(gpus(), job_mb=settings.gpu_job_mb)

    def admission(cancelled: Callable[[], bool]) -> AbstractContextManager[None]:
        return admitted(settings.workspace / "gpu", room, clock=SystemClock(), cancelled=cancelled)

    return Bench(
        store=store,
        workspace=open_workspace(settings.workspace),
        clock=SystemClock(),
        ports=lambda order, publisher: build_ports(order, publisher=publisher, settings=settings),
        name=worker_name(settings.worker_name),
        remote=remote,
        drained=drain.due,
        overtime=overtime,
        metrics=metrics,
        admitted=admission,
    )


def tell_last_words(bench: Bench) -> int:
    """Report what earlier lives of this worker could not."""

    def send(target: ReportTarget, event: JobEvent) -> EventReply:
        reporter = HttpReporter(target)
        try:
            return reporter.send(event)
        finally:
            reporter.close()

    return spool.deliver(bench.workspace, send)


def tidy(bench: Bench, settings: WorkerSettings) -> None:
    """After a job: keep memory and workspace small, and once an hour what is shared; failing harms nobody."""
    give_back()
    sweep(bench.workspace)
    prune(bench.workspace, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    tell_last_words(bench)
    marker = bench.workspace.root / _TIDIED
    # a mark from the future is of a clock that was wrong
    if marker.exists() and 0 <= bench.clock.epoch() - marker.stat().st_mtime < TIDY_EVERY:
        return
    marker.touch()
    if settings.s3_bucket:
        _tidy_bucket(bench.store, settings)


def _tidy_bucket(store: ObjectStore, settings: WorkerSettings) -> None:
    from renderer.backends.storage.s3 import S3Store  # noqa: PLC0415 - boto3 is slow to import

    now = datetime.now(UTC)
    try:
        gone = expire(store, WORK, before=now - timedelta(days=settings.shared_days))
        if isinstance(store, S3Store):
            gone += store.sweep(before=now - UNFINISHED_UPLOADS)
        _LOG.info("bucket_tidied", gone=gone)
    except ClipwrightError as error:
        _LOG.warning("bucket_not_tidied", sentence=error.sentence)
