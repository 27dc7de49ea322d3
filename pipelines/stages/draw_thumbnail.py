"""draw_thumbnail: the picture that stands for the video where it is shown, as a JPEG of its size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

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

SizeOf: TypeAlias = Callable[[NarratedOrder], tuple[int, int]]
"""Width and height of the thumbnail of an order's video."""


def of_frame(order: NarratedOrder) -> tuple[int, int]:
    """As large as a frame."""
    return order.frame.width, order.frame.height


def of_film(order: NarratedOrder) -> tuple[int, int]:
    """1280x720, whatever the frames are."""
    del order
    return 1280, 720


def _params(size: SizeOf, order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """The thumbnail's size and the pack's file; what is shown comes as inputs."""
    del capabilities
    return {
        "frame": list(size(order)),
        "pack_file": asset_digest(f"style_packs/{order.settings.style_pack}.toml"),
    }


def _run(size: SizeOf, context: StageContext[NarratedOrder]) -> Thumbnail:
    """Compose the thumbnail and keep it.

    It needs nothing of the finished video, and is drawn while the first segments are rendered.
    """
    storyboard = context.read(Storyboard)
    width, height = size(context.order)
    picture = compose_thumbnail(
        context.read(Script),
        storyboard,
        pack=context.engine(StylePacks)(storyboard.pack),
        width=width,
        height=height,
        media=StoredMedia(context.store),
    )
    into = context.scratch / "thumbnail.jpg"
    save_jpeg(picture, into)
    return Thumbnail(picture=context.keep(into))


def stage(size: SizeOf) -> Stage[NarratedOrder]:
    """The stage for thumbnails of this size."""
    return Stage(
        name="draw_thumbnail",
        version=4,
        weight=1,
        needs=(Script, Storyboard),
        makes=Thumbnail,
        params=partial(_params, size),
        run=partial(_run, size),
    )
