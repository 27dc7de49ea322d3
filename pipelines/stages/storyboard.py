"""storyboard: which picture when, cut on phrase borders; the user's own media first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.caption_region import captions_region
from pipelines.directing import FOCUS, picture_params, with_media
from pipelines.seeds import picture_seed
from pipelines.timing import video_duration
from renderer.contract.orders.base import NarratedOrder
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import MediaItem
from renderer.visuals.style_packs import StylePacks


def run(context: StageContext[NarratedOrder]) -> Storyboard:
    """Import the user's media and direct the shots.

    Raises:
        ClipwrightError: `media_nothing_usable`.
    """
    order, narration = context.order, context.read(Narration)

    def directed(media: Sequence[MediaItem]) -> Storyboard:
        return direct(
            context.read(Script),
            narration,
            pack=context.engine(StylePacks)(order.settings.style_pack),
            seed=picture_seed(order),
            duration=video_duration(narration, order.frame.fps),
            media=media,
            focus=FOCUS[order.settings.captions.position],
            captions=captions_region(order),
            pace=PACES[order.settings.video_mode],
            mode=order.settings.video_mode,
            look=painted_still,
            foresee=measured_similarity,
            closing=True,
            wide=order.frame.width > order.frame.height,
        )

    return with_media(context, directed)


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="storyboard",
    version=19,
    weight=2,
    needs=(Script, Narration),
    makes=Storyboard,
    params=picture_params,
    run=run,
)
