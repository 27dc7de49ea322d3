"""render_export: every frame that is not there already is drawn and encoded, in segments, with the sound."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipelines.asset_digests import asset_digest
from pipelines.project.copying import copied_export, may_be_copied
from pipelines.project.documents import EncodedExport, ReframedSource
from pipelines.project.remastering import remastered
from pipelines.source.documents import SurveyedSource
from pipelines.source.reading import source_path
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.picture_spec import media_of
from renderer.core.render_plan import ChosenEncoder, RenderPlan
from renderer.rendering.frames import open_plan
from renderer.rendering.segments import Rendering
from renderer.rendering.video import render_plan
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_pack_files import load_pack


def params(order: RemixExport, capabilities: CapabilitySet) -> object:
    """The encoder and the caption style's file; the rest comes as inputs."""
    return {
        "encoder": capabilities.engine(ChosenEncoder).profile,
        "style_file": asset_digest(f"caption_styles/{order.settings.captions.style}.toml"),
    }


def run(context: StageContext[RemixExport]) -> EncodedExport:
    """Copy the source's packets where nothing touches its pictures; else draw, encode, join.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`, `media_unreadable`.
    """
    reframed, mix = context.read(ReframedSource), context.read(Mix)
    source_path(context)
    if may_be_copied(context):
        for copied in copied_export(context):
            return copied
    plan = RenderPlan(
        width=reframed.width,
        height=reframed.height,
        fps=reframed.fps,
        frame_count=reframed.frame_count,
        storyboard=reframed.storyboard,
        captions=context.read(CaptionTrack),
        audio=mix.audio,
        encoder=context.engine(ChosenEncoder).profile,
    )
    _share_source(context, plan)
    into, total = context.scratch / "video.mp4", plan.frame_count

    def encoded(frames: int) -> None:
        context.advance(frames / total, f"frame {frames} of {total}")

    rendering = Rendering(
        store=context.store,
        shared_cache=context.shared_cache,
        helpers=context.helpers,
        processes=context.engine(SegmentProcesses),
        scratch=context.scratch,
        open_plan=partial(open_plan, pack=load_pack(plan.storyboard.pack)),
        advance=encoded,
        remaster=partial(remastered, context.scratch),
        cancelled=context.cancelled,
    )
    render_plan(plan, rendering, into=into)
    return EncodedExport(
        video=context.keep(into),
        duration=reframed.duration,
        frames=plan.frame_count,
        width=plan.width,
        height=plan.height,
        plan=plan,
    )


def _share_source(context: StageContext[RemixExport], plan: RenderPlan) -> None:
    """Other workers find the source where they find finished segments."""
    source = context.read(SurveyedSource).source
    document = media_of(plan.storyboard.shots[0].picture)
    context.shared_cache.share(f"source-{document}", source.encode(), (document, source), context.store)


def frames_of(export: EncodedExport) -> int:
    """Frames that were encoded."""
    return export.frames if export.plan else 0


STAGE: Final[Stage[RemixExport]] = Stage(
    name="render_export",
    version=1,
    weight=60,
    needs=(SurveyedSource, ReframedSource, CaptionTrack, Mix),
    makes=EncodedExport,
    params=params,
    run=run,
    frames=frames_of,
)
