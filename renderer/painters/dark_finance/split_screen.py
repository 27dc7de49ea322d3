"""A split screen: an old picture in dim lines and the new one lit, behind a scanner's beam."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.before_after import SplitLook, before_after
from renderer.painters.props.subject import staged, toned


def paint(request: PaintRequest) -> LayeredPicture:
    """Rows of a dim screen, the same rows lit, and the scanner's beam."""
    palette = request.palette
    dim = tone.mixed(palette.secondary, palette.background, 0.2)
    grounds = _screens(request, (dim, 0.55), (palette.primary, 0.82))

    def traced(art: Cutout) -> Cutout:
        low = toned(art, tone.mixed(dim, tone.BLACK, 0.35), tone.mixed(palette.ink, dim, 0.3))
        return _lined(low, request)

    def lit(art: Cutout) -> Cutout:
        return staged(art, ambient=palette.primary, lamp=palette.glow, towards=(0.7, -0.7), shade=0.35)

    looks = (
        SplitLook(ink=tone.mixed(palette.ink, dim, 0.2), face=LetteringFace.PLAIN, art=traced),
        SplitLook(ink=palette.ink, face=LetteringFace.PLAIN, art=lit),
    )
    return before_after(request, grounds, looks, _beam(request))


def _screens(
    request: PaintRequest, one: tuple[Colour, float], other: tuple[Colour, float]
) -> tuple[Canvas, Canvas]:
    """A dark room with the rows of a screen in two lights: each a colour and the darkness of its rows."""
    rng = request.rng()
    size, pitch = (request.width, request.height), max(int(9 * request.unit), 3)
    room = backdrop.murk(request, rng, pool=one[0], strength=0.16, lift=0.10, radius=0.5)
    glow = light.glow(backdrop.quarter(request), request.focus, 0.42)
    grounds = []
    for colour, dark in (one, other):
        ground = room.copy()
        light.add_light(ground, glow, colour, strength=0.42 * dark)
        canvas = developed(backdrop.grown(ground, request), size, rng, grain=0.3)
        rows = canvas[::pitch]
        rows[:] = (rows * dark).astype(np.uint8)
        grounds.append(canvas)
    return grounds[0], grounds[1]


def _lined(art: Cutout, request: PaintRequest) -> Cutout:
    """Darken every few rows, as on an old cathode-ray tube."""
    pitch = max(int(9 * request.unit), 3)
    rgb = art.rgb.copy()
    rgb[::pitch] //= 2
    return Cutout(rgb, art.alpha)


def _beam(request: PaintRequest) -> Cutout:
    """A bright line with light on both sides."""
    wide = int(120 * request.unit) // 2 * 2 + 2
    x = np.abs(np.arange(wide) + 0.5 - wide / 2) / (wide / 2)
    line = x < 3 / 60
    fall = np.exp(-np.square(x / 0.32))
    cover = np.where(line, 255, 120 * fall * (x < 1)).astype(np.uint8)
    glow = request.palette.glow
    colour = np.where(line[:, None], tone.mixed(glow, tone.WHITE, 0.6), glow).astype(np.uint8)
    rgb = np.broadcast_to(colour[None], (request.height, wide, 3))
    return Cutout(
        np.ascontiguousarray(rgb), np.ascontiguousarray(np.broadcast_to(cover[None], rgb.shape[:2]))
    )
