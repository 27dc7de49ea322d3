"""publish: the video and its sidecars reach their place, all whole, the video last."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication, RenderedVideo
from pipelines.publishing import credits_file, delivered_files, json_file, manifest_of, thumbnail, word_files
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.media.inspection.inspect import Inspection
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks
from renderer.visuals.thumbnail import compose_thumbnail


def run(context: StageContext[NarratedOrder]) -> Publication:
    """Write the sidecars and hand everything to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    frame = context.order.frame
    storyboard = context.read(Storyboard)
    picture = compose_thumbnail(
        context.read(Script),
        storyboard,
        pack=context.engine(StylePacks)(storyboard.pack),
        width=frame.width,
        height=frame.height,
        media=StoredMedia(context.store),
    )
    return delivered_files(
        context,
        json_file(context, "manifest.json", manifest_of(context)),
        *word_files(context),
        credits_file(context),
        thumbnail(context, picture),
    )


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="publish",
    version=3,
    weight=1,
    needs=(Script, Narration, Storyboard, CaptionTrack, Mix, RenderedVideo, Inspection),
    makes=Publication,
    run=run,
    cached=False,
)
