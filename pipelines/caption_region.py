"""Where an order's captions will stand, so that its pictures keep clear of them."""

from __future__ import annotations

from renderer.captions.layout.caption_box import caption_box
from renderer.captions.layout.safe_area import Frame
from renderer.contract.orders.base import NarratedOrder
from renderer.core.picture_spec import Region


def captions_region(order: NarratedOrder) -> Region:
    """The caption box of an order, by style, language, position, frame and safe area."""
    captions = order.settings.captions
    return caption_box(
        captions.style,
        order.settings.language,
        position=captions.position,
        frame=Frame(width=order.frame.width, height=order.frame.height),
        safe_area=order.safe_area,
    )
