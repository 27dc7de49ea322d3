"""The queue consumer: Celery delivers messages, `run_job` does them.

The broker may deliver a message twice, or again after an outage; the lease decides which worker does the job.
Messages are acknowledged late and redelivered when a child dies; one is prefetched per child. The main
process loads no engine and never touches the GPU; every child makes its own context after the fork.
"""

from __future__ import annotations

import os
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from celery import Celery
from celery.exceptions import Reject, SoftTimeLimitExceeded

from renderer.backends.reporting.http import HttpReporter
from renderer.clock import SystemClock
from renderer.contract.queues import RENDER_SEGMENT, RUN_JOB, transport_options
from renderer.errors import ClipwrightError
from renderer.runtime.pipeline import Registry
from renderer.worker.fitness import LOOK_SECONDS, trouble
from renderer.worker.job.messages import read_message, refuse
from renderer.worker.job.run_job import run_job
from renderer.worker.job.segment_offers import read_segment
from renderer.worker.job.worker_context import MakeContext
from renderer.worker.process import metrics
from renderer.worker.process.celery_signals import connect
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import NoMetrics, PrometheusMetrics, WorkerMetrics
from renderer.worker.process.worker_process import WorkerProcess
from renderer.worker.settings import WorkerSettings
from renderer.worker.upkeep import tidy

_LOG: Final = structlog.get_logger(__name__)


def build_app(settings: WorkerSettings, *, pipelines: Registry, make_context: MakeContext) -> Celery:
    """The application with its tasks for these workflows and its signals; one per main process.

    Raises:
        ClipwrightError: `provider_unconfigured` without a broker.
    """
    broker = settings.broker_url.get_secret_value()
    if not broker:
        raise ClipwrightError("provider_unconfigured", provider="The broker", setting="CLIPWRIGHT_BROKER_URL")
    if urlsplit(broker).scheme in {"redis", "rediss"}:
        from renderer.worker.redis_transport import use_for_redis  # noqa: PLC0415 - only where Redis is

        use_for_redis()
    app = Celery("clipwright", broker=broker, set_as_current=False)
    app.conf.update(
        broker_transport_options=transport_options(broker),
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_heartbeat=10,
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_acks_on_failure_or_timeout=True,
        worker_prefetch_multiplier=1,
        worker_max_memory_per_child=settings.child_memory_mb * 1024,
        # a job continues under its lease when the broker is away; cancelling it would repeat work
        worker_cancel_long_running_tasks_on_connection_loss=False,
        worker_hijack_root_logger=False,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_consumer="renderer.worker.consumer:Consumer",
    )
    process = WorkerProcess(
        app=app,
        settings=settings,
        drain=Drain(),
        metrics=_metrics(settings),
        parent=os.getpid(),
        pipelines=pipelines,
        make_context=make_context,
    )
    _add_task(app, process)
    connect(process)
    return app


def _metrics(settings: WorkerSettings) -> WorkerMetrics:
    if not settings.metrics_port:
        return NoMetrics()
    metrics.shared_folder(settings.workspace / metrics.FOLDER)
    return PrometheusMetrics()


def _add_task(app: Celery, process: WorkerProcess) -> None:
    @app.task(name=RUN_JOB)
    def run(document: Any) -> None:
        _take(document, process)

    @app.task(name=RENDER_SEGMENT)
    def help_out(document: Any) -> None:
        _help(document, process)


def _help(document: Any, process: WorkerProcess) -> None:
    """Render one offered segment; if anything goes wrong, the leader renders it instead."""
    if process.drain.asked():
        return
    from renderer.visuals.style_pack_files import load_pack  # noqa: PLC0415 - it loads all that draws
    from renderer.worker.job.segments import render_offered  # noqa: PLC0415 - same

    context = process.ready_bench()
    try:
        message = read_segment(document)
        with structlog.contextvars.bound_contextvars(job=str(message.job_id), attempt=message.attempt):
            done = render_offered(message, context, load_pack)
            _LOG.info("segment_ended", first=message.first, stop=message.stop, rendered=done)
    except (ClipwrightError, SoftTimeLimitExceeded) as error:
        _LOG.warning("segment_given_up", error=type(error).__name__)
    tidy(context, process.settings)


def _take(document: Any, process: WorkerProcess) -> None:
    """Do one job message; raises nothing to Celery except `Reject`, which requeues it for another worker."""
    try:
        message = read_message(document, process.pipelines)
    except ClipwrightError as error:
        refuse(document, error)
        return
    if process.drain.asked():  # taken while the worker was being stopped
        raise Reject("draining", requeue=True)
    if why := trouble(process.settings):  # taken before the main process noticed
        _LOG.warning("job_passed_on", job=str(message.job_id), trouble=why)
        SystemClock().sleep(LOOK_SECONDS)
        raise Reject("unfit", requeue=True)
    context = process.ready_bench()
    reporter = HttpReporter(message.report)
    try:
        run_job(message, context=context, reporter=reporter)
    except ClipwrightError as error:
        # not ours, or the API is away; the message is published again if the job still needs a worker
        _LOG.warning("job_given_up", job=str(message.job_id), code=error.code, sentence=error.sentence)
    finally:
        reporter.close()
    tidy(context, process.settings)


def preload(queues: str, pipelines: Registry) -> None:
    """Import what jobs of these queues need before the fork, so that children share its memory."""
    workflows = {queue.strip().partition(".")[0] for queue in queues.split(",")}
    for entry in [entry for name, entry in pipelines.items() if name.partition(".")[0] in workflows]:
        entry.load()
