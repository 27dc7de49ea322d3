"""Exports whose every picture is drawn: their plan, and drawing them before the sound is ready."""

from __future__ import annotations

from pipelines.project.documents import EncodedExport, ReframedSource
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.render_plan import RenderPlan
from renderer.rendering.ahead import begin_rendering
from renderer.rendering.segment_content import segments_of
from renderer.runtime.stage import StageContext


def drawn_export(
    context: StageContext[RemixExport], captions: CaptionTrack, *, audio: str = ""
) -> RenderPlan:
    """The plan of an export whose every picture is drawn; `audio` is "" while its sound is not ready."""
    reframed = context.read(ReframedSource)
    return RenderPlan(
        width=reframed.width,
        height=reframed.height,
        fps=reframed.fps,
        frame_count=reframed.frame_count,
        storyboard=reframed.storyboard,
        captions=captions,
        audio=audio,
        encoder=context.engine(ChosenEncoder).profile,
    )


def begin_export(context: StageContext[RemixExport], captions: CaptionTrack) -> None:
    """Have an export drawn while its sound is mixed, if no picture of the source can be kept as it is."""
    if context.read(ReframedSource).untouched or EncodedExport not in context.coming:
        return
    plan = drawn_export(context, captions)
    segments = segments_of(plan)
    if len(segments) > 1:  # a single one is encoded together with the sound
        begin_rendering(context, plan, segments, frames=plan.frame_count)
