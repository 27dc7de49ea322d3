"""draw_thumbnail: the picture that stands for the video where it is shown, as a JPEG of its size."""

from __future__ import annotations

from typing import Final

from pipelines.asset_digests import asset_digest
from pipelines.documents import Thumbnail
from renderer.contract.orders.base import NarratedOrder
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.media.image import save_jpeg
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.style_packs import StylePacks
from renderer.visuals.thumbnail import compose_thumbnail


def params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Frame size and the pack's file; what is shown comes as inputs."""
    del capabilities
    return {
        "frame": [order.frame.width, order.frame.height],
        "pack_file": asset_digest(f"style_packs/{order.settings.style_pack}.toml"),
    }


def run(context: StageContext[NarratedOrder]) -> Thumbnail:
    """Compose it and keep it.

    It needs nothing of the finished video, and is drawn while the first segments are.
    """
    frame, storyboard = context.order.frame, context.read(Storyboard)
    picture = compose_thumbnail(
        context.read(Script),
        storyboard,
        pack=context.engine(StylePacks)(storyboard.pack),
        width=frame.width,
        height=frame.height,
        media=StoredMedia(context.store),
    )
    into = context.scratch / "thumbnail.jpg"
    save_jpeg(picture, into)
    return Thumbnail(picture=context.keep(into))


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="draw_thumbnail",
    version=1,
    weight=1,
    needs=(Script, Storyboard),
    makes=Thumbnail,
    params=params,
    run=run,
)
