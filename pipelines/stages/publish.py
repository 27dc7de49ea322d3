"""publish: the video and its sidecars are delivered, each of them whole, the video last."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication, RenderedVideo, Thumbnail
from pipelines.publishing import (
    credits_file,
    delivered_files,
    json_file,
    manifest_of,
    thumbnail_file,
    word_files,
)
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[NarratedOrder]) -> Publication:
    """Write the sidecars and hand everything to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    return delivered_files(
        context,
        json_file(context, "manifest.json", manifest_of(context)),
        *word_files(context),
        credits_file(context),
        thumbnail_file(context.path(context.read(Thumbnail).picture)),
    )


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="publish",
    version=5,
    weight=1,
    needs=(Script, Narration, Storyboard, CaptionTrack, Mix, Thumbnail, RenderedVideo, Inspection),
    makes=Publication,
    run=run,
    cached=False,
)
