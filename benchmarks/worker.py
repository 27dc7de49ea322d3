"""Rate of dispatching, a worker's memory over many jobs, what a bucket costs them; prints and writes JSON.

A figure that misses its bar is marked MISSED, and the exit status is then 1.

`python -m benchmarks.worker dispatch` needs the address of a RabbitMQ or Redis in CLIPWRIGHT_BROKER_URL;
`python -m benchmarks.worker memory [--jobs 100] [--size 540x960]` needs nothing;
`python -m benchmarks.worker bucket [--runs 3] [--latency 0.015] [--size 1080x1920]` starts an S3 server.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import structlog
from pydantic import SecretStr

from api.accounts.service import create_account
from api.assembly import Adapters, build_services
from api.db.database import Database
from api.db.migrate import migrate
from api.jobs import repository
from api.queue import outbox
from api.queue.celery_queue import CeleryQueue
from api.settings import ServiceSettings
from api.videos.schemas import CreateVideo
from api.videos.service import new_job
from benchmarks.support.worker.bucket_cost import bucket
from benchmarks.support.worker.jobs import context_of, do_job
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.memory_staging import MemoryStaging
from renderer.clock import SystemClock
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import Plan
from renderer.worker.settings import WorkerSettings
from renderer.worker.upkeep import tidy

Figures = dict[str, float]


def dispatch(args: argparse.Namespace) -> Figures:
    """Messages per second through the outbox and the job queue, publisher confirms included."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(
            os.environ.get("CLIPWRIGHT_DATABASE_URL") or f"sqlite:///{folder}/worker_context.db"
        )
        migrate(database)
        now = datetime.now(UTC)
        account = create_account(database, SystemClock(), plan=Plan.PRO, name="bench").account_id
        with database.write() as connection:
            for number in range(args.messages):
                job = new_job(
                    CreateVideo(topic=f"number {number}"), account, now=now + timedelta(microseconds=number)
                )
                repository.insert(connection, job)
                outbox.post(connection, job_id=job.id, attempt=1, now=now)
        job_queue = CeleryQueue(os.environ["CLIPWRIGHT_BROKER_URL"], needs={"short": "cpu"})
        settings = ServiceSettings(
            database_url=database.url,
            data_dir=Path(folder),
            secret_key=SecretStr("a secret of the benchmark, long enough"),
            background=False,
        )
        store = MemoryStore()
        adapters = Adapters(
            job_queue=job_queue, store=store, staging=MemoryStaging(store), clock=SystemClock()
        )
        services = build_services(settings, adapters)
        dispatcher = services.dispatcher
        started, own = time.monotonic(), time.process_time()
        rung = 0
        while count := dispatcher.run_once():
            rung += count
        seconds, cpu = time.monotonic() - started, time.process_time() - own
        job_queue.close()
        services.close()
        database.close()
    return {"messages": rung, "per_second": rung / seconds, "cpu_ms_each": 1000 * cpu / max(1, rung)}


def memory(args: argparse.Namespace) -> Figures:
    """Resident memory of one process over many real jobs, each with its own script."""
    width, height = map(int, args.size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        settings = WorkerSettings(
            workspace=Path(folder) / "workspace",
            storage_root=Path(folder) / "objects",
            encoder="libx264",
            encoder_threads=1,
            workspace_limit_gb=0.05,
        )
        worker_context = context_of(settings)
        sizes: list[float] = []
        started = time.monotonic()
        for number in range(args.jobs):
            order = ShortOrder(
                script=f"This is story number {number}. It is short, and it is told once.",
                frame=FrameSpec(width=width, height=height, fps=30),
            )
            do_job(order, worker_context)
            tidy(worker_context, settings)
            sizes.append(_resident_mb())
    after_third, at_end = sizes[min(2, len(sizes) - 1)], sizes[-1]
    return {
        "jobs": args.jobs,
        "mb_after_third": after_third,
        "mb_at_end": at_end,
        "mb_highest": max(sizes),
        "growth_percent": 100 * (at_end / after_third - 1),
        "seconds_each": (time.monotonic() - started) / args.jobs,
    }


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


BENCHMARKS: dict[str, Callable[[argparse.Namespace], Figures]] = {
    "dispatch": dispatch,
    "memory": memory,
    "bucket": bucket,
}
SIZES: Final = {"dispatch": "", "memory": "540x960", "bucket": "1080x1920"}

LEAST_RATE: Final = 500.0
MOST_GROWTH: Final = 10.0
MOST_WAITED: Final = 10.0
BARS: Final[dict[str, Callable[[float], bool]]] = {
    "per_second": lambda rate: rate >= LEAST_RATE,
    "growth_percent": lambda growth: growth <= MOST_GROWTH,
    "waited_percent": lambda waited: waited <= MOST_WAITED,
}


def main() -> bool:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=BENCHMARKS)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=100)
    parser.add_argument("--size", default="")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.015)
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    args.size = args.size or SIZES[args.what]
    figures: dict[str, Any] = BENCHMARKS[args.what](args)
    missed = [name for name, holds in BARS.items() if name in figures and not holds(figures[name])]
    for name, value in figures.items():
        print(f"{name:18} {value:12.2f}{'  MISSED' * (name in missed)}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main())
