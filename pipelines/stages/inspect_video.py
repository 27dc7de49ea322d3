"""inspect_video: the finished file is judged before anyone sees it; a failing one is never published."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.frames import open_frames
from pipelines.sync import onsets_to_check, out_of_sync
from renderer.compositor.planes import Planes, allocate
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.frames_at import frames_at
from renderer.media.inspect import Expectation, Finding, Inspection, inspect_video
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext) -> Inspection:
    """Measure the file against the plan.

    Raises:
        ClipwrightError: `quality_gate` with everything that was found.
    """
    rendered = context.read(RenderedVideo)
    plan = rendered.plan
    expected = Expectation(width=plan.width, height=plan.height, fps=plan.fps, frame_count=plan.frame_count)
    inspection = inspect_video(context.path(rendered.video), expected)
    if inspection.passed:
        context.advance(0.7, "streams, times, loudness and pictures are right")
        inspection = replace(inspection, findings=_sync_findings(context, rendered))
    if not inspection.passed:
        raise ClipwrightError("quality_gate", findings=inspection.summary)
    return inspection


def _sync_findings(context: StageContext, rendered: RenderedVideo) -> tuple[Finding, ...]:
    """Decoded frames around some word onsets must look like the planned frames, not like their neighbours."""
    plan = rendered.plan
    onsets = onsets_to_check(plan.captions, plan.fps)
    numbers = {number for onset in onsets for number in (onset - 1, onset)}
    decoded = frames_at(context.path(rendered.video), numbers, fps=plan.fps)
    planned = _planned(context, plan, numbers)
    late = out_of_sync(onsets, decoded=decoded, planned=planned)
    return tuple(
        Finding(code="caption_sync", detail=f"the caption does not change at frame {onset} as planned")
        for onset in late
    )


def _planned(context: StageContext, plan: RenderPlan, numbers: set[int]) -> dict[int, Planes]:
    planned: dict[int, Planes] = {}
    with open_frames(
        plan.storyboard, plan.captions, frame=context.order.frame, store=context.store
    ) as frames:
        for number in sorted(numbers):
            planned[number] = allocate(plan.width, plan.height)
            frames.draw(number, planned[number])
    return planned


STAGE: Final = Stage(
    name="inspect_video",
    version=1,
    weight=4,
    needs=(RenderedVideo,),
    makes=Inspection,
    run=run,
)
