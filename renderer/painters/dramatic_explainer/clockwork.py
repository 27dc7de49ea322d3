"""Inside a great clock: meshed brass and steel wheels, the subject under the crystal of the middle one."""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.dramatic_explainer.gear import ROOT, wheel, wheel_side
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Colour,
    Cutout,
    Mask,
    cast_shadow,
    developed,
    lay,
    stain,
    tinted,
)
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted, visible_box, with_alpha
from renderer.painters.drawing.pixels import blurred, common, product, resized, scaled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_STROKES = 2.0
_MOVING = 0.30
"""Strokes per second, and the share of each in which the wheels turn."""

_MAIN = 56
"""Teeth of the main wheel."""

_BEVEL = 0.6
"""Depth below the gaps from which teeth are cut out of the ring, in modules: as far as the gaps shade it."""

_COARSE = 4
"""The dim wheels are shaded once per this many pixels."""

_HANDS = ((-112.0, 0.21, 0.022), (-38.0, 0.33, 0.014))
"""Hour and minute hand: degrees from the right, length and width relative to the dial's side."""

_ARCS = 8
"""Number of arcs into which the ring of teeth is cut; it divides the number of teeth."""


def paint(request: PaintRequest) -> LayeredPicture:
    """A dark plate with still wheels, dial and bezel is the base; meshing wheels and teeth are above.

    Every stroke advances all wheels by one tooth.
    """
    rng = request.rng()
    palette, u = request.palette, request.unit
    x, y = hero_place(request)
    module = hero_size(request) * 0.021
    brass = tone.mixed(palette.glow, palette.secondary, 0.35)
    steel = tone.mixed(palette.primary, palette.secondary, 0.3)
    side = float(rng.choice([-1.0, 1.0]))
    canvas = _plate(request, rng, side, brass=brass, steel=steel, module=module)
    face = _face(request, int(_MAIN * module * 0.90) // 2 * 2)
    lay(canvas, face, (int(x - face.size[0] / 2), int(y - face.size[1] / 2)))
    teeth = _bezel(canvas, rng, module, colour=brass, at=(x, y), way=side)
    wheels = []
    for count, angle, colour in ((16, 255.0, steel), (30, 148.0, brass), (22, 38.0, steel)):
        reach = (_MAIN + count) / 2 * module
        turn = math.radians(angle if side > 0 else 180 - angle)
        spot = (x + reach * math.cos(turn), y + reach * math.sin(turn))
        start = math.degrees(turn) * (1 + _MAIN / count) + 180.0 / count
        made = wheel(rng, teeth=count, module=module, colour=colour, spokes=5)
        thick = shadowed(made, blur=module * 0.9, offset=(0, 0), strength=0.75)
        wheels.append(pasted(thick, _turning(spot, start=start, tooth=-360 / count * side)))
    if has_subject(request):
        art = staged(
            subject(request, int(hero_size(request) * 0.68)), ambient=palette.secondary, lamp=palette.glow
        )
        corner = (int(x - art.size[0] / 2), int(y - art.size[1] / 2))
        cast_shadow(canvas, art.alpha, corner, offset=(int(4 * u), int(10 * u)), blur=10 * u, strength=0.7)
        lay(canvas, art, corner)
    return LayeredPicture(base=canvas, layers=(*wheels, *teeth))


def _plate(
    request: PaintRequest,
    rng: np.random.Generator,
    side: float,
    *,
    brass: Colour,
    steel: Colour,
    module: float,
) -> Canvas:
    """Brushed dark metal with large, dim, stationary wheels below, screws and a bridge."""
    size = (request.width, request.height)
    ground = backdrop.gloom(request, rng, pool=request.palette.glow, strength=0.32, lift=0.14, radius=0.42)
    rows, columns = ground.shape[:2]
    brushed = blurred(rng.standard_normal((rows, 8), np.float32), 0.1, 0.8)[:, :1]
    dim(ground, np.repeat(1.0 + 0.035 * brushed, columns, axis=1))
    canvas = developed(ground, size, rng, grain=0.5)
    for teeth, at, colour, bright in (
        (88, (0.5 - 0.42 * side, 0.80), steel, 0.34),
        (64, (0.5 + 0.36 * side, 0.70), brass, 0.30),
        (44, (0.5 - 0.46 * side, 0.50), brass, 0.22),
    ):
        side = wheel_side(teeth, module * 1.25, step=_COARSE)
        left, top = int(at[0] * size[0] - side / 2), int(at[1] * size[1] - side / 2)
        columns, rows = _seen(left, side, size[0]), _seen(top, side, size[1])
        made = wheel(
            rng,
            teeth=teeth,
            module=module * 1.25,
            colour=colour,
            spokes=6,
            step=_COARSE,
            part=(rows, columns),
        )
        corner = (left + columns.start * _COARSE, top + rows.start * _COARSE)
        cast_shadow(
            canvas,
            made.alpha,
            corner,
            offset=(0, int(10 * request.unit)),
            blur=14 * request.unit,
            strength=0.7,
        )
        lay(canvas, Cutout(scaled(made.rgb, bright), made.alpha), corner)
    return canvas


def _seen(start: int, side: int, length: int) -> slice:
    """The steps of a wheel starting at `start` that are visible within `length` pixels, shadows included."""
    margin = side // 8
    first = max(-start - margin, 0) // _COARSE
    last = math.ceil(min(max(length - start + margin, 0), side) / _COARSE)
    return slice(min(first, last - 1), last)


def _bezel(
    canvas: Canvas,
    rng: np.random.Generator,
    module: float,
    *,
    colour: Colour,
    at: tuple[float, float],
    way: float,
) -> list[Layer]:
    """The main wheel: its ring, where the light stays fixed, is drawn on the canvas; its teeth are layers.

    Arcs of teeth have a third of the area of the wheel's square. All teeth look alike, so at every stroke
    they move by one tooth from the same position: lighting painted for one part of the ring is never seen on
    another.
    """
    made = wheel(rng, teeth=_MAIN, module=module, colour=colour, spokes=0)
    thick = shadowed(made, blur=module * 0.9, offset=(0, 0), strength=0.75)
    side = thick.alpha.shape[0]
    middle, root = side / 2, (_MAIN / 2 - ROOT) * module
    body, inner = (np.zeros((side, side), np.uint8) for _ in range(2))
    curve.disc(body, (middle, middle), root)
    curve.disc(inner, (middle, middle), root - _BEVEL * module)
    corner = (round(at[0] - middle), round(at[1] - middle))
    lay(canvas, Cutout(thick.rgb, product(thick.alpha, body)), corner)
    outer = product(thick.alpha, 255 - inner)
    spot = (corner[0] + middle, corner[1] + middle)
    layers = []
    for index in range(_ARCS):
        arc = _arc(side, index)
        mask, outer = common(outer, arc), common(outer, 255 - arc)
        box = visible_box(mask)
        layers.append(
            Layer(
                image=with_alpha(box.cut(thick.rgb), box.cut(mask)),
                motion=_advancing(spot, tooth=360 / _MAIN * way),
                anchor=((middle - box.x) / box.width, (middle - box.y) / box.height),
            )
        )
    return layers


def _arc(side: int, index: int) -> Mask:
    """One of equal sectors of the square, cut at gaps between teeth."""
    mask = np.zeros((side, side), np.uint8)
    ends = (np.array([index, index + 0.5, index + 1.0]) / _ARCS - 0.5 / _MAIN) * 2 * np.pi
    rim = side / 2 + side * np.stack([np.cos(ends), np.sin(ends)], axis=1)
    cv2.fillConvexPoly(mask, np.rint([[side / 2, side / 2], *rim]).astype(np.int32), 255)
    return mask


def _turning(at: tuple[float, float], *, start: float, tooth: float) -> Motion:
    """A wheel that turns by `tooth` degrees at each stroke."""

    def motion_at(seconds: float) -> Placement:
        stroke, part = _ticked(seconds)
        return Placement(x=at[0], y=at[1], angle=start + tooth * (stroke + part))

    return motion_at


def _advancing(at: tuple[float, float], *, tooth: float) -> Motion:
    """Teeth that advance by one at each stroke; halfway, each jumps back to its neighbour's position."""

    def motion_at(seconds: float) -> Placement:
        part = _ticked(seconds)[1]
        return Placement(x=at[0], y=at[1], angle=tooth * (part - round(part)))

    return motion_at


def _ticked(seconds: float) -> tuple[float, float]:
    """Completed strokes, and progress of the current one in [0, 1]: a swift turn, then a rest."""
    stroke, part = divmod(seconds * _STROKES, 1.0)
    return stroke, motion.ease_in_out(part / _MOVING)


def _draw_hands(marks: Mask, side: int) -> None:
    """Hour and minute hand with their pin, shown instead of a subject."""
    middle = np.array([side / 2, side / 2], np.float32)
    for turn, length, width in _HANDS:
        angle = math.radians(turn)
        way = np.array([math.cos(angle), math.sin(angle)], np.float32) * side
        curve.stroke(marks, [np.stack([middle - 0.06 * way, middle + length * way])], width=side * width)
    curve.disc(marks, (side / 2, side / 2), side * 0.026)


def _face(request: PaintRequest, side: int) -> Cutout:
    """A dark enamel dial with a minute track, under glass."""
    palette = request.palette
    middle = (side / 2, side / 2)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, middle, side / 2 - 2)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    sheen = 0.75 * light.glow((side // 2, side // 2), (0.44, 0.38), 0.38)
    field = tinted(sheen, dark, tone.mixed(palette.secondary, palette.glow, 0.25))
    rgb = resized((field * 255).astype(np.uint8), (side, side))
    marks = np.zeros((side, side), np.uint8)
    ticks = []
    for step in range(60):
        angle = step * np.pi / 30
        low = 0.435 if step % 5 else 0.405
        ticks.append(
            np.array(
                [
                    [middle[0] + side * r * np.cos(angle), middle[1] + side * r * np.sin(angle)]
                    for r in (low, 0.455)
                ],
                np.float32,
            )
        )
    curve.stroke(marks, ticks[::5], width=side * 0.014)
    curve.stroke(marks, ticks, width=side * 0.005)
    curve.disc(marks, middle, side * 0.472, width=side * 0.006)
    if not has_subject(request):
        _draw_hands(marks, side)
    stain(rgb, marks, palette.glow)
    return Cutout(rgb, alpha)
