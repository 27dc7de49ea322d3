"""From documents to the encoded video: the plan, and frames and sound of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pipelines.asset_digests import asset_digest
from pipelines.documents import RenderedVideo
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.render_plan import ChosenEncoder, RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.media.encoding.audio_encode import Remaster, unchanged
from renderer.media.encoding.encode import ChapterMark
from renderer.rendering.segments import OpenPlan, Rendering
from renderer.rendering.video import render_plan
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import StageContext


def render_params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Frame size, rate, encoder and the files of pack and style; the rest comes as inputs."""
    settings = order.settings
    return {
        "frame": order.frame.model_dump(),
        "encoder": capabilities.engine(ChosenEncoder).profile,
        "pack_file": asset_digest(f"style_packs/{settings.style_pack}.toml"),
        "style_file": asset_digest(f"caption_styles/{settings.captions.style}.toml"),
    }


def encoded_plan(
    context: StageContext[NarratedOrder],
    plan: RenderPlan,
    *,
    open_plan: OpenPlan,
    chapters: Sequence[ChapterMark] = (),
    remaster: Remaster = unchanged,
) -> RenderedVideo:
    """The video of a plan, with these chapters.

    `open_plan` opens its frames; `remaster` mends sound that AAC lifts too high.
    """
    into = context.scratch / "video.mp4"
    total = plan.frame_count

    def encoded(frames: int) -> None:
        context.advance(frames / total, f"frame {frames} of {total}")

    rendering = Rendering(
        store=context.store,
        shared_cache=context.shared_cache,
        helpers=context.helpers,
        processes=context.engine(SegmentProcesses),
        scratch=context.scratch,
        open_plan=open_plan,
        advance=encoded,
        remaster=remaster,
        cancelled=context.cancelled,
    )
    render_plan(plan, rendering, into=into, chapters=chapters)
    return RenderedVideo(video=context.keep(into), duration=Fraction(total, plan.fps), plan=plan)


def frame_count(rendered: RenderedVideo) -> int:
    """Frames that went into it."""
    return rendered.plan.frame_count


def plan_of(context: StageContext[NarratedOrder], captions: CaptionTrack) -> RenderPlan:
    """All decisions of the video, with these captions drawn on it."""
    storyboard, frame = context.read(Storyboard), context.order.frame
    mix = context.read(Mix)
    return RenderPlan(
        width=frame.width,
        height=frame.height,
        fps=frame.fps,
        frame_count=first_frame(storyboard.shots[-1].span.end, frame.fps),
        storyboard=storyboard,
        captions=captions,
        audio=mix.audio,
        encoder=context.engine(ChosenEncoder).profile,
    )
