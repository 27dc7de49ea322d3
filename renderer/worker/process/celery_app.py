"""The queue consumer: Celery brings messages, `run_job` does them.

The broker is a job queue: it may ring twice or come back from the dead, and the lease decides who works.
Messages are acknowledged late and come back when a child dies; one is prefetched per child. The main process
loads no engine and never touches the GPU; every child makes its own context after the fork.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from celery import Celery, group, signals
from celery.exceptions import Reject, SoftTimeLimitExceeded
from celery.utils.log import get_multiprocessing_logger

from renderer.backends.reporting.http import HttpReporter
from renderer.clock import SystemClock
from renderer.contract.job import JobMessage
from renderer.contract.queues import RENDER_SEGMENT, RUN_JOB, SEGMENTS, transport_options
from renderer.contract.segment import SegmentMessage
from renderer.errors import ClipwrightError
from renderer.runtime.pipeline import Registry
from renderer.runtime.segment_helpers import SegmentHelpers
from renderer.worker.fitness import LOOK_SECONDS, trouble
from renderer.worker.intake import Intake
from renderer.worker.job.messages import read_message, refuse
from renderer.worker.job.run_job import run_job
from renderer.worker.job.segment_offers import QueuedSegmentHelpers, read_segment
from renderer.worker.job.worker_context import MakeContext, WorkerContext
from renderer.worker.parent_death import die_with_parent
from renderer.worker.process import metrics
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import NoMetrics, PrometheusMetrics, WorkerMetrics
from renderer.worker.settings import WorkerSettings
from renderer.worker.upkeep import send_kept_events, tidy

ALIVE: Final = "alive"
METRICS_FOLDER: Final = "metrics"
OFFER_SECONDS: Final = 1800
"""Offered segments that nobody took by then are forgotten."""
_LOG: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class WorkerProcess:
    """What one process of the worker holds; a child makes its own context on its first job."""

    app: Celery
    settings: WorkerSettings
    drain: Drain
    metrics: WorkerMetrics
    parent: int
    pipelines: Registry
    make_context: MakeContext
    context: WorkerContext | None = None

    def ready_bench(self) -> WorkerContext:
        """The context of this process."""
        if self.context is None:
            made = self.make_context(
                self.settings,
                pipelines=self.pipelines,
                drain=self.drain,
                metrics=self.metrics,
                time_limit_errors=(SoftTimeLimitExceeded,),
            )
            self.context = replace(made, helpers=self._helpers) if self.settings.s3_bucket else made
        return self.context

    def _helpers(self, message: JobMessage) -> SegmentHelpers:
        return QueuedSegmentHelpers(message=message, send=self._offer)

    def _offer(self, segments: Sequence[SegmentMessage]) -> None:
        """A group without results: what comes of it is looked for in the shared tier."""
        render = self.app.tasks[RENDER_SEGMENT]
        offers = [render.si(segment.model_dump(mode="json")) for segment in segments]
        group(offers).apply_async(queue=SEGMENTS, expires=OFFER_SECONDS, retry=False)


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
        # a job goes on under its lease when the broker is away; cancelling it would repeat work
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
    _connect(process)
    return app


def _metrics(settings: WorkerSettings) -> WorkerMetrics:
    if not settings.metrics_port:
        return NoMetrics()
    metrics.shared_folder(settings.workspace / METRICS_FOLDER)
    return PrometheusMetrics()


def _add_task(app: Celery, process: WorkerProcess) -> None:
    @app.task(name=RUN_JOB)
    def run(document: Any) -> None:
        _take(document, process)

    @app.task(name=RENDER_SEGMENT)
    def help_out(document: Any) -> None:
        _help(document, process)


def _help(document: Any, process: WorkerProcess) -> None:
    """Do one segment; whatever goes wrong, its leader does it instead."""
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
    """Do one message; nothing is raised to Celery but the wish to have the message back elsewhere."""
    try:
        message = read_message(document, process.pipelines)
    except ClipwrightError as error:
        refuse(document, error)
        return
    if process.drain.asked():  # taken in the moment of stopping
        raise Reject("draining", requeue=True)
    if why := trouble(process.settings):  # taken in the moment before the main process saw it
        _LOG.warning("job_passed_on", job=str(message.job_id), trouble=why)
        SystemClock().sleep(LOOK_SECONDS)
        raise Reject("unfit", requeue=True)
    context = process.ready_bench()
    reporter = HttpReporter(message.report)
    try:
        run_job(message, context=context, reporter=reporter)
    except ClipwrightError as error:
        # not ours, or the API is away: it will ring again when somebody must work on this
        _LOG.warning("job_given_up", job=str(message.job_id), code=error.code, sentence=error.sentence)
    finally:
        reporter.close()
    tidy(context, process.settings)


def _connect(process: WorkerProcess) -> None:
    """Celery's signals keep weak references; `weak=False` keeps these alive."""
    settings = process.settings
    intakes: list[Intake] = []

    def child_started(**_: object) -> None:
        die_with_parent(process.parent)
        process.ready_bench()

    def child_ended(pid: int | None = None, **_: object) -> None:
        if settings.metrics_port and pid:
            metrics.forget(pid)

    def started(sender: Any = None, **_: object) -> None:
        intakes.append(Intake(consumer=sender, settings=settings))
        context = process.make_context(
            settings, pipelines=process.pipelines, drain=process.drain, metrics=process.metrics
        )
        send_kept_events(context)
        if settings.metrics_port:
            folder = settings.workspace / METRICS_FOLDER
            metrics.show(settings.metrics_host, settings.metrics_port, folder=folder, metrics=process.metrics)

    def stopping(**_: object) -> None:
        process.drain.ask(grace_seconds=settings.drain_seconds)

    def beat(**_: object) -> None:
        for intake in intakes:
            intake.look()
        with suppress(OSError):  # the look has said so already
            settings.workspace.mkdir(parents=True, exist_ok=True)
            (settings.workspace / ALIVE).touch()

    signals.worker_process_init.connect(child_started, weak=False)
    signals.worker_process_shutdown.connect(child_ended, weak=False)
    signals.worker_ready.connect(started, weak=False)
    signals.worker_shutting_down.connect(stopping, weak=False)
    signals.heartbeat_sent.connect(beat, weak=False)


def preload(queues: str, pipelines: Registry) -> None:
    """Import what jobs of these queues need, before children are forked that then share it."""
    workflows = {queue.strip().partition(".")[0] for queue in queues.split(",")}
    for entry in [entry for name, entry in pipelines.items() if name.partition(".")[0] in workflows]:
        entry.load()


def log_with(configure: Callable[[], None]) -> None:
    """Have Celery set up logs by this in every process, instead of its own plain lines."""

    def set_up(**_: object) -> None:
        configure()
        # the pool's logger hands nothing on: what it says of a child that died would come out plain
        if pool_log := get_multiprocessing_logger():
            pool_log.propagate = True

    signals.setup_logging.connect(set_up, weak=False)


def check_alive(settings: WorkerSettings, *, now: float, seconds: float = 60.0) -> bool:
    """Whether the worker has spoken with its broker lately; for health checks."""
    try:
        # a word from the future is of a clock that was set back, and says nothing
        return abs(now - (settings.workspace / ALIVE).stat().st_mtime) < seconds
    except OSError:
        return False
