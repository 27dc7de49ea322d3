"""A globe that turns until the place of the text faces the viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Colour, add_colour, developed, half, stain, tinted
from renderer.painters.drawing.layering import with_alpha
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal
from renderer.painters.drawing.pixels import modulated, plain
from renderer.painters.geography.framing import far_view
from renderer.painters.geography.marks import MarkLook, marks
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.geography.shapes import graticule, map_shapes, softened
from renderer.painters.layered_picture import ByteImage, Layer, LayeredPicture, Motion, Placement

_STEPS: Final = 12
"""Images of the turn, drawn at half size: twelve per second look smooth for a slow turn."""

_TURN: Final = 1.0
_SHORT: Final = 0.45
"""Seconds of the turn, and the largest share of a shot that it takes."""

_ANGLE: Final = 95.0
_SMALL: Final = 0.94
"""Relative size of the globe when it begins to turn."""

_DARK: Final = 0.45


def paint(request: PaintRequest) -> LayeredPicture:
    """The sky and the glow are the base; images of the turn follow one another, and the last one stays."""
    rng = request.rng()
    view = far_view(request)
    codes = [place.code for place in request.facts.places]
    turn = min(_TURN, _SHORT * request.duration)
    layers = [_step(request, view, codes, number, turn) for number in range(_STEPS)]
    whole = _globe(request, _alone(view, 1.0), codes)
    layers.append(Layer(image=whole, motion=_from(view, turn)))
    layers += marks(request, view, _look(request), start=turn)
    return LayeredPicture(base=_sky(request, rng, view), layers=tuple(layers))


def _step(request: PaintRequest, view: MapView, codes: Sequence[str], number: int, turn: float) -> Layer:
    begins, ends = number * turn / _STEPS, (number + 1) * turn / _STEPS
    angle = _ANGLE * (1.0 - motion.ease_out(number / _STEPS))
    image = _globe(request, _alone(view, 0.5).turned(angle), codes, Detail.ROUGH)

    def shown(seconds: float) -> Placement:
        there = begins <= seconds < ends or (number == 0 and seconds < begins)
        grown = _SMALL + (1 - _SMALL) * seconds / turn
        return Placement(x=view.x, y=view.y, scale=2.0 * grown, opacity=1.0 if there else 0.0)

    return Layer(image=image, motion=shown)


def _from(view: MapView, begins: float) -> Motion:
    here, gone = (Placement(x=view.x, y=view.y, opacity=opacity) for opacity in (1.0, 0.0))
    return lambda seconds: here if seconds >= begins else gone


def _alone(view: MapView, share: float) -> MapView:
    """A view with the globe in the middle of a raster of its own, at `share` of its size."""
    radius = view.scale * share
    middle = _side(radius) / 2
    return replace(view, x=middle, y=middle, scale=radius)


def _side(radius: float) -> int:
    """Side of a raster whose centre is an even pixel, about which it can grow by plain resizes."""
    return 4 * (int(radius) // 2 + 2)


def _globe(
    request: PaintRequest, view: MapView, codes: Sequence[str], detail: Detail = Detail.COARSE
) -> ByteImage:
    """Sea, land and lines on a lit ball."""
    palette = request.palette
    side = _side(view.scale)
    u = view.scale / 400
    shapes = map_shapes(view, (side, side), codes, detail=detail)
    sea, land, mark = _colours(request)
    rgb = plain(sea, (side, side))
    lines = np.zeros((side, side), np.uint8)
    curve.stroke(lines, graticule(view, (side, side), step=30.0), width=max(1.2 * u, 1.0), value=70)
    stain(rgb, lines, palette.ink, strength=0.5)
    stain(rgb, shapes.land, land)
    stain(rgb, shapes.chosen, mark)
    for mask in (shapes.water, shapes.area):
        if mask is not None:
            stain(rgb, mask, mark, strength=0.7)
    rims = np.zeros_like(lines)
    if detail is Detail.COARSE:
        curve.stroke(rims, shapes.borders, width=1.0, value=int(80 * min(u, 1.5)))
    curve.stroke(rims, shapes.coasts, width=max(1.6 * u, 1.0), value=170)
    stain(rgb, rims, tone.mixed(palette.ink, sea, 0.25), strength=0.8)
    if shapes.courses:
        rims[:] = 0
        curve.stroke(rims, shapes.courses, width=max(5 * u, 1.5))
        stain(rgb, rims, mark)
    alpha = np.zeros_like(lines)
    curve.disc(alpha, (view.x, view.y), view.scale)
    return with_alpha(modulated(rgb, _ball(side, view.scale)), alpha)


def _ball(side: int, radius: float) -> npt.NDArray[np.float32]:
    """Factors for light on a ball from the upper left."""
    small = np.linspace(-side / 2 / radius, side / 2 / radius, 96, dtype=np.float32)
    x, y = small[None, :], small[:, None]
    z = np.sqrt(np.clip(1 - x * x - y * y, 0, 1))
    lit = np.clip(-0.45 * x - 0.5 * y + 0.74 * z, 0, 1)
    return np.asarray(cv2.resize(0.42 + 0.72 * lit, (side, side)), np.float32)


def _colours(request: PaintRequest) -> tuple[Colour, Colour, Colour]:
    """Colours of sea, land and the country of the place."""
    palette = request.palette
    if tone.luma(palette.background) < _DARK:
        sea = tone.mixed(palette.background, palette.secondary, 0.55)
        return sea, tone.mixed(palette.primary, palette.paper, 0.25), palette.accent
    sea = tone.mixed(palette.background, palette.primary, 0.45)
    return sea, tone.mixed(palette.paper, palette.ground, 0.4), palette.accent


def _look(request: PaintRequest) -> MarkLook:
    palette = request.palette
    dark = tone.luma(palette.background) < _DARK
    rim = tone.mixed(palette.background, tone.BLACK, 0.4) if dark else palette.paper
    ink = palette.ink if dark else palette.paper_ink
    return MarkLook(ink=ink, paper=rim, accent=palette.accent, face=LetteringFace.PLAIN)


def _sky(request: PaintRequest, rng: np.random.Generator, view: MapView) -> Canvas:
    """Clouded ground, with stars in dark palettes and the globe's glow."""
    palette = request.palette
    size = (request.width, request.height)
    shape = half(size)
    dark = tone.luma(palette.background) < _DARK
    deep = tone.mixed(palette.background, tone.BLACK, 0.35) if dark else palette.background
    other = tone.mixed(palette.ground, palette.secondary, 0.25)
    clouds = fractal(rng, shape, cell=min(shape) * 0.6, octaves=4, gain=0.5)
    ground = tinted(clouds, deep, other)
    light.add_light(
        ground,
        light.glow(shape, (view.x / size[0], view.y / size[1]), 0.5),
        palette.glow,
        strength=0.22,
    )
    canvas = developed(ground, size, rng, grain=0.6)
    if dark:
        _stars(canvas, rng, request.unit)
    halo = np.zeros((size[1], size[0]), np.uint8)
    curve.disc(halo, (view.x, view.y), view.scale * 1.02)
    add_colour(canvas, softened(halo, 40 * request.unit), palette.glow, strength=0.45)
    return canvas


def _stars(canvas: Canvas, rng: np.random.Generator, unit: float) -> None:
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    for _ in range(160):
        spot = (float(rng.random()) * width, float(rng.random()) * height)
        curve.disc(mask, spot, float(rng.uniform(0.8, 2.6)) * unit, value=int(rng.uniform(60, 220)))
    add_colour(canvas, mask, tone.WHITE, strength=0.8)
