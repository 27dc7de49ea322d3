"""How rendering scales with cores: simulated from measured segments, and measured up to the machine's cores.

    python -m benchmarks.media.cores [--pack documentary] [--cores 1 2 4 8]

Each segment of a real video is rendered by one process pinned to one core, once by itself and once after the
segment before it, whose pictures are still open; its wall time is then its CPU time plus its stalls (reading,
writing, waiting for its own threads). The simulation hands out segments in the product's order
(`rendering.segment_order`): processes other than the leader begin later by the time it takes to start one,
and the leader joins the files at the end. The model leaves out shared memory bandwidth, turbo clocks, other
programs and what each process does once, so its result is an upper bound of the speed. Efficiency is the time
on one core divided by the number of cores times the wall time.

The measurement renders the whole video with the product in processes restricted to that many cores, where the
machine has them; second threads of a core are used last. Needs Linux and an idle machine, and takes some two
minutes on two cores.
"""

from __future__ import annotations

import argparse
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
from renderer.core.shot_frames import begins_within_shot
from renderer.media.encoding.making_ahead import never
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segment_order import expected_costs, in_order
from renderer.rendering.segments import render_segment
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore

CHILD = "import renderer.worker.segments.segment_child"


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTimes:
    """Measured seconds of a segment on one core.

    `cpu` and `wall` include opening its pictures, which `following` (wall) does not, where those of the
    segment before it were left open. `expected`: its cost as the product expects it. `within`: whether it
    begins within a shot.
    """

    frames: range
    cpu: float
    wall: float
    following: float
    expected: float
    within: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Measured times of all segments, and seconds to start a process and to join the files.

    `whole` is the cost of the whole video by number of cores.
    """

    segments: tuple[SegmentTimes, ...]
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
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})
        segments = _segment_times(whole, store, folder)
        os.sched_setaffinity(0, cores)
        began = time.perf_counter()
        render_side_by_side(whole, store, into=folder / "joined.mp4")  # only joins: all segments exist
        found = Measured(segments=segments, start=start, join=time.perf_counter() - began, whole={})
        there = [count for count in counts if count <= len(cores)]
        costs = {count: _on_cores(count, whole, store, into=folder / "whole.mp4") for count in there}
        return replace(found, whole=costs)


def _segment_times(whole: RenderPlan, store: ArtifactStore, folder: Path) -> tuple[SegmentTimes, ...]:
    """Render every segment in order with pictures left open, then each by itself; the last are kept."""
    rendering = structs.replace(rendering_of(whole, store, folder), ahead=never)
    keys, segments = SegmentKeys(whole), segments_of(whole)

    def cost(segment: range, kept: KeptFrames) -> Cost:
        began, busy = time.perf_counter(), time.process_time()
        render_segment(whole, segment, rendering, key=keys.key(segment), kept=kept)
        return Cost(time.perf_counter() - began, time.process_time() - busy)

    with closing(KeptFrames()) as kept:
        following = {segment: cost(segment, kept).wall for segment in segments}
    forget_segments(store)
    expected = expected_costs(whole, segments)
    found = []
    for segment in segments:
        with closing(KeptFrames()) as kept:
            alone = cost(segment, kept)
        found.append(
            SegmentTimes(
                frames=segment,
                cpu=alone.cpu,
                wall=alone.wall,
                following=following[segment],
                expected=expected[segment],
                within=begins_within_shot(whole.storyboard, segment.start, whole.fps),
            )
        )
    return tuple(found)


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


def simulated(segments: Sequence[SegmentTimes], *, cores: int, start: float, join: float) -> float:
    """Simulated seconds until the video is finished."""
    free, ended = [0.0] + [start] * (cores - 1), [-1] * cores
    rendered: list[SegmentTimes | None] = [None] * cores
    left = {one.frames: one for one in segments}
    while left:
        asking = min(range(cores), key=free.__getitem__)
        order = in_order(
            sorted(left, key=lambda frames: frames.start),
            costs={frames: one.expected for frames, one in left.items()},
            within={one.frames.start for one in segments if one.within},
            under_way=[one.frames for other, one in enumerate(rendered) if one and other != asking],
            ended={ended[asking]},
            processes=cores,
        )
        todo = left.pop(order[0])
        follows = todo.within and ended[asking] == todo.frames.start
        free[asking] += todo.following if follows else todo.wall
        ended[asking], rendered[asking] = todo.frames.stop, todo
    return max(free[at] for at in range(cores) if rendered[at]) + join


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
    segments = found.segments
    alone = simulated(segments, cores=1, start=0.0, join=found.join)
    busy, waited = sum(one.cpu for one in segments), sum(one.wall - one.cpu for one in segments)
    followed = sum(one.wall - one.following for one in segments if one.within)
    print(f"{len(segments)} segments, {busy:.1f} s of CPU, {waited:.1f} s of stalls")
    print(f"{followed:.1f} s less where each follows the one before it")
    print(f"starting a process {found.start:.2f} s, joining {found.join:.2f} s")
    columns = f"{'seconds':>9} {'times':>6} {'efficiency':>10}"
    print(f"{'cores':>5} {columns} {columns}   (simulated, measured)")
    for cores in options.cores:
        took = simulated(segments, cores=cores, start=found.start, join=found.join)
        print(f"{cores:5} {_columns(took, alone, cores)} {_as_measured(found.whole, cores)}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(asdict(found), indent=1, default=str), "utf-8")


if __name__ == "__main__":
    main()
