"""Builds this process's worker context from the settings: storage, workspace, engines, metrics."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager

from renderer.backends.storage.opening import open_store
from renderer.clock import SystemClock
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.pipeline import Registry
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import SharedCache
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.shared_cache import open_shared_cache, shared_answers
from renderer.worker.job.worker_context import BuildCapabilities, WorkerContext
from renderer.worker.process.drain import Drain
from renderer.worker.process.gpu import gpu_slot, gpus, slots
from renderer.worker.process.metrics import WorkerMetrics
from renderer.worker.settings import WorkerSettings


def make_worker_context(
    settings: WorkerSettings,
    *,
    pipelines: Registry,
    drain: Drain,
    metrics: WorkerMetrics,
    capabilities: BuildCapabilities,
    time_limit_errors: tuple[type[Exception], ...] = (),
) -> WorkerContext:
    """Build everything a job needs, with the engines that `capabilities` assembles.

    Call it in the process that runs the jobs, never before a fork.

    Raises:
        ClipwrightError: `output_unwritable` when the workspace cannot be made.
    """
    settle_allocator()
    store = open_store(settings)

    def shared_cache(retry: Retry) -> AbstractContextManager[SharedCache]:
        return open_shared_cache(settings, store, retry)

    room = slots(gpus(), job_mb=settings.gpu_job_mb)

    def admission(cancelled: Callable[[], bool]) -> AbstractContextManager[None]:
        return gpu_slot(settings.workspace / "gpu", room, clock=SystemClock(), cancelled=cancelled)

    return WorkerContext(
        store=store,
        workspace=open_workspace(settings.workspace),
        clock=SystemClock(),
        capabilities=lambda order, rim: capabilities(order, rim=rim, settings=settings),
        name=worker_name(settings.worker_name),
        pipelines=pipelines,
        shared_cache=shared_cache,
        shared_answers=lambda retry: shared_answers(settings, store, retry),
        drained=drain.due,
        time_limit_errors=time_limit_errors,
        metrics=metrics,
        gpu_slot=admission,
    )


def worker_name(given: str) -> str:
    """The configured name, or host name and process id."""
    return given or f"{socket.gethostname()}-{os.getpid()}"
