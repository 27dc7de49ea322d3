"""How rendering scales with cores: simulated from measured segments, and measured up to the machine's cores.

    python -m benchmarks.media.cores [--pack documentary] [--cores 1 2 4 8]

Each segment of a real video is rendered by one process pinned to one core; its wall time is then its CPU time
plus its stalls (reading, writing, waiting for its own threads). The simulation does what the product does:
the longest remaining segment goes to the process that is free first, processes other than the leader begin
later by the time it takes to start one, and the leader joins the files at the end. The model leaves out
shared memory bandwidth, turbo clocks and other programs, so its result is an upper bound of the speed.
Efficiency is the time on one core divided by the number of cores times the wall time.

The measurement renders the whole video with the product in processes restricted to that many cores, where the
machine has them; second threads of a core are used last. Needs Linux and an idle machine, and takes some two
minutes on two cores.
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
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from msgspec import structs

from benchmarks.product import plan
from benchmarks.support.rendering.floor import Cost
from benchmarks.support.rendering.real_plan import render_plan_of
from benchmarks.support.rendering.side_by_side import (
    cost_side_by_side,
    forget_segments,
    render_side_by_side,
    rendering_of,
)
from renderer.contract.vocabulary import StylePack
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.making_ahead import never
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segments import render_segment
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore

CHILD = "import renderer.worker.segments.segment_child"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Measured seconds: of each segment on one core (CPU and wall), to start a process, to join the files.

    `whole` is the cost of the whole video by number of cores.
    """

    cpu: tuple[float, ...]
    wall: tuple[float, ...]
    start: float
    join: float
    whole: dict[int, Cost]


def measured(pack: StylePack, topic: str, *, counts: Sequence[int]) -> Measured:
    """Measure one video segment by segment, and as a whole on each of `counts` cores that the machine has."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        storyboard, captions, store = plan(pack, topic, folder)
        whole = render_plan_of(storyboard, captions, store, seconds=0.0)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", CHILD], check=True)
        start = time.perf_counter() - began
        rendering = structs.replace(rendering_of(whole, store, folder), ahead=never)
        keys = SegmentKeys(whole)
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
        render_side_by_side(whole, store, into=folder / "joined.mp4")  # only joins: all segments exist
        found = Measured(
            cpu=tuple(cpu), wall=tuple(wall), start=start, join=time.perf_counter() - began, whole={}
        )
        there = [count for count in counts if count <= len(cores)]
        costs = {count: _on_cores(count, whole, store, into=folder / "whole.mp4") for count in there}
        return replace(found, whole=costs)


def _on_cores(count: int, plan: RenderPlan, store: ArtifactStore, *, into: Path) -> Cost:
    """Render the whole video anew with processes restricted to `count` cores."""
    forget_segments(store)
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(_apart(cores)[:count]))
    try:
        return cost_side_by_side(plan, store.workspace.root, into=into)
    finally:
        os.sched_setaffinity(0, cores)


def _apart(cores: set[int]) -> list[int]:
    """Sort logical processors so that each core's first thread comes before any core's second."""
    return sorted(cores, key=lambda core: (_thread_of_core(core), core))


def _thread_of_core(processor: int) -> int:
    """Index of a logical processor among the threads of its core, from 0; 0 where the system does not say."""
    listed = Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")
    try:
        text = listed.read_text("ascii").strip()
    except OSError:
        return 0
    bounds = [part.split("-") for part in text.split(",")]
    siblings = [number for each in bounds for number in range(int(each[0]), int(each[-1]) + 1)]
    return siblings.index(processor)


def simulated(segments: Sequence[float], *, cores: int, start: float, join: float) -> float:
    """Simulated seconds until the video is finished."""
    free = [0.0] + [start] * (cores - 1)
    heapq.heapify(free)
    for length in sorted(segments, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + length)
    busy = [each for each in free if each > start] or free
    return max(busy) + join


def _columns(took: float, alone: float, cores: int) -> str:
    """Seconds, speed-up over one core, and efficiency, as table columns."""
    return f"{took:8.2f}s {alone / took:6.2f} {alone / took / cores:10.0%}"


def _as_measured(whole: Mapping[int, Cost], cores: int) -> str:
    """The same columns for the measured times, or a note that the machine has fewer cores."""
    if cores not in whole or 1 not in whole:
        return f"{'not on this machine':>27}"
    return _columns(whole[cores].wall, whole[1].wall, cores)


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
    found = measured(StylePack(options.pack), options.topic, counts=options.cores)
    alone = simulated(found.wall, cores=1, start=0.0, join=found.join)
    stalls = sum(found.wall) - sum(found.cpu)
    print(f"{len(found.wall)} segments, {sum(found.cpu):.1f} s of CPU, {stalls:.1f} s of stalls")
    print(f"starting a process {found.start:.2f} s, joining {found.join:.2f} s")
    columns = f"{'seconds':>9} {'times':>6} {'efficiency':>10}"
    print(f"{'cores':>5} {columns} {columns}   (simulated, measured)")
    for cores in options.cores:
        took = simulated(found.wall, cores=cores, start=found.start, join=found.join)
        print(f"{cores:5} {_columns(took, alone, cores)} {_as_measured(found.whole, cores)}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(asdict(found), indent=1), "utf-8")


if __name__ == "__main__":
    main()
