"""State of one process of the worker: its settings, its counters, and its context once made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from celery import Celery
from celery.exceptions import SoftTimeLimitExceeded
from msgspec.structs import replace

from renderer.contract.job import JobMessage
from renderer.runtime.pipeline import Registry
from renderer.runtime.segment_helpers import SegmentHelpers
from renderer.worker.job.segment_offers import QueuedSegmentHelpers
from renderer.worker.job.worker_context import MakeContext, WorkerContext
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import WorkerMetrics
from renderer.worker.process.offer_sending import offer_sender
from renderer.worker.settings import WorkerSettings


@dataclass(slots=True)
class WorkerProcess:
    """State of one process of the worker; a child makes its own context when it first needs one."""

    app: Celery
    settings: WorkerSettings
    drain: Drain
    metrics: WorkerMetrics
    parent: int
    pipelines: Registry
    make_context: MakeContext
    context: WorkerContext | None = None

    def ready_bench(self) -> WorkerContext:
        """The context of this process, made on the first call."""
        if self.context is None:
            made = self.make_context(
                self.settings,
                pipelines=self.pipelines,
                drain=self.drain,
                metrics=self.metrics,
                time_limit_errors=(SoftTimeLimitExceeded,),
            )
            self.context = replace(made, helpers=self._helpers()) if self.settings.s3_bucket else made
        return self.context

    def _helpers(self) -> Callable[[JobMessage], SegmentHelpers]:
        send = offer_sender(self.settings.broker_url.get_secret_value())
        return lambda message: QueuedSegmentHelpers(message=message, send=send)
