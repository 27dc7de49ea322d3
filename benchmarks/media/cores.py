"""How rendering would go on four and eight cores: a simulation from segments measured one by one.

    python -m benchmarks.media.cores [--pack documentary] [--cores 1 2 4 8]

Each segment of a real video is rendered by one process that is held on one core: its wall time is then the
CPU time it takes and what it stalls (reading, writing, waiting for its own threads). Simulated is what the
product does: the longest segment that is left goes to whoever is free, processes beside the leader begin
later by the time that one takes to start, and the leader joins the files at the end. Shared memory bandwidth,
turbo clocks and other programs are not in the model: what it says is an upper bound. Efficiency is the work
of one core divided by cores times wall time. Needs Linux and an idle machine, some two minutes of it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.product import plan
from benchmarks.support.rendering.real_plan import render_plan_of
from benchmarks.support.rendering.side_by_side import render_side_by_side, rendering_of
from renderer.contract.vocabulary import StylePack
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segments import render_segment
from renderer.runtime.allocator import settle_allocator

CHILD = "import renderer.worker.job.segment_child"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Seconds of each segment on one core: CPU, and wall; to start a process; to join the finished files."""

    cpu: tuple[float, ...]
    wall: tuple[float, ...]
    start: float
    join: float


def measured(pack: StylePack, topic: str) -> Measured:
    """One video, segment by segment."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        storyboard, captions, store = plan(pack, topic, folder)
        whole = render_plan_of(storyboard, captions, store, seconds=0.0)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", CHILD], check=True)
        start = time.perf_counter() - began
        rendering, keys = rendering_of(whole, store, folder), SegmentKeys(whole)
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        cpu, wall = [], []
        for segment in segments_of(whole):
            began, busy = time.perf_counter(), time.process_time()
            with closing(KeptFrames()) as kept:
                render_segment(whole, segment, rendering, key=keys.key(segment), kept=kept)
            wall.append(time.perf_counter() - began)
            cpu.append(time.process_time() - busy)
        os.sched_setaffinity(0, cores)
        began = time.perf_counter()
        render_side_by_side(whole, store, into=folder / "joined.mp4")  # all of it is there already
        return Measured(cpu=tuple(cpu), wall=tuple(wall), start=start, join=time.perf_counter() - began)


def simulated(segments: Sequence[float], *, cores: int, start: float, join: float) -> float:
    """Seconds until the video is there."""
    free = [0.0] + [start] * (cores - 1)
    heapq.heapify(free)
    for length in sorted(segments, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + length)
    busy = [each for each in free if each > start] or free
    return max(busy) + join


def main() -> None:
    """Measure, simulate, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", choices=list(StylePack), default=StylePack.DOCUMENTARY)
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--cores", type=int, nargs="*", default=[1, 2, 4, 8])
    parser.add_argument("--json", type=Path, default=Path("out/cores.json"))
    options = parser.parse_args()
    settle_allocator()
    found = measured(StylePack(options.pack), options.topic)
    alone = simulated(found.wall, cores=1, start=0.0, join=found.join)
    stalls = sum(found.wall) - sum(found.cpu)
    print(f"{len(found.wall)} segments, {sum(found.cpu):.1f} s of CPU, {stalls:.1f} s of stalls")
    print(f"starting a process {found.start:.2f} s, joining {found.join:.2f} s")
    print(f"{'cores':>5} {'seconds':>8} {'times':>6} {'efficiency':>10}   (simulated)")
    for cores in options.cores:
        took = simulated(found.wall, cores=cores, start=found.start, join=found.join)
        print(f"{cores:5} {took:8.2f} {alone / took:6.2f} {alone / took / cores:10.0%}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(asdict(found), indent=1), "utf-8")


if __name__ == "__main__":
    main()
