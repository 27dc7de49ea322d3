"""A map on the table of a war room: dark relief under a lamp, a flight to the place in red."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Mask,
    add_colour,
    cast_shadow,
    developed,
    half,
    stain,
    tinted,
)
from renderer.painters.drawing.layering import PixelBox, visible_box
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.pixels import product, resized, tripled
from renderer.painters.geography.flight import flight
from renderer.painters.geography.marks import MarkLook, marker
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import MapShapes, graticule, map_shapes
from renderer.painters.layered_picture import LayeredPicture, as_bytes

_DIM: Final = 0.52
_BRIGHT: Final = 1.14
"""Factors on the table's colours, far from the lamp's pool and in its middle."""

_SHADOW: Final = 64.0
"""Reach of the land's shadow beyond a globe's rim, in units."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Land rises above the sea and casts a shadow; one lamp lights the place."""
    rng = request.rng()
    palette = request.palette
    size = (request.width, request.height)
    shape = half(size)
    deep = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    clouds = fractal(rng, shape, cell=min(shape) * 0.5, octaves=5, gain=0.55)
    ground = tinted(clouds, deep, tone.mixed(deep, palette.secondary, 0.95))
    dim(ground, light.vignette(shape, strength=0.5, centre=request.focus))
    sheet = developed(ground, size, rng, grain=2.0)
    look = MarkLook(ink=palette.ink, paper=deep, accent=palette.accent, face=LetteringFace.POSTER)
    pool = _DIM + (_BRIGHT - _DIM) * light.glow(half((shape[1], shape[0])), request.focus, 0.42)
    lamp = resized(as_bytes(pool * (255 / _BRIGHT)), size)
    return flight(
        request,
        lambda view, detail: _table(request, sheet, lamp, view, detail),
        marker(request, look),
    )


def _table(
    request: PaintRequest,
    sheet: Canvas,
    lamp: Mask,
    view: MapView,
    detail: Detail,
) -> Canvas:
    canvas = sheet.copy()
    box = _shown(request, view)
    part = canvas[box.y : box.y + box.height, box.x : box.x + box.width]
    here = replace(view, x=view.x - box.x, y=view.y - box.y)
    codes = [place.code for place in request.facts.places]
    shapes = map_shapes(here, (box.width, box.height), codes, detail=detail)
    _relief(request, part, here, shapes)
    canvas[:] = product(canvas, tripled(lamp), strength=_BRIGHT)
    _outlined(request, part, here, shapes)
    return canvas


def _shown(request: PaintRequest, view: MapView) -> PixelBox:
    """The box that contains the map; around a globe there is only the table."""
    if not view.globe:
        return PixelBox(0, 0, request.width, request.height)
    reach = view.scale + _SHADOW * request.unit
    left, top = (max(int(place - reach), 0) for place in (view.x, view.y))
    right, bottom = min(int(view.x + reach), request.width), min(int(view.y + reach), request.height)
    return PixelBox(left, top, right - left, bottom - top)


def _relief(request: PaintRequest, part: Canvas, view: MapView, shapes: MapShapes) -> None:
    """Draw lines on the sea, land above it and the chosen countries above the land, in place."""
    palette, u = request.palette, request.unit
    size = (part.shape[1], part.shape[0])
    lines = np.zeros(part.shape[:2], np.uint8)
    curve.stroke(lines, graticule(view, size, step=30.0 if view.globe else 5.0), width=1.3 * u, value=80)
    add_colour(part, lines, palette.primary, strength=1.3)
    cast_shadow(part, shapes.land, (0, 0), offset=(int(5 * u), int(14 * u)), blur=12 * u, strength=0.8)
    stain(part, shapes.land, tone.mixed(palette.primary, palette.ground, 0.3), strength=0.92)
    box = visible_box(shapes.chosen)
    chosen = box.cut(shapes.chosen)
    cast_shadow(part, chosen, (box.x, box.y), offset=(0, int(6 * u)), blur=10 * u, strength=0.5)
    stain(part, shapes.chosen, palette.accent, strength=0.9)
    for mask in (shapes.water, shapes.area):
        if mask is not None:
            stain(part, mask, palette.accent, strength=0.55)


def _outlined(request: PaintRequest, part: Canvas, view: MapView, shapes: MapShapes) -> None:
    """Draw borders, light-catching coasts and the edges of the chosen countries, in place."""
    palette, u = request.palette, request.unit
    rims = np.zeros(part.shape[:2], np.uint8)
    curve.stroke(rims, shapes.borders, width=2.2 * u, value=130)
    stain(part, rims, tone.mixed(palette.ground, tone.BLACK, 0.5))
    edges = np.zeros_like(rims)
    curve.stroke(edges, shapes.coasts, width=2.0 * u, value=120)
    if view.globe:
        curve.disc(edges, (view.x, view.y), view.scale, width=5 * u)
    add_colour(part, edges, palette.glow, strength=0.6)
    bright = np.zeros_like(rims)
    curve.stroke(bright, shapes.edges, width=4 * u)
    stain(part, bright, palette.ink, strength=0.85)
    if shapes.courses:
        bright[:] = 0
        curve.stroke(bright, shapes.courses, width=8 * u)
        stain(part, bright, palette.accent)
