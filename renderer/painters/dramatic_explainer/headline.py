"""A loud poster: one giant word behind a slanted slab, the subject breaking out of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, developed, half, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted, visible_box
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal, smoothstep
from renderer.painters.drawing.pixels import modulated, plain, resized
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import (
    bordered,
    companion_place,
    companion_width,
    has_subject,
    hero_place,
    hero_size,
    is_wide,
    staged,
    subject,
)

_SLANT: Final = 0.07
"""Rise of the word's line relative to its length."""


_EDGE: Final = 0.06
"""Share of the height that the camera may cut off the upper edge, plus a margin."""


_WORD: Final = 0.34
"""Height of a word with a subject, as a share of the space for both."""

_LEAST_SIDE: Final = 8


def paint(request: PaintRequest) -> LayeredPicture:
    """Rays and slab are the base; the word slides in, the subject pops over it."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    side = float(rng.choice([-1.0, 1.0]))
    word = _worn(_word(request), rng)
    place = _place(request, word)
    canvas = _poster(request, rng, side, middle=place.word[1])
    layers: list[Layer] = []
    if word.size:
        letters = Cutout(plain(palette.ink, word.shape), word)
        piece = shadowed(letters, blur=5 * u, offset=(7 * u, 9 * u), strength=0.85)
        layers.append(pasted(piece, _landing(*place.word, start=-0.35, rise=40 * u, angle=-4 * side)))
    if has_subject(request):
        art = staged(subject(request, place.side), ambient=palette.secondary, lamp=palette.glow, shade=0.4)
        piece = bordered(art, width=int(9 * u), colour=tone.lightest(palette))
        layers.append(
            pasted(
                shadowed(piece, blur=14 * u, offset=(8 * u, 16 * u), strength=0.7),
                _landing(*place.subject, start=-0.15, rise=100 * u, angle=3 * side),
            )
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


class _Place(Struct, frozen=True, kw_only=True):
    """Centres of word and subject, and the subject's side; neither covers the other."""

    word: tuple[float, float]
    subject: tuple[float, float]
    side: int


def _place(request: PaintRequest, word: Mask) -> _Place:
    """The word above the subject, which breaks out of the slab below it; in wide frames beside it."""
    x, y = hero_place(request)
    size = hero_size(request)
    if not has_subject(request) or not word.size:
        return _Place(word=(_inside(x, word, request), y), subject=(x, y), side=int(size * 0.92))
    if is_wide(request):
        return _Place(word=companion_place(request, 0.0), subject=(x, y), side=int(size * 0.9))
    tall, wide = word.shape
    reach = tall / 2 + wide / 2 * _SLANT
    middle = max(y - size * 0.5 + reach, _EDGE * request.height + reach)
    top = middle + tall / 2 + 0.25 * size * _SLANT
    bottom = y + 0.57 * size
    return _Place(word=(x, middle), subject=(x, (top + bottom) / 2), side=max(int(bottom - top), _LEAST_SIDE))


def _inside(x: float, word: Mask, request: PaintRequest) -> float:
    """The column nearest to `x` at which the whole word is inside the frame."""
    wide = int(word.shape[1])
    reach = min(wide / 2 + _EDGE * request.width, request.width / 2)
    return min(max(x, reach), request.width - reach)


def _landing(x: float, y: float, *, start: float, rise: float, angle: float) -> Motion:
    """Slide up by `rise` pixels, overshooting slightly, then stay; the rotation is `angle` throughout."""

    def motion_at(seconds: float) -> Placement:
        part = (seconds - start) / 0.7
        return Placement(
            x=x,
            y=y + rise * (1.0 - motion.overshoot(part)),
            angle=angle,
            opacity=motion.ease_out(part * 2.0),
        )

    return motion_at


def _word(request: PaintRequest) -> Mask:
    """The word that names the subject, else the longest one, as large as the frame allows."""
    if not request.words:
        return np.zeros((0, 0), np.uint8)
    chosen = (request.subject or max(request.words, key=len)).upper()
    room = hero_size(request)
    most = room * (_WORD if has_subject(request) and not is_wide(request) else 0.62)
    widest = companion_width(request, 0.84)
    letters = lettering(
        chosen, size=room * 0.62, face=LetteringFace.POSTER, language=request.language, widest=widest
    )
    if letters.shape[0] <= most:
        return letters
    size = room * 0.62 * most / letters.shape[0]
    return lettering(
        chosen,
        size=size,
        face=LetteringFace.POSTER,
        language=request.language,
        widest=widest * most / letters.shape[0],
    )


def _worn(letters: Mask, rng: np.random.Generator) -> Mask:
    """Letterpress wear."""
    if not letters.size:
        return letters
    wear = fractal(rng, letters.shape, cell=60, octaves=5, gain=0.8)
    return (letters * (1.0 - 0.55 * smoothstep(wear, 0.60, 0.78))).astype(np.uint8)


def _poster(request: PaintRequest, rng: np.random.Generator, side: float, *, middle: float) -> Canvas:
    w, h = request.width, request.height
    palette = request.palette
    size = (w, h)
    shape = half(size)
    ground = backdrop.gloom(request, rng, pool=palette.glow, strength=0.16, lift=0.08)
    x, y = light.grid(shape)
    angle = np.arctan2((y - request.focus[1]) * shape[0], (x - request.focus[0]) * shape[1])
    rays = smoothstep(np.sin(angle * 14 + 0.4), -0.06, 0.06)
    rays *= backdrop.grown(np.exp(-1.3 * light.distance(backdrop.quarter(request), request.focus)), request)
    light.add_light(ground, rays, palette.secondary, strength=0.55)
    canvas = developed(ground, size, rng, grain=0.5)
    slab = np.zeros((h, w), np.uint8)
    cy = middle
    tall = hero_size(request) * (0.34 if has_subject(request) else 0.40)
    slope = np.tan(np.radians(-4 * side)) * w / 2
    edge = [
        [-9, cy - tall - slope],
        [w + 9, cy - tall + slope],
        [w + 9, cy + tall + slope],
        [-9, cy + tall - slope],
    ]
    curve.fill(slab, [np.array(edge, np.float32)])
    box = visible_box(slab)
    rough = fractal(rng, (box.height // 2 + 1, box.width // 2 + 1), cell=90, octaves=5, gain=0.75)
    keep = resized(1.0 - 0.6 * smoothstep(rough, 0.66, 0.8), (box.width, box.height))
    part = slab[box.y : box.y + box.height, box.x : box.x + box.width]
    part[:] = modulated(part, keep)
    stain(canvas, slab, palette.accent, strength=0.94)
    return canvas
