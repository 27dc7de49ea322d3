"""`clipwright worker`: take jobs from a broker until told to stop."""

from __future__ import annotations

import os
import socket
import sys

import click

from renderer.contract.queues import SEGMENTS, queue_name
from renderer.runtime.clock import SystemClock
from renderer.worker.celery_app import build_app, check_alive
from renderer.worker.logs import configure_logs
from renderer.worker.settings import WorkerSettings

DEFAULT_QUEUES = f"{queue_name('short', 'cpu')},{SEGMENTS}"


@click.command()
@click.option(
    "--queues",
    default=DEFAULT_QUEUES,
    show_default=True,
    help="Comma-separated: WORKFLOW.cpu, WORKFLOW.gpu, segments.",
)
@click.option("--concurrency", default=1, show_default=True, type=click.IntRange(1, 64), help="Children.")
@click.option("--log-level", default="info", show_default=True)
@click.option("--healthy", is_flag=True, help="Only say, by the exit code, whether a running worker is well.")
def worker(*, queues: str, concurrency: int, log_level: str, healthy: bool) -> None:
    """Take jobs from the broker in CLIPWRIGHT_BROKER_URL until SIGTERM.

    SIGTERM lets jobs finish for CLIPWRIGHT_DRAIN_SECONDS, then hands them back; nothing finished is repeated.
    """
    settings = WorkerSettings()
    if healthy:
        sys.exit(0 if check_alive(settings, now=SystemClock().epoch()) else 1)
    configure_logs(log_level)
    app = build_app(settings)
    name = f"clipwright-{os.getpid()}@{socket.gethostname()}"
    app.worker_main(
        [
            "worker",
            f"--queues={queues}",
            f"--concurrency={concurrency}",
            f"--hostname={name}",
            f"--loglevel={log_level}",
            "--pool=prefork",
            "--optimization=fair",
            "--without-gossip",
            "--without-mingle",
        ]
    )
