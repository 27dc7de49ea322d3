"""render_film: all decisions become frames and sound, with the chapters in the file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from pipelines.documents import RenderedVideo
from pipelines.film.documents import Film
from pipelines.film.standing import FROZEN
from pipelines.inspecting import inspected_ahead
from pipelines.rendering import encoded_plan, frame_count, plan_of, render_params
from renderer.audio.mixing.easing import eased
from renderer.captions.drawing.overlay import planned_captions
from renderer.contract.orders.long_form import ChapterStyle, LongFormOrder
from renderer.core.captions import CaptionTrack
from renderer.core.film import FilmTimeline
from renderer.core.mix import Mix
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import milliseconds
from renderer.media.encoding.join import ChapterMark
from renderer.rendering.frames import open_plan
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """As for short videos; whether captions are drawn, and chapters marked."""
    settings = order.settings
    return [render_params(order, capabilities), settings.captions.burn_in, settings.chapters]


def run(context: StageContext[LongFormOrder]) -> RenderedVideo:
    """Draw and encode every frame that is not there already."""
    settings, track = context.order.settings, context.read(CaptionTrack)
    shown = track if settings.captions.burn_in else replace(track, pages=())
    marked = settings.chapters is not ChapterStyle.NONE
    timeline = context.read(Film).timeline
    marks = chapter_marks(timeline) if marked else ()
    plan = plan_of(context, shown)
    return encoded_plan(
        context,
        plan,
        open_plan=partial(open_plan, pack=context.engine(StylePacks)(plan.storyboard.pack)),
        chapters=marks,
        remaster=partial(_eased, context.scratch),
        sound_in_parts=True,
        sections=timeline.sections,
        meanwhile=inspected_ahead(context, plan, frozen=FROZEN, captions_of=planned_captions),
    )


def _eased(scratch: Path, mix: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    """Make a part of the mix softer around `places`, which count from where the part begins."""
    path = scratch / f"eased-{mix.name}.wav"
    eased(mix, path, lower_db=lower_db, places=places)
    return path


def chapter_marks(timeline: FilmTimeline) -> tuple[ChapterMark, ...]:
    """The chapters of the film as marks for its file."""
    return tuple(
        ChapterMark(
            title=chapter.title,
            start_ms=milliseconds(chapter.span.start),
            end_ms=milliseconds(chapter.span.end),
        )
        for chapter in timeline.chapters
    )


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="render_film",
    version=16,
    weight=80,
    needs=(Film, Storyboard, CaptionTrack, Mix),
    makes=RenderedVideo,
    params=params,
    run=run,
    frames=frame_count,
    leads=True,
)
