"""Marks on a map: pins, names, the subject in a bubble, the route from one place to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.core.picture_spec import Place
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion
from renderer.painters.drawing.calm import on_captions, under_captions
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, stain
from renderer.painters.drawing.cutout import outlined
from renderer.painters.drawing.layering import flat, pasted, visible_box
from renderer.painters.drawing.lettering import lettering, spaced, spread_lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.parts import Brush, evened, in_parts
from renderer.painters.drawing.pixels import plain, widened
from renderer.painters.geography.bubble import bubble
from renderer.painters.geography.feature_marks import (
    is_point,
    is_river,
    is_spot,
    is_spread,
    off_course,
    width_on_map,
)
from renderer.painters.geography.framing import places_of
from renderer.painters.geography.projection import MapView, great_circle, projected
from renderer.painters.layered_picture import Layer, Placement

_MARGIN: Final = 0.05
_OVER_NAME: Final = 46.0
"""Height above the middle of a name of the point that a bubble points to, in pixels of a frame 1080 wide."""

_ACROSS: Final = 84.0
_LEAST: Final = 50 / 84
"""Letter size of names written across a feature, in the same pixels; the share kept where room is short."""

_SHARE: Final = 0.8
_WIDEST: Final = 0.86
"""Largest width of such a name, as a share of the feature and of the frame."""

_BESIDE: Final = 64.0
_AT_SIDE: Final = 0.5
"""Letter size of a name beside a river, and its largest width as a share of the frame."""

_REST: Final = 60.0
"""Seconds after which every mark has landed."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


class MarkLook(Struct, frozen=True, kw_only=True):
    """Colours and type of marks: `ink` writes, outlined in `paper`; `accent` marks."""

    ink: Colour
    paper: Colour
    accent: Colour
    face: LetteringFace


def spots(request: PaintRequest, view: MapView) -> list[tuple[float, float]]:
    """Pixel positions of the places."""
    degrees = np.array([(place.east, place.north) for place in places_of(request)], np.float32)
    return [(float(x), float(y)) for x, y in projected(degrees, view)[0]]


def marks(request: PaintRequest, view: MapView, look: MarkLook, *, start: float) -> list[Layer]:
    """Route, pins and names from `start` seconds on, and the subject, which is there from the beginning."""
    at = spots(request, view)
    layers = _way(request, view, look, start=start) if request.facts.journey else []
    mount = _mount(request, look, at[0])
    taken = [_box_of(layer) for layer in mount]
    length = 0.45 * max(request.duration - start, 0.6)
    for number, (spot, place) in enumerate(zip(at, places_of(request), strict=True)):
        begins = start + number * length / max(len(at) - 1, 1)
        if is_spot(place):
            layers.append(_pin(request, look, spot, start=begins))
        if place.name:
            layers += _name(request, view, look, place, spot, start=begins + 0.1, taken=taken)
    return [*layers, *mount]


def _mount(request: PaintRequest, look: MarkLook, spot: tuple[float, float]) -> list[Layer]:
    """The subject, if it has a drawing: its bubble points to the place, or to the name written across it."""
    if not request.artwork:
        return []
    above = _OVER_NAME * request.unit if is_spread(places_of(request)[0]) else 0.0
    return [bubble(request, (spot[0], spot[1] - above), paper=look.paper, accent=look.accent)]


def _box_of(layer: Layer) -> Box:
    """The box in which a layer comes to rest."""
    place, (height, width) = layer.motion(_REST), layer.image.shape[:2]
    return place.x - width / 2, place.y - height / 2, place.x + width / 2, place.y + height / 2


def marker(request: PaintRequest, look: MarkLook) -> Callable[[Canvas, MapView, float], list[Layer]]:
    """The marks that a flight puts on its map on arrival."""

    def put(canvas: Canvas, view: MapView, start: float) -> list[Layer]:
        write_around(canvas, request, view, look)
        return marks(request, view, look, start=start)

    return put


def write_around(canvas: Canvas, request: PaintRequest, view: MapView, look: MarkLook) -> None:
    """Write the names of nearby cities, each with a dot, as far as there is room, in place."""
    u = request.unit
    taken = [_box_around(spot, 250 * u, 150 * u) for spot in spots(request, view)]
    taken += _feature_boxes(request, view, look)
    ink = np.zeros(canvas.shape[:2], np.uint8)
    for place in request.facts.around:
        degrees = np.array([(place.east, place.north)], np.float32)
        pixels, cosine = projected(degrees, view)
        x, y = (float(value) for value in pixels[0])
        letters = lettering(place.name, size=34 * u, face=look.face, language=request.language)
        box = (x - 12 * u, y - 22 * u, x + 24 * u + letters.shape[1], y + 22 * u)
        inside = _MARGIN * request.width < box[0] and box[2] < (1 - _MARGIN) * request.width
        inside &= 0.05 * request.height < y < 0.95 * request.height
        free = cosine[0] > 0 and not under_captions(request, y, reach=0.11)
        if not inside or not free or any(_meet(box, other) for other in taken):
            continue
        taken.append(box)
        curve.disc(ink, (x, y), 7 * u)
        written(ink, letters, (x + 18 * u + letters.shape[1] / 2, y))
    halo = widened(ink, max(int(4 * u), 1))
    stain(canvas, halo, look.paper, strength=0.75)
    stain(canvas, ink, look.ink, strength=0.9)


def _feature_boxes(request: PaintRequest, view: MapView, look: MarkLook) -> list[Box]:
    """Boxes of the names of seas, rivers and states."""
    at = spots(request, view)
    if not any(is_spread(place) for place in places_of(request)):
        return []
    taken = [_box_of(layer) for layer in _mount(request, look, at[0])]
    for spot, place in zip(at, places_of(request), strict=True):
        if is_spread(place):
            _name(request, view, look, place, spot, start=0.0, taken=taken)
    return taken


