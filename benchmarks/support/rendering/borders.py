"""Picture quality at the borders between segments: whether it jumps there."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final

import cv2

from renderer.compositor.planes import Planes, allocate
from renderer.core.render_plan import RenderPlan
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.inspection.frame_reader import frames_at
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import segments_of
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.style_pack_files import load_pack

_AT_BORDER: Final = 3
"""Number of frames that count as the first of a segment."""


def border_steps(whole: RenderPlan, store: ArtifactStore, video: Path) -> list[float]:
    """For each border between segments, PSNR of the first frames less that of the following ones, in dB."""
    steps = []
    with open_plan(whole, store, pack=load_pack(whole.storyboard.pack)) as source:
        for segment in segments_of(whole)[1:]:
            first, later = segment[:_AT_BORDER], segment[_AT_BORDER : 4 * _AT_BORDER]
            decoded = frames_at(video, [*first, *later], fps=whole.fps)
            kept = {number: _psnr(source, number, decoded[number]) for number in decoded}
            steps.append(
                statistics.mean(kept[each] for each in first) - statistics.mean(kept[each] for each in later)
            )
    return steps


def _psnr(source: Drawer, number: int, decoded: Planes) -> float:
    composed_frame = allocate(decoded.width, decoded.height)
    source.draw(number, composed_frame)
    return float(cv2.PSNR(composed_frame.y, decoded.y))
