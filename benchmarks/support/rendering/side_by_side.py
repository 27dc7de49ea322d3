"""Renders a plan as the command does: its segments in parallel, in forked processes, one per core."""

from __future__ import annotations

import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks.support.rendering.floor import Cost
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.style.style_files import load_style
from renderer.core.picture_spec import captions_of
from renderer.core.render_plan import RenderPlan
from renderer.kernels.library import kernels_in_use
from renderer.painters.artwork import artwork_names
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.rendering.segments import Rendering, publish_plan
from renderer.rendering.video import render_in_segments
from renderer.runtime.allocator import loading, settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache
from renderer.runtime.workspace import open_workspace
from renderer.visuals.film.groundwork import lay_groundwork
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.processors import usable_cores
from renderer.worker.segments.forked import forked_child
from renderer.worker.segments.processes import PipedSegmentProcesses


def rendering_of(plan: RenderPlan, store: ArtifactStore, scratch: Path) -> Rendering:
    """The product's rendering on all cores of this machine."""
    return Rendering(
        store=store,
        shared_cache=NoSharedCache(),
        helpers=NoSegmentHelpers(),
        processes=PipedSegmentProcesses(usable_cores() - 1, forked=partial(forked_child, load_pack)),
        scratch=scratch,
        open_plan=partial(open_plan, pack=load_pack(plan.storyboard.pack)),
        advance=lambda _frames: None,
    )


def render_side_by_side(plan: RenderPlan, store: ArtifactStore, *, into: Path) -> None:
    """Write the video; segments that the store has already are not made again.

    Call it before this process starts drawing, since it forks its children.
    """
    rendering, segments = rendering_of(plan, store, into.parent), segments_of(plan)
    content = SegmentKeys(plan)
    keys = {segment: content.key(segment) for segment in segments}
    missing = {segment: key for segment, key in keys.items() if not (store.workspace.keys / key).is_file()}
    pixels = plan.frame_count * plan.width * plan.height
    rendering.processes.begin(publish_plan(plan, rendering), store.workspace, missing, pixels=pixels)
    try:
        render_in_segments(plan, segments, rendering, into=into)
    finally:
        rendering.processes.end()


def cost_side_by_side(plan: RenderPlan, workspace: Path, *, into: Path) -> Cost:
    """Cost of rendering in a process of its own that has loaded everything, as the command's has by then."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_cost, plan, workspace, into).result()


def _cost(plan: RenderPlan, workspace: Path, into: Path) -> Cost:
    settle_allocator()
    store = ArtifactStore(open_workspace(workspace))
    with loading():
        import av  # noqa: F401, PLC0415 - heavy; the command loads it when it tries its encoder

        _read_ahead(plan)
    began, busy = time.perf_counter(), _cpu_seconds()
    render_side_by_side(plan, store, into=into)
    return Cost(time.perf_counter() - began, _cpu_seconds() - busy)


def _read_ahead(plan: RenderPlan) -> None:
    """Read what the command reads while its script is written."""
    lettering(load_style(plan.captions.style), plan.captions.language)
    artwork_names()
    region = captions_of(plan.storyboard.shots[0].picture)
    grade = load_pack(plan.storyboard.pack).grade
    lay_groundwork(grade, region, width=plan.width, height=plan.height)
    kernels_in_use()


def _cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def forget_segments(store: ArtifactStore) -> None:
    """Make the store forget all segments, so that everything is rendered again."""
    for key in store.workspace.keys.iterdir():
        key.unlink()
