"""Captions of a narration: their pages, and their contrast on the pictures behind them."""

from __future__ import annotations

from pipelines.asset_digests import asset_digest
from renderer.captions.contrast import on_any_picture, with_contrast
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.style.style_files import load_style
from renderer.compositor.compose import FrameSource
from renderer.compositor.planes import Planes, allocate
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.script import Script
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import StageContext


def caption_params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Style, position, safe area and frame; the style's file counts by its content."""
    del capabilities
    captions = order.settings.captions
    return {
        "style": captions.style,
        "style_file": asset_digest(f"caption_styles/{captions.style}.toml"),
        "position": captions.position,
        "safe_area": order.safe_area,
        "frame": order.frame.model_dump(),
    }


def laid_out(context: StageContext[NarratedOrder]) -> CaptionTrack:
    """The pages, their contrast not yet measured.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    order = context.order
    settings = order.settings
    return lay_out(
        context.read(Narration),
        context.read(Script),
        style=settings.captions.style,
        position=settings.captions.position,
        language=settings.language,
        frame=order.frame,
        safe_area=order.safe_area,
    )


def laid_out_on_any(context: StageContext[NarratedOrder]) -> CaptionTrack:
    """The pages of a style that is legible on any picture, with the contrast that it has there.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    track = laid_out(context)
    return on_any_picture(track, load_style(track.style))


def on_pictures(
    context: StageContext[NarratedOrder], track: CaptionTrack, *, pictures: FrameSource
) -> CaptionTrack:
    """The track with its contrast measured on the frames of `pictures`, which are without captions."""
    order = context.order
    context.advance(0.5, f"{len(track.pages)} pages")
    ground = allocate(order.frame.width, order.frame.height)
    with pictures as frames:

        def probe(frame: int) -> Planes:
            context.check_cancelled()
            frames.draw(frame, ground)
            return ground

        return with_contrast(track, fps=order.frame.fps, probe=probe)
