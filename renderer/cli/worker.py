"""`clipwright worker`: take jobs from a broker until told to stop."""

from __future__ import annotations

import os
import socket
import sys
from typing import Final

import click

from renderer.contract.queues import SEGMENTS, queue_name
from renderer.runtime.clock import SystemClock
from renderer.worker.celery_app import build_app, check_alive
from renderer.worker.gpu import gpus, slots
from renderer.worker.logs import configure_logs
from renderer.worker.profiling import ask
from renderer.worker.settings import WorkerSettings

MOST: Final = 64
DEFAULT_QUEUES: Final = f"{queue_name('short', 'cpu')},{SEGMENTS}"


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
@click.option("--profile-next", is_flag=True, help="Only let the next job of this workspace be profiled.")
def worker(
    *, queues: str, concurrency: int | None, log_level: str, healthy: bool, profile_next: bool
) -> None:
    """Take jobs from the broker in CLIPWRIGHT_BROKER_URL until SIGTERM.

    SIGTERM lets jobs finish for CLIPWRIGHT_DRAIN_SECONDS, then hands them back; nothing finished is repeated.
    """
    settings = WorkerSettings()
    if healthy:
        sys.exit(0 if check_alive(settings, now=SystemClock().epoch()) else 1)
    if profile_next:
        ask(settings.workspace)
        return
    configure_logs(log_level)
    app = build_app(settings)
    name = f"clipwright-{os.getpid()}@{socket.gethostname()}"
    app.worker_main(
        [
            "worker",
            f"--queues={queues}",
            f"--concurrency={concurrency or fitting(queues, settings)}",
            f"--hostname={name}",
            f"--loglevel={log_level}",
            "--pool=prefork",
            "--optimization=fair",
            "--without-gossip",
            "--without-mingle",
        ]
    )


def fitting(queues: str, settings: WorkerSettings) -> int:
    """How many jobs at a time: one on a CPU; on a GPU as many as fit its memory, but no more than cores."""
    wants_gpu = any(queue.strip().endswith(".gpu") for queue in queues.split(","))
    room = slots(gpus(), job_mb=settings.gpu_job_mb) if wants_gpu else 1
    return max(1, min(room, os.cpu_count() or 1, MOST))
