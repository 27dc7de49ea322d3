"""Two states of one thing side by side: a line sweeps in and uncovers the later state behind it.

Time follows the direction of writing: the later state comes from the right, in Arabic from the left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import motion
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, lay
from renderer.painters.drawing.layering import PixelBox, pasted, with_alpha
from renderer.painters.drawing.lettering import advance_of, lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.parts import Brush, in_parts
from renderer.painters.drawing.pixels import plain
from renderer.painters.layered_picture import Layer, LayeredPicture, Placement
from renderer.painters.props.scale_layout import band
from renderer.painters.props.subject import has_subject, is_wide, subject

_FIRST: Final = 0.08
"""Part of the later half that is visible from the first frame."""

_STRIPS: Final = 6
_WIDE: Final = 0.80
"""The subject's width as a share of the band's."""

_ALONE: Final = 1.6
"""Factor on the type size where there is no subject."""

_BESIDE: Final = 0.15
"""Horizontal position of labels in wide frames, beside the subject, as a share of the width."""

_YEAR, _AMOUNT, _TEXT = 84.0, 60.0, 190.0
"""Type sizes of name and amount, and the height of both lines together, in units."""


class SplitLook(Struct, frozen=True, kw_only=True):
    """How a pack shows a state: colour of letters, kind of type, and treatment of the subject."""

    ink: Colour
    face: LetteringFace
    art: Callable[[Cutout], Cutout]


def before_after(
    request: PaintRequest,
    grounds: tuple[Canvas, Canvas],
    looks: tuple[SplitLook, SplitLook],
    divider: Cutout,
) -> LayeredPicture:
    """The earlier state is the base; the later half, in strips, and the divider are layers.

    `grounds` and `looks` are those of the earlier and the later state; the grounds are drawn on. `divider` is
    as tall as the frame.
    """
    earlier, later = grounds
    leftward = request.language is Language.AR
    if has_subject(request):
        side = _side(request)
        art = subject(request, side)
        corner = _corner(request, side)
        for ground, look in zip(grounds, looks, strict=True):
            piece = look.art(art)
            pad = (piece.size[0] - side) // 2
            lay(ground, piece, (corner[0] - pad, corner[1] - pad))
    sizes = _type_sizes(request, looks)
    for index, ground in enumerate(grounds):
        _labelled(ground, request, looks[index], index, sizes=sizes, leftward=leftward)
    layers = _later_half(later, request, leftward=leftward)
    return LayeredPicture(base=earlier, layers=(*layers, _line(divider, request, leftward=leftward)))


def _shown(request: PaintRequest) -> Callable[[float], float]:
    end = 0.5 * request.duration

    def shown(seconds: float) -> float:
        return _FIRST + (1.0 - _FIRST) * motion.ease_in_out((seconds - 0.15) / max(end, 1e-6))

    return shown


def _later_half(later: Canvas, request: PaintRequest, *, leftward: bool) -> list[Layer]:
    """The half with the later state, uncovered from its outer edge to the middle."""
    half = request.width // 4 * 2
    part = later[:, :half] if leftward else later[:, half:]
    image = with_alpha(np.ascontiguousarray(part), np.full(part.shape[:2], 255, np.uint8))
    ramp = np.linspace(0, 254, part.shape[1], dtype=np.float32)
    order = np.broadcast_to((ramp if leftward else ramp[::-1])[None], part.shape[:2])
    at = PixelBox(0 if leftward else half, 0, part.shape[1], part.shape[0])
    cell = (part.shape[1] // _STRIPS // 2 * 2 + 2, request.height // 2 * 2 + 2)
    return in_parts(image, order, at, Brush(shown=_shown(request), cell=cell, softness=1))


def _line(divider: Cutout, request: PaintRequest, *, leftward: bool) -> Layer:
    shown = _shown(request)
    half = request.width / 2

    def run(seconds: float) -> Placement:
        way = half * shown(seconds)
        return Placement(x=way if leftward else request.width - way, y=request.height / 2)

    return pasted(divider, run)


def _text(request: PaintRequest) -> float:
    """Height that the labels take from the band; 0 if they are beside the subject or beyond the captions."""
    return 0.0 if is_wide(request) or _below(request) is not None else _TEXT * request.unit


def _side(request: PaintRequest) -> int:
    area = band(request)
    return max(int(min(_WIDE * area.width, (area.height - _text(request)) * 0.96)) // 2 * 2, 2)


def _corner(request: PaintRequest, side: int) -> tuple[int, int]:
    area = band(request)
    return (request.width - side) // 2, round(area.top + (area.height - _text(request) - side) / 2)


def _label_row(request: PaintRequest) -> float:
    """Row of the labels' centre: that of the band if they are alone or beside the subject, else below it."""
    area = band(request)
    if is_wide(request) or not has_subject(request):
        return (area.top + area.bottom) / 2
    below = _below(request)
    return area.bottom - _TEXT / 2 * request.unit if below is None else below


def _below(request: PaintRequest) -> float | None:
    """The row for labels beyond the captions, if an upright frame has room there."""
    top, bottom = (edge * request.height for edge in request.shelf)
    return (top + bottom) / 2 if not is_wide(request) and top > band(request).bottom else None


def _labelled(
    ground: Canvas,
    request: PaintRequest,
    look: SplitLook,
    index: int,
    *,
    sizes: tuple[float, float],
    leftward: bool,
) -> None:
    """Draw the state's name and amount in its own half."""
    state = request.facts.change[index]
    aside = _BESIDE if is_wide(request) and has_subject(request) else 0.25
    x = request.width * (aside if (index == 0) != leftward else 1 - aside)
    middle = _label_row(request)
    rows = [(state.label, sizes[0], middle - (0.55 * sizes[0] if state.text else 0.0))]
    if state.text:
        rows.append((state.text, sizes[1], middle + 0.65 * sizes[1]))
    for text, size, y in rows:
        letters = lettering(text, size=size, face=look.face, language=request.language)
        corner = (round(x - letters.shape[1] / 2), round(y - letters.shape[0] / 2))
        lay(ground, Cutout(plain(look.ink, letters.shape), letters), corner)


def _type_sizes(request: PaintRequest, looks: tuple[SplitLook, SplitLook]) -> tuple[float, float]:
    """The largest type sizes at which both names fit, and both amounts."""

    def fitting(texts: list[str], size: float) -> float:
        wide = max(
            advance_of(text, size=size, face=look.face, language=request.language) if text else 0.0
            for text, look in zip(texts, looks, strict=True)
        )
        size, wide = size * larger, wide * larger
        return size * min(1.0, most * request.width / max(wide, 1.0))

    larger = 1.0 if has_subject(request) else _ALONE
    most = 0.24 if is_wide(request) and has_subject(request) else 0.42
    states: tuple[Measure, ...] = request.facts.change
    return (
        fitting([state.label for state in states], _YEAR * request.unit),
        fitting([state.text for state in states], _AMOUNT * request.unit),
    )
