"""lay_out_captions: the narration's words become pages and lines, readable on the pictures behind them."""

from __future__ import annotations

from typing import Final

from pipelines.assets import asset_digest
from pipelines.frames import open_frames
from renderer.captions.contrast import with_contrast
from renderer.captions.layout import lay_out
from renderer.compositor.planes import Planes, allocate
from renderer.contract.order import ShortOrder
from renderer.core.captions import CaptionTrack
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext


def params(order: ShortOrder, ports: Ports) -> object:
    """Style, place and frame size; the style's file counts with its content."""
    del ports
    captions = order.settings.captions
    return {
        "style": captions.style,
        "style_file": asset_digest(f"caption_styles/{captions.style}.toml"),
        "position": captions.position,
        "safe_area": order.safe_area,
        "frame": order.frame.model_dump(),
    }


def run(context: StageContext) -> CaptionTrack:
    """Lay out the pages, then measure their contrast on the actual frames.

    Raises:
        ClipwrightError: `glyph_missing`, `text_too_wide`.
    """
    order = context.order
    settings = order.settings
    track = lay_out(
        context.read(Narration),
        context.read(Script),
        style=settings.captions.style,
        position=settings.captions.position,
        language=settings.language,
        frame=order.frame,
        safe_area=order.safe_area,
    )
    context.advance(0.5, f"{len(track.pages)} pages")
    ground = allocate(order.frame.width, order.frame.height)
    with open_frames(context.read(Storyboard), None, frame=order.frame, store=context.store) as frames:

        def probe(frame: int) -> Planes:
            context.check_cancelled()
            frames.draw(frame, ground)
            return ground

        return with_contrast(track, fps=order.frame.fps, probe=probe)


STAGE: Final = Stage(
    name="lay_out_captions",
    version=2,
    weight=3,
    needs=(Script, Narration, Storyboard),
    makes=CaptionTrack,
    params=params,
    run=run,
)
