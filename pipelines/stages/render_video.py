"""render_video: all decisions become frames and sound in one encode."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.segments import Rendering, render_plan
from renderer.audio.master import CEILING_DBTP, master
from renderer.contract.order import ShortOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext


def params(order: ShortOrder, ports: Ports) -> object:
    """Frame size, rate and encoder; pictures, captions and sound come as inputs."""
    return {"frame": order.frame.model_dump(), "encoder": ports.encoder}


def run(context: StageContext) -> RenderedVideo:
    """Draw and encode every frame."""
    plan = _plan(context)
    into = context.scratch / "video.mp4"
    total = plan.frame_count

    def encoded(frames: int) -> None:
        context.advance(frames / total, f"frame {frames} of {total}")

    rendering = Rendering(
        store=context.store,
        remote=context.remote,
        farm=context.farm,
        scratch=context.scratch,
        advance=encoded,
        remaster=partial(_remastered, context.scratch),
        cancelled=context.cancelled,
    )
    render_plan(plan, rendering, into=into)
    return RenderedVideo(video=context.keep(into), duration=Fraction(total, plan.fps), plan=plan)


def _remastered(scratch: Path, mix: Path, lower_db: float) -> Path:
    path = scratch / f"mastered-{lower_db:.2f}.wav"
    master(mix, path, ceiling_dbtp=CEILING_DBTP - lower_db)
    return path


def _plan(context: StageContext) -> RenderPlan:
    storyboard, frame = context.read(Storyboard), context.order.frame
    mix = context.read(Mix)
    return RenderPlan(
        width=frame.width,
        height=frame.height,
        fps=frame.fps,
        frame_count=first_frame(storyboard.shots[-1].span.end, frame.fps),
        storyboard=storyboard,
        captions=context.read(CaptionTrack),
        audio=mix.audio,
        encoder=context.ports.encoder,
    )


STAGE: Final = Stage(
    name="render_video",
    version=3,
    weight=88,
    needs=(Storyboard, CaptionTrack, Mix),
    makes=RenderedVideo,
    params=params,
    run=run,
)
