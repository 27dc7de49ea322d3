"""The styled ASS file of a track: the nearest that players with libass come to the burned-in look."""

from __future__ import annotations

from renderer.captions.colours import WordColours, rgb_of
from renderer.captions.frame import Frame, safe_rect, style_scale
from renderer.captions.lettering import Lettering, lettering
from renderer.captions.paint import stroke_of
from renderer.captions.schema import Look, PlateShape, Style
from renderer.captions.style import choice_for, load_style
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.captions import CaptionTrack
from renderer.core.subtitles import AssLook, ass
from renderer.text.catalogue import catalogue
from renderer.text.fonts import face

BOLD = 600


def styled_ass(track: CaptionTrack, *, width: int, height: int) -> str:
    """ASS text of a track for a frame size."""
    letters = lettering(load_style(track.style), track.language)
    frame = Frame(width=width, height=height)
    return ass(track, ass_look(letters, frame, track.position, track.safe_area), display=letters.display)


def ass_look(letters: Lettering, frame: Frame, position: CaptionPosition, safe_area: str) -> AssLook:
    """What of a style ASS can say: face, size, colours, outline, shadow, plate, place."""
    style, scale = letters.style, style_scale(frame)
    choice = choice_for(style, letters.language)
    record = catalogue()[choice.face]
    safe = safe_rect(frame, safe_area)
    plated = style.plate.shape is not PlateShape.NONE
    margin = safe.top if position is CaptionPosition.TOP else frame.height - safe.bottom
    shadows = [shadow.dy for shadow in (*style.said.shadows, *style.ground.shadows)]
    return AssLook(
        title=style.title,
        width=frame.width,
        height=frame.height,
        font=record.family,
        font_size=style.size * scale * choice.scale * window_share(choice.face),
        bold=record.weight >= BOLD,
        fill=_fill(style.said, style),
        active=_fill(style.active, style),
        edge=style.plate.box.colour if plated else _edge(style.said),
        outline=(style.plate.box.pad_y if plated else max(stroke_of(style.said), 0.0)) * scale,
        shadow=0.0 if plated else max(shadows, default=0.0) * scale,
        plate=plated,
        plate_alpha=style.plate.box.alpha,
        position=position,
        margin_x=round(safe.left),
        margin_y=round(margin),
    )


def window_share(face_id: str) -> float:
    """ASS sizes a face by its Windows ascent and descent (libass #361), so em sizes grow by this much."""
    metrics = face(face_id).hb_face.reference_table("OS/2").data
    ascent, descent = (int.from_bytes(metrics[at : at + 2], "big") for at in (74, 76))
    return (ascent + descent) / float(face(face_id).hb_face.upem)


def _fill(look: Look, style: Style) -> str:
    """The one colour that stands for a fill: a gradient's middle, a knockout's plate ink."""
    if style.plate.knockout and not look.fill.alpha:
        return "#808080"
    if not look.fill.stops:
        return _hex(WordColours().of(look.fill.colour)) if look.fill.alpha >= BOLD / 1000 else _edge(look)
    return look.fill.stops[len(look.fill.stops) // 2].colour


def _edge(look: Look) -> str:
    colour = look.strokes[0].colour if look.strokes else "#000000"
    return _hex(WordColours().of(colour)) if colour.startswith("@") else _hex(rgb_of(colour))


def _hex(rgb: tuple[int, int, int]) -> str:
    return "#{:02X}{:02X}{:02X}".format(*rgb)
