"""The caption box: the rectangle of the frame that a style's pages may take, handed to every painter."""

from __future__ import annotations

from renderer.captions.layout.geometry import PLATE_EDGE, available_width, margins_of
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame, Rect, safe_rect, style_scale
from renderer.captions.style.schema import PlateShape
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.picture_spec import Region


def caption_box(
    style: CaptionStyle,
    language: Language,
    *,
    position: CaptionPosition,
    frame: Frame,
    safe_area: str = "organic",
) -> Region:
    """Where the fullest page of a style stands, as fractions of the frame (left, top, right, bottom).

    Raises:
        ClipwrightError: `unknown_choice` for a safe area that does not exist.
    """
    box = _pixels(style, language, position, frame, safe_rect(frame, safe_area))
    width = available_width(load_style(style), frame, safe_area)
    return (
        0.5 - width / frame.width / 2,
        box[0] / frame.height,
        0.5 + width / frame.width / 2,
        box[1] / frame.height,
    )


def _pixels(
    style: CaptionStyle, language: Language, position: CaptionPosition, frame: Frame, safe: Rect
) -> tuple[float, float]:
    """Top and bottom of the fullest page."""
    file = load_style(style)
    letters, scale = lettering(file, language), style_scale(frame)
    size = file.size * scale
    leading = letters.leading * size
    if file.plate.shape is PlateShape.LINE:
        room = file.plate.box.pad_y * scale - PLATE_EDGE * size
        leading += max(0.0, (letters.full.above - letters.core.above) * size - room)
        leading += max(0.0, (letters.full.below - letters.core.below) * size - room)
    ink = (letters.full.above + letters.full.below) * size
    height = ink + leading * (file.paging.lines - 1) + 2 * margins_of(file).y * scale
    match position:
        case CaptionPosition.TOP:
            top = safe.top
        case CaptionPosition.BOTTOM:
            top = safe.bottom - height
        case CaptionPosition.CENTER:
            top = min(max((frame.height - height) / 2, safe.top), safe.bottom - height)
    return top, top + height
