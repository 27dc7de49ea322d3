"""A plate of an old atlas: engraved coasts, tinted countries, names in ink; a flight to the place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.canvas import Canvas, developed, half, stain
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import common
from renderer.painters.geography.flight import flight
from renderer.painters.geography.marks import MarkLook, marker
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import graticule, map_shapes, softened
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper


def paint(request: PaintRequest) -> LayeredPicture:
    """Sea and land on one sheet of parchment, near and far."""
    rng = request.rng()
    palette = request.palette
    size = (request.width, request.height)
    ground = paper.parchment(
        rng,
        half(size),
        light_tone=tone.mixed(palette.background, palette.secondary, 0.12),
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.3),
    )
    paper.fold(ground, float(rng.uniform(0.30, 0.68)), upright=True)
    sheet = developed(ground, size, rng, grain=1.0)
    look = MarkLook(ink=palette.ink, paper=palette.paper, accent=palette.accent, face=LetteringFace.SERIF)
    return flight(request, lambda view, detail: _plate(request, sheet, view, detail), marker(request, look))


def _plate(request: PaintRequest, sheet: Canvas, view: MapView, detail: Detail) -> Canvas:
    palette, u = request.palette, request.unit
    canvas = sheet.copy()
    size = (request.width, request.height)
    shapes = map_shapes(view, size, [place.code for place in request.facts.places], detail=detail)
    lines = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(lines, graticule(view, size, step=30.0 if view.globe else 5.0), width=1.4 * u, value=70)
    if view.globe:
        curve.disc(lines, (view.x, view.y), view.scale, width=5 * u)
        curve.disc(lines, (view.x, view.y), view.scale + 14 * u, value=150, width=2 * u)
    shore = common(softened(shapes.land, 14 * u), 255 - shapes.land)
    stain(canvas, shore, palette.secondary, strength=0.75)
    stain(canvas, shapes.land, palette.ground, strength=0.86)
    stain(canvas, shapes.chosen, palette.accent, strength=0.34)
    if shapes.water is not None:
        stain(canvas, shapes.water, tone.mixed(palette.secondary, palette.accent, 0.45), strength=0.62)
    if shapes.area is not None:
        stain(canvas, shapes.area, palette.accent, strength=0.42)
    curve.stroke(lines, shapes.borders, width=2.0 * u, value=120)
    curve.stroke(lines, shapes.coasts, width=2.8 * u, value=235)
    curve.stroke(lines, shapes.edges, width=4.2 * u, value=245)
    stain(canvas, lines, palette.ink, strength=0.85)
    _rivers(canvas, request, shapes.courses)
    return canvas


def _rivers(canvas: Canvas, request: PaintRequest, courses: Sequence[curve.Points]) -> None:
    """River courses in the plate's own red, with a wash along both banks."""
    if not courses:
        return
    u, ink = request.unit, np.zeros(canvas.shape[:2], np.uint8)
    curve.stroke(ink, courses, width=20 * u)
    stain(canvas, softened(ink, 6 * u), request.palette.paper, strength=0.8)
    ink[:] = 0
    curve.stroke(ink, courses, width=7.5 * u)
    stain(canvas, ink, request.palette.accent, strength=0.95)
