"""Jobs of a worker in this process."""

from __future__ import annotations

from uuid import UUID, uuid4

from pipelines.registry import PIPELINES
from renderer.backends.reporting.fake import FakeReporter
from renderer.contract.event import Completed
from renderer.contract.job import JobMessage, OutputTarget, ReportTarget
from renderer.contract.orders.short import ShortOrder
from renderer.worker.composition.context import make_worker_context
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.job.run_job import run_job
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import NoMetrics
from renderer.worker.settings import WorkerSettings


def context_of(settings: WorkerSettings) -> WorkerContext:
    """The context of a worker with these settings."""
    return make_worker_context(
        settings,
        pipelines=PIPELINES,
        drain=Drain(),
        metrics=NoMetrics(),
        capabilities=build_capabilities,
    )


def do_job(order: ShortOrder, context: WorkerContext) -> None:
    """Do a job with this order; ends the benchmark if it fails."""
    reporter = FakeReporter()
    run_job(_message(order), context=context, reporter=reporter)
    if not isinstance(reporter.events[-1], Completed):
        raise SystemExit(str(reporter.events[-1]))


def _message(order: ShortOrder) -> JobMessage:
    job: UUID = uuid4()
    return JobMessage(
        job_id=job,
        attempt=1,
        order=order,
        output=OutputTarget(prefix=f"videos/{job}/1/", main="video.mp4"),
        report=ReportTarget(url="http://127.0.0.1:1/", token="t" * 32),
    )
