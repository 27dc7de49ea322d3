"""render_export: untouched pictures are copied, all others drawn and encoded in segments, with the sound."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipelines.asset_digests import asset_digest
from pipelines.project.copying import copied_export, shows_captions
from pipelines.project.documents import EncodedExport, PicturePath, ReframedSource
from pipelines.project.drawing import drawn_export
from pipelines.project.remastering import remastered
from pipelines.project.splicing import spliced_export
from pipelines.source.documents import SurveyedSource
from pipelines.source.reading import source_path
from renderer.contract.orders.remix import RemixExport
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.core.picture_spec import media_of
from renderer.core.render_plan import RenderPlan
from renderer.rendering.frames import open_plan
from renderer.rendering.segments import Rendering
from renderer.rendering.video import render_plan
from renderer.runtime.allocator import give_back
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks


def params(order: RemixExport, capabilities: CapabilitySet) -> object:
    """The encoder and the caption style's file; the rest comes as inputs."""
    return {
        "encoder": capabilities.engine(ChosenEncoder).profile,
        "style_file": asset_digest(f"caption_styles/{order.settings.captions.style}.toml"),
    }


def run(context: StageContext[RemixExport]) -> EncodedExport:
    """Copy what nothing touches in the source, draw and encode the rest, and join both.

    Raises:
        ClipwrightError: `cancelled`, `disk_full`, `encoder_failed`, `storage_failed`, `media_unreadable`.
    """
    source_path(context)
    found = (
        spliced_export(context, partial(_begun, context))
        if shows_captions(context)
        else copied_export(context)
    )
    return found if isinstance(found, EncodedExport) else encoded_export(context, why=found.reason)


def encoded_export(context: StageContext[RemixExport], *, why: str) -> EncodedExport:
    """Draw and encode all pictures, for the reason `why`."""
    reframed, audio = context.read(ReframedSource), context.read(Mix).audio
    plan = drawn_export(context, context.read(CaptionTrack), audio=audio)
    into = context.scratch / "video.mp4"
    render_plan(plan, _begun(context, plan, plan.frame_count), into=into)
    return EncodedExport(
        video=context.keep(into),
        duration=reframed.duration,
        frames=plan.frame_count,
        width=plan.width,
        height=plan.height,
        pictures=PicturePath.ENCODED,
        why=why,
        plan=plan,
    )


def _begun(context: StageContext[RemixExport], plan: RenderPlan, total: int) -> Rendering:
    """What rendering `total` frames of a plan needs; progress is reported to the stage.

    Memory that mixing has left on the heap is returned first: encoders take the most memory of a job.
    """
    give_back()
    _share_source(context, plan)

    def encoded(frames: int) -> None:
        context.advance(frames / total, f"frame {frames} of {total}")

    return Rendering(
        store=context.store,
        shared_cache=context.shared_cache,
        helpers=context.helpers,
        processes=context.engine(SegmentProcesses),
        scratch=context.scratch,
        open_plan=partial(open_plan, pack=context.engine(StylePacks)(plan.storyboard.pack)),
        advance=encoded,
        remaster=partial(remastered, context.scratch, context.read(Mix)),
        cancelled=context.cancelled,
    )


def _share_source(context: StageContext[RemixExport], plan: RenderPlan) -> None:
    """Share the source, so that other workers find it where they find finished segments."""
    source = context.read(SurveyedSource).source
    for document in dict.fromkeys(media_of(shot.picture) for shot in plan.storyboard.shots):
        context.shared_cache.share(f"source-{document}", source.encode(), (document, source), context.store)


def frames_of(export: EncodedExport) -> int:
    """Frames that were encoded."""
    return export.drawn


def summary(export: EncodedExport) -> str:
    """How the pictures were made, and why."""
    return f"{export.pictures}: {export.why}"


STAGE: Final[Stage[RemixExport]] = Stage(
    name="render_export",
    version=13,
    weight=60,
    needs=(SurveyedSource, ReframedSource, CaptionTrack, Mix),
    makes=EncodedExport,
    params=params,
    run=run,
    frames=frames_of,
    summary=summary,
)