def _box_around(spot: tuple[float, float], across: float, down: float) -> Box:
    return spot[0] - across, spot[1] - down, spot[0] + across, spot[1] + down


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _pin(request: PaintRequest, look: MarkLook, spot: tuple[float, float], *, start: float) -> Layer:
    """A dot in a ring that lands on the place."""
    side = int(64 * request.unit) // 2 * 2 + 4
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side * 0.46)
    rgb = plain(look.paper, alpha.shape)
    core = np.zeros_like(alpha)
    curve.disc(core, (side / 2, side / 2), side * 0.36)
    stain(rgb, core, look.accent)
    middle = np.zeros_like(alpha)
    curve.disc(middle, (side / 2, side / 2), side * 0.13)
    stain(rgb, middle, look.paper)
    fall = motion.settling(*spot, start=start, length=0.45, rise=-60 * request.unit)
    return pasted(Cutout(rgb, alpha), fall)


def _name(
    request: PaintRequest,
    view: MapView,
    look: MarkLook,
    place: Place,
    spot: tuple[float, float],
    *,
    start: float,
    taken: list[Box],
) -> list[Layer]:
    """The place's outlined name, at a spot in the frame clear of captions and other names, if any."""
    u, w, h = request.unit, request.width, request.height
    letters = _letters(request, view, place, look.face)
    piece = outlined(letters, ink=look.ink, rim=look.paper, width=max(int(7 * u), 2))
    half_width, half_height = piece.size[0] / 2, piece.size[1] / 2
    x = min(max(spot[0], half_width + _MARGIN * w), w - half_width - _MARGIN * w)
    gap = 44 * u
    beside = is_spot(place) or (is_spread(place) and piece.size[0] > width_on_map(place, view))
    ways = (half_height + gap, -half_height - gap) if beside else (0.0, 2 * half_height, -2 * half_height)
    if is_spread(place) and not beside:
        ways = (*ways, 3.5 * half_height, -3.5 * half_height, 5 * half_height)
    middles = [(x, min(max(spot[1] + drop, half_height + 0.05 * h), 0.95 * h - half_height)) for drop in ways]
    if is_river(place):
        middles = off_course(place, view, piece.size, frame=(w, h), clear=14 * u)
    for x, y in middles:
        box = (x - half_width, y - half_height, x + half_width, y + half_height)
        hidden = under_captions(request, y, reach=0.11) or on_captions(request, box[1], piece.size[1])
        if not hidden and not any(_meet(box, other) for other in taken):
            taken.append(box)
            return [pasted(piece, motion.settling(x, y, start=start, length=0.45, rise=26 * u))]
    return []


def _letters(request: PaintRequest, view: MapView, place: Place, face: LetteringFace) -> Mask:
    """The name as atlases set it: widely spaced across a sea, desert or state, and beside a river."""
    u, w, language = request.unit, request.width, request.language
    if is_river(place):
        text = spaced(place.name, language, gaps=1)
        return lettering(text, size=_BESIDE * u, face=face, language=language, widest=_AT_SIDE * w)
    if not is_spread(place):
        return lettering(place.name, size=92 * u, face=face, language=language, widest=0.8 * w)
    return spread_lettering(
        place.name,
        size=_ACROSS * u,
        least=_LEAST,
        room=min(_SHARE * width_on_map(place, view), _WIDEST * w),
        widest=_WIDEST * w,
        face=face,
        language=language,
    )


def _way(request: PaintRequest, view: MapView, look: MarkLook, *, start: float) -> list[Layer]:
    """The dashed route over the ground with a traveller at its head."""
    stops = [(place.east, place.north) for place in places_of(request) if is_point(place)]
    if len(stops) < 2:  # noqa: PLR2004 - a way has two ends
        return []
    u = request.unit
    line = curve.evenly(projected(great_circle(stops), view)[0], 240)
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    curve.stroke(mask, curve.dashes(line, on=34 * u, off=20 * u), width=11 * u)
    fixed = curve.fixed(line)
    for index in range(len(line) - 1):
        value, ends = int(index * 254 / len(line)), fixed[index : index + 2].tolist()
        cv2.line(order, ends[0], ends[1], value, max(1, int(30 * u)), cv2.LINE_8, curve.SHIFT)
    end = start + 0.55 * max(request.duration - start, 0.8)
    box = evened(visible_box(mask))
    brush = Brush(shown=lambda seconds: _part(seconds, start, end), cell=(int(260 * u), int(260 * u)))
    layers = in_parts(flat(box.cut(mask), look.accent), box.cut(order), box, brush)
    return [*layers, _traveller(request, look, line, start=start, end=end)]


def _part(seconds: float, start: float, end: float) -> float:
    return motion.ease_in_out((seconds - start) / (end - start))


def _traveller(
    request: PaintRequest, look: MarkLook, line: curve.Points, *, start: float, end: float
) -> Layer:
    """A dot that moves at the head of the route."""
    side = int(46 * request.unit) // 2 * 2 + 2
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    rgb = plain(look.accent, alpha.shape)
    core = np.zeros_like(alpha)
    curve.disc(core, (side / 2, side / 2), side * 0.22)
    stain(rgb, core, look.paper)

    def ride(seconds: float) -> Placement:
        place = _part(seconds, start, end) * (len(line) - 1)
        x, y = (float(np.interp(place, np.arange(len(line)), line[:, axis])) for axis in (0, 1))
        return Placement(x=x, y=y, opacity=motion.ease_out((seconds - start + 0.2) / 0.3))

    return pasted(Cutout(rgb, alpha), ride)
