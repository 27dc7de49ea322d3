"""The caption box: the rectangle of the frame that a style's pages may take, handed to every painter."""

from __future__ import annotations

from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.page_geometry import PLATE_EDGE
from renderer.captions.layout.safe_area import Frame
from renderer.captions.layout.text_area import TextArea, text_area
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
    """The area that a style's fullest page takes, as fractions of the frame (left, top, right, bottom).

    Raises:
        ClipwrightError: `unknown_choice` for a safe area that does not exist.
    """
    area = text_area(load_style(style), frame, safe_area)
    top, bottom = _pixels(lettering(load_style(style), language), position, area)
    half = area.width / frame.width / 2
    return 0.5 - half, top / frame.height, 0.5 + half, bottom / frame.height


def _pixels(letters: CaptionLettering, position: CaptionPosition, area: TextArea) -> tuple[float, float]:
    """Top and bottom of the fullest page in pixels."""
    file, safe, scale = letters.style, area.safe, area.scale
    size = file.size * scale
    leading = letters.leading * size
    if file.plate.shape is PlateShape.LINE:
        room = file.plate.box.pad_y * scale - PLATE_EDGE * size
        leading += max(0.0, (letters.full.above - letters.core.above) * size - room)
        leading += max(0.0, (letters.full.below - letters.core.below) * size - room)
    ink = (letters.full.above + letters.full.below) * size
    height = ink + leading * (file.paging.lines - 1) + 2 * area.margins.y * scale
    match position:
        case CaptionPosition.TOP:
            top = safe.top
        case CaptionPosition.BOTTOM:
            top = safe.bottom - height
        case CaptionPosition.CENTER:
            top = min(max((area.frame.height - height) / 2, safe.top), safe.bottom - height)
    return top, top + height
