"""caption_film: captions beside the film always; on the picture only if the order asks for them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pipelines.captioning import caption_params, laid_out, on_pictures
from pipelines.rendering import begin_video
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.captions import CaptionTrack
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.rendering.frames import open_frames
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """As for short videos, and whether captions are drawn."""
    return [caption_params(order, capabilities), order.settings.captions.burn_in]


def run(context: StageContext[LongFormOrder]) -> CaptionTrack:
    """Lay out the pages; if they are drawn, measure their contrast on the actual frames.

    From here on the film can be rendered, while its sound is mixed.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    track = laid_out(context)
    if not context.order.settings.captions.burn_in:
        begin_video(context, replace(track, pages=()))
        return track
    storyboard = context.read(Storyboard)
    pictures = open_frames(
        storyboard,
        None,
        pack=context.engine(StylePacks)(storyboard.pack),
        frame=context.order.frame,
        store=context.store,
    )
    shown = on_pictures(context, track, pictures=pictures)
    begin_video(context, shown)
    return shown


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="caption_film",
    version=3,
    weight=2,
    needs=(Script, Narration, Storyboard),
    makes=CaptionTrack,
    params=params,
    run=run,
)
