"""The encode-only floor of a film, and whether segments made again have the same bytes."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.contract.orders.base import FrameSpec
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.rendering.frames import open_frames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segments import encode_within_limit, encoders_of
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack

EVERY: Final = 4
"""Every fourth segment goes into the floor."""
WINDOW: Final = 90
"""Most frames of a segment that are composed into memory: 280 MB at 1920 x 1080."""
COMPARED: Final = 3
"""Number of untouched segments that are made once more."""
PATIENCE: Final = 120.0
"""Seconds that one encoder waits for the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """Seconds to encode all frames: `wall` with an encoder on each core, `cpu` of processor time.

    `cpu` is that of one encoder with the machine to itself; parallel encoders share memory and caches and
    take somewhat more.
    """

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cost:
    """Seconds of wall and processor time that it took to encode `frames` frames."""

    wall: float
    cpu: float
    frames: int


class Remembered(Drawer):
    """Serves frames composed before the clock starts; the first one has number `first`."""

    def __init__(self, frames: list[Planes], first: int) -> None:
        self._frames, self._first = frames, first

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame from memory into the target."""
        copy_into(target, self._frames[frame - self._first])


def floor(plan: RenderPlan, workspace: Path) -> Encoding:
    """Measure encoding alone, with one encoder per core, and with a single encoder on the machine."""
    cores = os.cpu_count() or 1
    picked = segments_of(plan)[::EVERY]
    beside = _side_by_side(plan, workspace, [picked[number::cores] for number in range(cores)])
    alone = _encoded(plan, workspace, picked)
    each = [cost.wall / cost.frames for cost in beside]
    return Encoding(
        wall=plan.frame_count * sum(each) / len(each) / cores,
        cpu=plan.frame_count * alone.cpu / alone.frames,
    )


def _side_by_side(plan: RenderPlan, workspace: Path, shares: Sequence[Sequence[range]]) -> list[_Cost]:
    """Encode each share in its own process; all encode their windows at the same time."""
    spawning = multiprocessing.get_context("spawn")
    rounds = min(map(len, shares))
    together, answers = spawning.Barrier(len(shares)), spawning.SimpleQueue()
    workers = [
        spawning.Process(target=_share, args=(plan, workspace, share[:rounds], together, answers))
        for share in shares
    ]
    for worker in workers:
        worker.start()
    costs = [answers.get() for _ in workers]
    for worker in workers:
        worker.join()
    return costs


def _share(
    plan: RenderPlan,
    workspace: Path,
    segments: Sequence[range],
    together: Barrier,
    answers: multiprocessing.SimpleQueue[_Cost],
) -> None:
    answers.put(_encoded(plan, workspace, segments, together=together))


def _encoded(
    plan: RenderPlan, workspace: Path, segments: Sequence[range], *, together: Barrier | None = None
) -> _Cost:
    """Compose the beginning of each segment, then encode it; waits at `together` for the other encoders."""
    wall = cpu = 0.0
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for frames, window in _windows(plan, workspace, segments):
            if together is not None:
                together.wait(PATIENCE)
            began, worked = time.perf_counter(), time.process_time()
            encode_segment(
                Remembered(window, frames.start),
                frames=frames,
                shape=_shape(plan),
                profile=replace(encoders_of(plan, frames)[0], still="encoded"),
                into=Path(folder) / "floor.mp4",
            )
            wall += time.perf_counter() - began
            cpu += time.process_time() - worked
            count += len(frames)
    return _Cost(wall=wall, cpu=cpu, frames=count)


def _windows(
    plan: RenderPlan, workspace: Path, segments: Sequence[range]
) -> Iterator[tuple[range, list[Planes]]]:
    """The first frames of each segment, as frame numbers and as composed pictures."""
    store = ArtifactStore(open_workspace(workspace))
    spec = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    pack = load_pack(plan.storyboard.pack)
    with open_frames(plan.storyboard, plan.captions, frame=spec, store=store, pack=pack) as source:
        for frames in segments:
            window = frames[:WINDOW]
            composed = [allocate(plan.width, plan.height) for _ in window]
            for number, target in zip(window, composed, strict=True):
                source.draw(number, target)
            yield window, composed


def same_bytes(plan: RenderPlan, untouched: list[range], store: ArtifactStore) -> tuple[int, int]:
    """Make some segments again from the edited plan; returns how many came out equal, of how many."""
    keys = SegmentKeys(plan)
    spec = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    picked = [untouched[at] for at in np.linspace(0, len(untouched) - 1, COMPARED).round().astype(int)]
    equal = 0
    with tempfile.TemporaryDirectory() as folder:
        for frames in picked:
            into = Path(folder) / f"{frames.start}.mp4"
            with open_frames(
                plan.storyboard, plan.captions, frame=spec, store=store, pack=load_pack(plan.storyboard.pack)
            ) as source:
                encoded = partial(encode_segment, source, frames=frames, shape=_shape(plan), into=into)
                encode_within_limit(plan, frames, encoded)
            kept = (store.workspace.keys / keys.key(frames)).read_text()
            equal += kept == file_digest(into)
    return equal, len(picked)


def _shape(plan: RenderPlan) -> VideoShape:
    return VideoShape(width=plan.width, height=plan.height, fps=plan.fps)
