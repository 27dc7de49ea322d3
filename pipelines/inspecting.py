"""The finished file judged against its plan."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pipelines.documents import RenderedVideo
from renderer.contract.orders.base import OrderDocument
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.inspect import Expectation, Finding, Inspection, inspect_video
from renderer.rendering.caption_contrast import contrast_by_state, contrast_frames
from renderer.rendering.caption_sync import caption_changes, out_of_sync
from renderer.runtime.stage import StageContext


def inspected(context: StageContext[OrderDocument], *, frozen: Fraction) -> Inspection:
    """The rendered video held against its plan; `frozen` is how long, in seconds, a picture may stand still.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    rendered = context.read(RenderedVideo)
    plan = rendered.plan
    expected = Expectation(
        width=plan.width, height=plan.height, fps=plan.fps, frame_count=plan.frame_count, frozen=frozen
    )
    return judged(context, context.path(rendered.video), plan, expected)


def judged(
    context: StageContext[OrderDocument], video: Path, plan: RenderPlan, expected: Expectation
) -> Inspection:
    """A file held against its plan and what is expected of it besides.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="captions") as reader:
        captions = reader.submit(_captions_read, video, plan)
        inspection = inspect_video(video, expected)
        if inspection.passed:  # what cannot be decoded has been found already; nothing more is asked of it
            context.advance(0.7, "streams, times, loudness and pictures are right")
            findings, contrast = captions.result()
            inspection = replace(inspection, findings=findings, caption_contrast=contrast)
    if not inspection.passed:
        raise ClipwrightError("quality_gate", findings=inspection.summary)
    return inspection


def _captions_read(video: Path, plan: RenderPlan) -> tuple[tuple[Finding, ...], dict[str, float]]:
    """What decoded frames say of captions: whether they change in time, and their contrast.

    Frames around some word onsets must look like the planned caption, not like its neighbour.
    """
    changes, still = caption_changes(plan), contrast_frames(plan)
    onsets = {number for change in changes for number in (change.onset - 1, change.onset)}
    decoded = frames_at(video, onsets | set(still), fps=plan.fps)
    findings = tuple(
        Finding(code="caption_sync", detail=f"the caption does not change at frame {onset} as planned")
        for onset in out_of_sync(changes, decoded)
    )
    return findings, contrast_by_state(plan, {number: decoded[number] for number in still})
