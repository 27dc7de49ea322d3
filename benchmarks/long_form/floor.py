"""Encoding alone: the floor of a film's frames, and whether segments come out with the same bytes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

import numpy as np

from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.contract.orders.base import FrameSpec
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.rendering.frames import open_frames
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.visuals.style_pack_files import load_pack

EVERY: Final = 8
"""One of so many segments goes into the floor."""
WINDOW: Final = 90
"""Frames of a segment that are composed into memory at a time: 280 MB at 1920 x 1080."""
COMPARED: Final = 3
"""Untouched segments that are made once more."""


class Remembered:
    """Frames composed before the clock starts, the first of which has number `first`."""

    def __init__(self, frames: list[Planes], first: int) -> None:
        self._frames, self._first = frames, first

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame out of memory."""
        copy_into(target, self._frames[frame - self._first])


def floor(plan: RenderPlan, store: ArtifactStore) -> tuple[float, float]:
    """Seconds by the wall and of all processors that encoding all frames of the plan would take."""
    wall = cpu = 0.0
    count = 0
    spec = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_frames(
            plan.storyboard, plan.captions, frame=spec, store=store, pack=load_pack(plan.storyboard.pack)
        ) as source,
    ):
        for frames in segments_of(plan)[::EVERY]:
            window = frames[:WINDOW]
            composed = [allocate(plan.width, plan.height) for _ in window]
            for number, target in zip(window, composed, strict=True):
                source.draw(number, target)
            began, worked = time.perf_counter(), time.process_time()
            encode_segment(
                Remembered(composed, window.start),
                frames=window,
                shape=_shape(plan),
                profile=plan.encoder,
                into=Path(folder) / "floor.mp4",
            )
            wall += time.perf_counter() - began
            cpu += time.process_time() - worked
            count += len(window)
    return wall * plan.frame_count / count, cpu * plan.frame_count / count


def same_bytes(plan: RenderPlan, untouched: list[range], store: ArtifactStore) -> tuple[int, int]:
    """Of how many segments, made once more from the edited plan, the bytes are the same; how many were."""
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
                encode_segment(source, frames=frames, shape=_shape(plan), profile=plan.encoder, into=into)
            kept = (store.workspace.keys / keys.key(frames)).read_text()
            equal += kept == file_digest(into)
    return equal, len(picked)


def _shape(plan: RenderPlan) -> VideoShape:
    return VideoShape(width=plan.width, height=plan.height, fps=plan.fps)
