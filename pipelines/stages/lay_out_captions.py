"""lay_out_captions: the narration's words become pages and lines, readable on the pictures behind them."""

from __future__ import annotations

from typing import Final

from pipelines.captioning import caption_params, laid_out, on_pictures
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[NarratedOrder]) -> CaptionTrack:
    """Lay out the pages, then measure their contrast on the actual frames.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    return on_pictures(context, laid_out(context))


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="lay_out_captions",
    version=4,
    weight=3,
    needs=(Script, Narration, Storyboard),
    makes=CaptionTrack,
    params=caption_params,
    run=run,
)
