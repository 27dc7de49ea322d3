"""render_video: all decisions become frames and sound in one file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

from pipelines.documents import RenderedVideo
from pipelines.inspecting import inspected_ahead
from pipelines.rendering import encoded_plan, frame_count, plan_of, render_params
from pipelines.timing import FROZEN
from renderer.audio.mixing.master import CEILING_DBTP, master
from renderer.captions.drawing.overlay import planned_captions
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.storyboard import Storyboard
from renderer.rendering.frames import open_plan
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks


def run(context: StageContext[NarratedOrder]) -> RenderedVideo:
    """Draw and encode every frame."""
    plan = plan_of(context, context.read(CaptionTrack))
    return encoded_plan(
        context,
        plan,
        open_plan=partial(open_plan, pack=context.engine(StylePacks)(plan.storyboard.pack)),
        remaster=partial(_remastered, context.scratch),
        meanwhile=inspected_ahead(context, plan, frozen=FROZEN, captions_of=planned_captions),
    )


def _remastered(scratch: Path, mix: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    del places  # short videos are lowered as a whole
    path = scratch / f"mastered-{lower_db:.2f}.wav"
    master(mix, path, ceiling_dbtp=CEILING_DBTP - lower_db)
    return path


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="render_video",
    version=20,
    weight=88,
    needs=(Storyboard, CaptionTrack, Mix),
    makes=RenderedVideo,
    params=render_params,
    run=run,
    frames=frame_count,
    leads=True,
)
