"""Upkeep between jobs: sends spooled events, and keeps memory, workspace and bucket small."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from renderer.backends.reporting.http import HttpReporter
from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.expiry import expire
from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import ReportTarget
from renderer.errors import ClipwrightError
from renderer.runtime.allocator import give_back
from renderer.runtime.workspace import prune, sweep
from renderer.worker.job import spool
from renderer.worker.job.stored_cache import WORK
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.settings import WorkerSettings

UNFINISHED_UPLOADS: Final = timedelta(hours=24)
TIDY_EVERY: Final = 3600.0
_TIDIED: Final = "tidied"
_LOG: Final = structlog.get_logger(__name__)


def send_kept_events(context: WorkerContext) -> int:
    """Send the terminal events that earlier processes could not; returns how many were taken."""

    def send(target: ReportTarget, event: JobEvent) -> EventReply:
        reporter = HttpReporter(target)
        try:
            return reporter.send(event)
        finally:
            reporter.close()

    return spool.deliver(context.workspace, send)


def tidy(context: WorkerContext, settings: WorkerSettings) -> None:
    """Clean up memory and workspace after a job, and the bucket once an hour; a failure is only logged."""
    try:
        _tidy(context, settings)
    except OSError as error:
        _LOG.warning("workspace_not_tidied", error=error.strerror or type(error).__name__)


def _tidy(context: WorkerContext, settings: WorkerSettings) -> None:
    give_back()
    sweep(context.workspace)
    prune(context.workspace, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    send_kept_events(context)
    marker = context.workspace.root / _TIDIED
    # a marker from the future comes from a wrong clock and is ignored
    if marker.exists() and 0 <= context.clock.epoch() - marker.stat().st_mtime < TIDY_EVERY:
        return
    marker.touch()
    if settings.s3_bucket:
        _tidy_bucket(context.store, settings)


def _tidy_bucket(store: ObjectStore, settings: WorkerSettings) -> None:
    from renderer.backends.storage.s3.store import S3Store  # noqa: PLC0415 - boto3 is slow to import

    now = datetime.now(UTC)
    try:
        gone = expire(store, WORK, before=now - timedelta(days=settings.shared_days))
        if isinstance(store, S3Store):
            gone += store.sweep(before=now - UNFINISHED_UPLOADS)
        _LOG.info("bucket_tidied", gone=gone)
    except ClipwrightError as error:
        _LOG.warning("bucket_not_tidied", sentence=error.sentence)
