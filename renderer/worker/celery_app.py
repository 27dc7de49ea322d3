"""The queue consumer: Celery brings messages, `run_job` does them.

The broker is a doorbell: it may ring twice or come back from the dead, and the lease decides who works.
Messages are acknowledged late and come back when a child dies; one is prefetched per child. The main process
loads no engine and never touches the GPU; every child makes its own bench after the fork.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog
from celery import Celery, group, signals
from celery.exceptions import Reject, SoftTimeLimitExceeded

from renderer.backends.reporting.http import HttpReporter
from renderer.contract.job import JobMessage
from renderer.contract.queues import RENDER_SEGMENT, RUN_JOB, SEGMENTS, transport_options
from renderer.contract.segment import SegmentMessage
from renderer.errors import ClipwrightError
from renderer.runtime.farm import Farm
from renderer.worker import metrics
from renderer.worker.bench import make_bench, tell_last_words, tidy
from renderer.worker.drain import Drain
from renderer.worker.messages import read_message, refuse
from renderer.worker.metrics import Metrics, NoMetrics, PrometheusMetrics
from renderer.worker.process import die_with_parent
from renderer.worker.run_job import Bench, run_job
from renderer.worker.segments import OfferingFarm, read_segment, render_offered
from renderer.worker.settings import WorkerSettings

ALIVE: Final = "alive"
OFFER_SECONDS: Final = 1800
"""Offered segments that nobody took by then are forgotten."""
_LOG: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class WorkerProcess:
    """What one process of the worker holds; a child makes its own bench on its first job."""

    app: Celery
    settings: WorkerSettings
    drain: Drain
    metrics: Metrics
    parent: int
    bench: Bench | None = None

    def ready_bench(self) -> Bench:
        """The bench of this process."""
        if self.bench is None:
            made = make_bench(
                self.settings,
                drain=self.drain,
                metrics=self.metrics,
                overtime=(SoftTimeLimitExceeded,),
            )
            self.bench = replace(made, farm=self._farm) if self.settings.s3_bucket else made
        return self.bench

    def _farm(self, message: JobMessage) -> Farm:
        return OfferingFarm(message=message, send=self._offer)

    def _offer(self, segments: Sequence[SegmentMessage]) -> None:
        """A group without results: what comes of it is looked for in the shared tier."""
        render = self.app.tasks[RENDER_SEGMENT]
        offers = [render.si(segment.model_dump(mode="json")) for segment in segments]
        group(offers).apply_async(queue=SEGMENTS, expires=OFFER_SECONDS, retry=False)


def build_app(settings: WorkerSettings) -> Celery:
    """The application with its task and its signals; one per main process.

    Raises:
        ClipwrightError: `provider_unconfigured` without a broker.
    """
    broker = settings.broker_url.get_secret_value()
    if not broker:
        raise ClipwrightError("provider_unconfigured", provider="The broker", setting="CLIPWRIGHT_BROKER_URL")
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
    )
    process = WorkerProcess(
        app=app, settings=settings, drain=Drain(), metrics=_metrics(settings), parent=os.getpid()
    )
    _add_task(app, process)
    _connect(process)
    return app


def _metrics(settings: WorkerSettings) -> Metrics:
    if not settings.metrics_port:
        return NoMetrics()
    metrics.shared_folder(settings.workspace / "metrics")
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
    bench = process.ready_bench()
    try:
        message = read_segment(document)
        with structlog.contextvars.bound_contextvars(job=str(message.job_id), attempt=message.attempt):
            done = render_offered(message, bench)
            _LOG.info("segment_ended", first=message.first, stop=message.stop, rendered=done)
    except (ClipwrightError, SoftTimeLimitExceeded) as error:
        _LOG.warning("segment_given_up", sentence=str(error))
    tidy(bench, process.settings)


def _take(document: Any, process: WorkerProcess) -> None:
    """Do one message; nothing is raised to Celery but the wish to have the message back elsewhere."""
    try:
        message = read_message(document)
    except ClipwrightError as error:
        refuse(document, error)
        return
    if process.drain.asked():  # taken in the moment of stopping
        raise Reject("draining", requeue=True)
    bench = process.ready_bench()
    reporter = HttpReporter(message.report)
    try:
        run_job(message, bench=bench, reporter=reporter)
    except ClipwrightError as error:
        # not ours, or the API is away: it will ring again when somebody must work on this
        _LOG.warning("job_given_up", job=str(message.job_id), code=error.code, sentence=error.sentence)
    finally:
        reporter.close()
    tidy(bench, process.settings)


def _connect(process: WorkerProcess) -> None:
    """Celery's signals keep weak references; `weak=False` keeps these alive."""
    settings = process.settings

    def child_started(**_: object) -> None:
        die_with_parent(process.parent)
        process.ready_bench()

    def child_ended(pid: int | None = None, **_: object) -> None:
        if settings.metrics_port and pid:
            metrics.forget(pid)

    def started(**_: object) -> None:
        tell_last_words(make_bench(settings, drain=process.drain, metrics=process.metrics))
        if settings.metrics_port:
            metrics.show(settings.metrics_host, settings.metrics_port)

    def stopping(**_: object) -> None:
        process.drain.ask(grace_seconds=settings.drain_seconds)

    def beat(**_: object) -> None:
        settings.workspace.mkdir(parents=True, exist_ok=True)
        (settings.workspace / ALIVE).touch()

    signals.worker_process_init.connect(child_started, weak=False)
    signals.worker_process_shutdown.connect(child_ended, weak=False)
    signals.worker_ready.connect(started, weak=False)
    signals.worker_shutting_down.connect(stopping, weak=False)
    signals.heartbeat_sent.connect(beat, weak=False)


def check_alive(settings: WorkerSettings, *, now: float, seconds: float = 60.0) -> bool:
    """Whether the worker has spoken with its broker lately; for health checks."""
    try:
        # a word from the future is of a clock that was set back, and says nothing
        return abs(now - (settings.workspace / ALIVE).stat().st_mtime) < seconds
    except OSError:
        return False
