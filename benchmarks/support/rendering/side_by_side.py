"""A plan rendered as the product does it: its segments side by side, one process for each core."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from renderer.core.render_plan import RenderPlan
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import segments_of
from renderer.rendering.segments import Rendering
from renderer.rendering.video import render_in_segments
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.job.segment_processes import PipedSegmentProcesses, usable_cores


def rendering_of(plan: RenderPlan, store: ArtifactStore, scratch: Path) -> Rendering:
    """What rendering needs, on all cores of this machine."""
    return Rendering(
        store=store,
        shared_cache=NoSharedCache(),
        helpers=NoSegmentHelpers(),
        processes=PipedSegmentProcesses(usable_cores() - 1),
        scratch=scratch,
        open_plan=partial(open_plan, pack=load_pack(plan.storyboard.pack)),
        advance=lambda _frames: None,
    )


def render_side_by_side(plan: RenderPlan, store: ArtifactStore, *, into: Path) -> None:
    """Write the video; a store that knows some of its segments makes only the others."""
    render_in_segments(plan, segments_of(plan), rendering_of(plan, store, into.parent), into=into)


def forget_segments(store: ArtifactStore) -> None:
    """Have everything rendered again."""
    for key in store.workspace.keys.iterdir():
        key.unlink()
