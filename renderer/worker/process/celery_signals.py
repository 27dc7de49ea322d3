"""Handlers of Celery's signals: start and end of the worker's processes, heartbeats, and logging."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery import signals
from celery.utils.log import get_multiprocessing_logger

from renderer.worker.intake import Intake
from renderer.worker.parent_death import die_with_parent
from renderer.worker.process import metrics
from renderer.worker.process.liveness import show_alive
from renderer.worker.process.worker_process import WorkerProcess
from renderer.worker.upkeep import send_kept_events


def connect(process: WorkerProcess) -> None:
    """Connect the process to the start and end of its children and itself, and to every heartbeat.

    Celery's signals keep weak references by default; `weak=False` keeps these handlers alive.
    """
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
            folder = settings.workspace / metrics.FOLDER
            metrics.show(settings.metrics_host, settings.metrics_port, folder=folder, metrics=process.metrics)

    def stopping(**_: object) -> None:
        process.drain.ask(grace_seconds=settings.drain_seconds)

    def beat(**_: object) -> None:
        for intake in intakes:
            intake.look()
        show_alive(settings)

    signals.worker_process_init.connect(child_started, weak=False)
    signals.worker_process_shutdown.connect(child_ended, weak=False)
    signals.worker_ready.connect(started, weak=False)
    signals.worker_shutting_down.connect(stopping, weak=False)
    signals.heartbeat_sent.connect(beat, weak=False)


def log_with(configure: Callable[[], None]) -> None:
    """Have Celery set up logging with `configure` in every process, instead of its own plain lines."""

    def set_up(**_: object) -> None:
        configure()
        # the pool's logger does not propagate: its messages about dead children would not be formatted
        if pool_log := get_multiprocessing_logger():
            pool_log.propagate = True

    signals.setup_logging.connect(set_up, weak=False)
