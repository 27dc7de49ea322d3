"""A classroom wall map: clear sea, bright countries, the one that matters in colour."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, pattern, tone
from renderer.painters.drawing.canvas import Canvas, cast_shadow, developed, half, stain, tinted
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.light import grid
from renderer.painters.geography.flight import flight
from renderer.painters.geography.marks import MarkLook, marker
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import graticule, map_shapes
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper


def paint(request: PaintRequest) -> LayeredPicture:
    """Flat colours with a soft shadow under the land."""
    rng = request.rng()
    palette = request.palette
    size = (request.width, request.height)
    water = tone.mixed(palette.primary, tone.WHITE, 0.42)
    shape = half(size)
    slope = np.repeat((1.0 - 0.5 * grid(shape)[1]).astype(np.float32), shape[1], axis=1)
    slope *= paper.fibre(rng, shape)
    sheet = developed(tinted(slope, tone.mixed(water, palette.primary, 0.4), water), size, rng, grain=1.6)
    waves = pattern.dotted(request, step=36, radius=6)
    stain(sheet, waves, tone.mixed(water, palette.primary, 0.9), strength=0.6)
    look = MarkLook(
        ink=palette.paper_ink, paper=palette.paper, accent=palette.accent, face=LetteringFace.PLAIN
    )
    return flight(request, lambda view, detail: _wall(request, sheet, view, detail), marker(request, look))


def _wall(request: PaintRequest, sheet: Canvas, view: MapView, detail: Detail) -> Canvas:
    palette, u = request.palette, request.unit
    canvas = sheet.copy()
    size = (request.width, request.height)
    shapes = map_shapes(view, size, [place.code for place in request.facts.places], detail=detail)
    lines = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(lines, graticule(view, size, step=30.0 if view.globe else 5.0), width=1.6 * u, value=90)
    stain(canvas, lines, tone.WHITE, strength=0.9)
    if view.globe:
        disc = np.zeros_like(lines)
        curve.disc(disc, (view.x, view.y), view.scale)
        cast_shadow(canvas, disc, (0, 0), offset=(int(6 * u), int(26 * u)), blur=30 * u, strength=0.4)
        stain(canvas, disc, tone.mixed(palette.primary, tone.WHITE, 0.2))
    cast_shadow(canvas, shapes.land, (0, 0), offset=(int(2 * u), int(7 * u)), blur=7 * u, strength=0.28)
    stain(canvas, shapes.land, tone.mixed(palette.paper, palette.secondary, 0.16))
    mark = tone.mixed(palette.glow, palette.accent, 0.35)
    stain(canvas, shapes.chosen, mark)
    if shapes.water is not None:
        stain(canvas, shapes.water, tone.mixed(palette.primary, palette.secondary, 0.35), strength=0.8)
    if shapes.area is not None:
        stain(canvas, shapes.area, mark, strength=0.85)
    rims = np.zeros_like(lines)
    curve.stroke(rims, shapes.borders, width=2.4 * u, value=150)
    curve.stroke(rims, shapes.coasts, width=2.2 * u, value=190)
    stain(canvas, rims, tone.mixed(palette.secondary, palette.paper_ink, 0.35), strength=0.8)
    edges = np.zeros_like(lines)
    curve.stroke(edges, shapes.edges, width=5 * u)
    stain(canvas, edges, tone.WHITE)
    if shapes.courses:
        edges[:] = 0
        curve.stroke(edges, shapes.courses, width=17 * u)
        stain(canvas, edges, tone.WHITE)
        edges[:] = 0
        curve.stroke(edges, shapes.courses, width=10 * u)
        stain(canvas, edges, tone.mixed(palette.primary, palette.secondary, 0.35))
    return canvas
