"""The text area: where lines of a style may be placed in a frame, as numbers for layout."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.captions.layout.safe_area import Frame, Rect, safe_rect, style_scale
from renderer.captions.style.schema import PlateShape, Style

WIDEST: Final = 800.0
"""Maximum width of a block in style pixels; longer lines are slower to read on a phone."""

WIDE_SHARE: Final = 0.6
"""Share of the frame that a block may take if that is more: wide pictures are watched on wide screens."""


class Margins(Struct, frozen=True):
    """Room that a style paints around its text, in style pixels: beside a line, above and below the block."""

    x: float
    y: float


def _margins_of(style: Style) -> Margins:
    """Margins for strokes, plates and boxes; glows and soft shadows need none."""
    looks = (style.unsaid, style.active, style.said)
    stroke = max(sum(stroke.width for stroke in look.strokes) for look in looks)
    plated = style.plate.shape is not PlateShape.NONE
    pads = [
        (box.pad_x, box.pad_y)
        for box in ([style.plate.box] if plated else []) + [style.pill.box, style.power.box]
    ]
    return Margins(max(stroke, *(x for x, _ in pads)), max(stroke, *(y for _, y in pads)))


class TextArea(Struct, frozen=True, kw_only=True):
    """Where a style's text may be placed in a frame.

    `safe` is the safe area and `width` the maximum width of a line including its margins, both in frame
    pixels; `scale` is frame pixels per style pixel; `margins` are in style pixels.
    """

    frame: Frame
    safe: Rect
    scale: float
    margins: Margins
    width: float


def text_area(style: Style, frame: Frame, safe_area: str) -> TextArea:
    """The text area of a style: lines are centred in the frame, inside the safe area.

    Raises:
        ClipwrightError: `unknown_choice` for a safe area that does not exist.
    """
    safe, scale, margins = safe_rect(frame, safe_area), style_scale(frame), _margins_of(style)
    middle = frame.width / 2
    inside = 2 * min(middle - safe.left, safe.right - middle)
    widest = max(WIDEST * scale, WIDE_SHARE * frame.width)
    width = min(inside, widest + 2 * margins.x * scale)
    return TextArea(frame=frame, safe=safe, scale=scale, margins=margins, width=width)
