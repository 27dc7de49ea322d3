"""What a worker's bucket costs its jobs: seconds, requests, and time spent waiting for answers."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.support.worker.jobs import context_of, do_job
from benchmarks.support.worker.slow_server import slow_server
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.worker.settings import WorkerSettings

STORY: Final = (
    "An octopus has three hearts. Two of them pump blood through the gills. The third one sends it around "
    "the body. When the animal swims, that heart stops. So most of them would rather crawl than swim. Its "
    "blood is blue, because it carries copper instead of iron. Copper binds oxygen better where water is "
    "cold. Each arm has a mind of its own. Two thirds of the nerve cells sit in the arms. An arm goes on "
    "tasting and grasping even when nobody tells it to."
)


def bucket(args: argparse.Namespace) -> dict[str, float]:
    """Seconds of a job whose results are shared through a bucket, and of the same one without, in turns."""
    width, height = map(int, args.size.split("x"))
    order = ShortOrder(script=STORY, frame=FrameSpec(width=width, height=height, fps=30))
    alone, shared, waited, asked = list[float](), list[float](), list[float](), list[float]()
    with slow_server(latency=args.latency) as slow:
        for _ in range(args.runs + 1):
            alone.append(_job_seconds(order, {}))
            shared.append(_job_seconds(order, slow.settings()))
            waited.append(slow.waited)
            asked.append(slow.requests)
    # the first of each loads what the others find loaded
    seconds, without = median(shared[1:]), median(alone[1:])
    return {
        "seconds_alone": without,
        "seconds_with_bucket": seconds,
        "times_alone": seconds / without,
        "requests": median(asked[1:]),
        "waited_percent": 100 * median(waited[1:]) / seconds,
    }


def _job_seconds(order: ShortOrder, changes: dict[str, str]) -> float:
    """Seconds of one job in a fresh workspace."""
    with tempfile.TemporaryDirectory() as folder:
        settings = WorkerSettings.model_validate(
            {
                "workspace": Path(folder) / "workspace",
                "storage_root": Path(folder) / "objects",
                "encoder": "libx264",
                **changes,
            }
        )
        context = context_of(settings)
        began = time.monotonic()
        do_job(order, context)
        return time.monotonic() - began
