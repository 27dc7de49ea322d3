"""lay_out_captions: the narration's words become pages and lines, readable on the pictures behind them."""

from __future__ import annotations

from typing import Final

from pipelines.captioning import caption_params, laid_out, on_pictures
from pipelines.rendering import begin_video
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.rendering.frames import open_frames
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks


def run(context: StageContext[NarratedOrder]) -> CaptionTrack:
    """Lay out the pages, then measure their contrast on the actual frames.

    From here on the video can be rendered, while its sound is mixed.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    track, storyboard = laid_out(context), context.read(Storyboard)
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


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="lay_out_captions",
    version=6,
    weight=3,
    needs=(Script, Narration, Storyboard),
    makes=CaptionTrack,
    params=caption_params,
    run=run,
)
