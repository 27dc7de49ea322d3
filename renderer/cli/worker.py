"""`clipwright worker`: take jobs from a broker until told to stop."""

from __future__ import annotations

import logging
import os
import socket
import sys
from functools import partial
from typing import Final

import click

from pipelines.registry import PIPELINES
from renderer.clock import SystemClock
from renderer.contract.queues import SEGMENTS, queue_name
from renderer.contract.vocabulary import Workflow
from renderer.logs import configure_logs, log_the_unhandled
from renderer.runtime.privacy import keep_private
from renderer.worker.composition.context import make_worker_context
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.fitness import trouble
from renderer.worker.job.profiling import ask
from renderer.worker.process.celery_app import build_app, preload
from renderer.worker.process.celery_signals import log_with
from renderer.worker.process.gpu import gpus, slots
from renderer.worker.process.liveness import check_alive
from renderer.worker.processors import usable_cores
from renderer.worker.settings import WorkerSettings

MOST: Final = 64
DEFAULT_QUEUES: Final = ",".join([*(queue_name(each.value, "cpu") for each in Workflow), SEGMENTS])


@click.command()
@click.option(
    "--queues",
    default=DEFAULT_QUEUES,
    show_default=True,
    help="Comma-separated: WORKFLOW.cpu, WORKFLOW.gpu, segments.",
)
@click.option(
    "--concurrency",
    default=None,
    type=click.IntRange(1, 64),
    help="Jobs beside each other [default: 1; with a gpu queue, as many as its memory takes].",
)
@click.option("--log-level", default="info", show_default=True)
@click.option("--healthy", is_flag=True, help="Only say, by the exit code, whether a running worker is well.")
@click.option(
    "--ready", is_flag=True, help="Only say whether a worker in this workspace would take a job now."
)
@click.option("--profile-next", is_flag=True, help="Only let the next job of this workspace be profiled.")
def worker(
    *,
    queues: str,
    concurrency: int | None,
    log_level: str,
    healthy: bool,
    ready: bool,
    profile_next: bool,
) -> None:
    """Take jobs from the broker in CLIPWRIGHT_BROKER_URL until SIGTERM.

    SIGTERM lets jobs finish for CLIPWRIGHT_DRAIN_SECONDS, then hands them back; nothing finished is repeated.
    """
    settings = WorkerSettings()
    if healthy:
        sys.exit(0 if check_alive(settings, now=SystemClock().epoch()) else 1)
    if ready:
        say_whether_ready(settings)
        return
    if profile_next:
        ask(settings.workspace)
        return
    keep_private()
    configure = partial(configure_logs, log_level, foreign=logging.INFO)
    configure()
    log_the_unhandled()
    log_with(configure)
    beside = concurrency or fitting(queues, settings)
    each = settings.render_processes or max(1, usable_cores() // beside)
    shared = settings.model_copy(update={"render_processes": each})
    make_context = partial(make_worker_context, capabilities=build_capabilities)
    app = build_app(shared, pipelines=PIPELINES, make_context=make_context)
    preload(queues, PIPELINES)
    name = f"clipwright-{os.getpid()}@{socket.gethostname()}"
    app.worker_main(
        [
            "--quiet",
            "worker",
            f"--queues={queues}",
            f"--concurrency={beside}",
            f"--hostname={name}",
            f"--loglevel={log_level}",
            "--pool=prefork",
            "--optimization=fair",
            "--without-gossip",
            "--without-mingle",
        ]
    )


def say_whether_ready(settings: WorkerSettings) -> None:
    """Print "ready"; if the worker is not alive or could not do a job, exit with 1 and the reason."""
    why = trouble(settings)
    if not why and not check_alive(settings, now=SystemClock().epoch()):
        why = "No worker has spoken with its broker lately."
    if why:
        raise click.ClickException(why)
    click.echo("ready")


def fitting(queues: str, settings: WorkerSettings) -> int:
    """Jobs to run at a time: one on a CPU; on a GPU as many as fit its memory, but no more than cores."""
    wants_gpu = any(queue.strip().endswith(".gpu") for queue in queues.split(","))
    room = slots(gpus(), job_mb=settings.gpu_job_mb) if wants_gpu else 1
    return max(1, min(room, os.cpu_count() or 1, MOST))
