"""The Earth at night on a trading screen: land as points of light, the place glowing; a flight to it."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.canvas import Canvas, add_colour, developed, stain
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import common
from renderer.painters.geography.flight import flight
from renderer.painters.geography.marks import MarkLook, marker
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import graticule, map_shapes, softened
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.chart import bloomed


def paint(request: PaintRequest) -> LayeredPicture:
    """A dark, faintly glowing sea and lit land."""
    rng = request.rng()
    palette = request.palette
    murk = backdrop.murk(request, rng, pool=palette.secondary, strength=0.34, lift=0.05, radius=0.5)
    sheet = developed(backdrop.grown(murk, request), (request.width, request.height), rng, grain=0.3)
    look = MarkLook(
        ink=palette.ink,
        paper=tone.mixed(palette.background, tone.BLACK, 0.3),
        accent=palette.accent,
        face=LetteringFace.PLAIN,
    )
    return flight(request, lambda view, detail: _screen(request, sheet, view, detail), marker(request, look))


def _screen(request: PaintRequest, sheet: Canvas, view: MapView, detail: Detail) -> Canvas:
    palette, u = request.palette, request.unit
    canvas = sheet.copy()
    size = (request.width, request.height)
    shapes = map_shapes(view, size, [place.code for place in request.facts.places], detail=detail)
    lines = np.zeros((request.height, request.width), np.uint8)
    curve.stroke(lines, graticule(view, size, step=30.0 if view.globe else 5.0), width=1.2 * u, value=90)
    add_colour(canvas, lines, palette.secondary, strength=0.5)
    stain(canvas, shapes.land, tone.mixed(palette.ground, palette.secondary, 0.35), strength=0.75)
    add_colour(canvas, common(_points(size, 17 * u), shapes.land), palette.glow, strength=0.42)
    stain(canvas, shapes.chosen, tone.mixed(palette.primary, palette.ground, 0.55), strength=0.8)
    add_colour(canvas, common(_points(size, 17 * u), shapes.chosen), palette.primary, strength=0.9)
    for mask in (shapes.water, shapes.area):
        if mask is not None:
            stain(canvas, mask, tone.mixed(palette.primary, palette.ground, 0.65), strength=0.6)
            add_colour(canvas, common(_points(size, 17 * u), mask), palette.primary, strength=0.5)
    rims = np.zeros_like(lines)
    curve.stroke(rims, shapes.coasts, width=2.0 * u, value=150)
    curve.stroke(rims, shapes.borders, width=1.6 * u, value=95)
    if view.globe:
        curve.disc(rims, (view.x, view.y), view.scale, width=4 * u)
        halo = np.zeros_like(lines)
        curve.disc(halo, (view.x, view.y), view.scale, width=26 * u)
        add_colour(canvas, softened(halo, 22 * u), palette.glow, strength=0.5)
    add_colour(canvas, rims, palette.glow, strength=0.8)
    edges = np.zeros_like(lines)
    curve.stroke(edges, shapes.edges, width=3.4 * u)
    curve.stroke(edges, shapes.courses, width=5 * u)
    add_colour(canvas, bloomed(edges, radius=14 * u), palette.primary, strength=0.9)
    return canvas


def _points(size: tuple[int, int], step: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A grid of dots `step` pixels apart."""
    side = max(round(step), 2)
    rows = np.arange(side, dtype=np.float32) - (side - 1) / 2
    dot = (np.clip(side * 0.26 - np.hypot(rows[:, None], rows[None, :]) + 0.5, 0, 1) * 255).astype(np.uint8)
    return np.tile(dot, (size[1] // side + 1, size[0] // side + 1))[: size[1], : size[0]].copy()
