"""A map on the table of a war room: dark relief under a lamp, a flight to the place in red."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    add_colour,
    cast_shadow,
    developed,
    half,
    shade,
    stain,
    tinted,
)
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal
from renderer.painters.geography.flight import flight
from renderer.painters.geography.marks import MarkLook, marker
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import graticule, map_shapes
from renderer.painters.layered_picture import LayeredPicture


def paint(request: PaintRequest) -> LayeredPicture:
    """Land stands above the sea and throws a shadow; one lamp lights the place."""
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
    lamp = 0.52 + 0.62 * light.glow(half((shape[1], shape[0])), request.focus, 0.42)
    return flight(
        request,
        lambda view, detail: _table(request, sheet, lamp.astype(np.float32), view, detail),
        marker(request, look),
    )


def _table(
    request: PaintRequest,
    sheet: Canvas,
    lamp: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    view: MapView,
    detail: Detail,
) -> Canvas:
    palette, u = request.palette, request.unit
    canvas = sheet.copy()
    size = (request.width, request.height)
    shapes = map_shapes(view, size, [place.code for place in request.facts.places], detail=detail)
    lines = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(lines, graticule(view, size, step=30.0 if view.globe else 5.0), width=1.3 * u, value=80)
    add_colour(canvas, lines, palette.primary, strength=1.3)
    cast_shadow(canvas, shapes.land, (0, 0), offset=(int(5 * u), int(14 * u)), blur=12 * u, strength=0.8)
    stain(canvas, shapes.land, tone.mixed(palette.primary, palette.ground, 0.3), strength=0.92)
    cast_shadow(canvas, shapes.chosen, (0, 0), offset=(0, int(6 * u)), blur=10 * u, strength=0.5)
    stain(canvas, shapes.chosen, palette.accent, strength=0.9)
    shade(canvas, lamp)
    rims = np.zeros_like(lines)
    curve.stroke(rims, shapes.borders, width=2.2 * u, value=130)
    stain(canvas, rims, tone.mixed(palette.ground, tone.BLACK, 0.5))
    edges = np.zeros_like(lines)
    curve.stroke(edges, shapes.coasts, width=2.0 * u, value=120)
    if view.globe:
        curve.disc(edges, (view.x, view.y), view.scale, width=5 * u)
    add_colour(canvas, edges, palette.glow, strength=0.6)
    bright = np.zeros_like(lines)
    curve.stroke(bright, shapes.edges, width=4 * u)
    stain(canvas, bright, palette.ink, strength=0.85)
    return canvas
