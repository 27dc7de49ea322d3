"""A figure from an old almanac.

Digits roll in book type on a ruled and ornamented leaf, with the subject engraved above.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.canvas import Canvas, cast_shadow, lay, stain
from renderer.painters.drawing.cutout import rotated
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper, rolling_counter
from renderer.painters.props.subject import (
    companion_place,
    companion_width,
    engraved,
    has_subject,
    hero_size,
    is_wide,
    raised,
    subject,
)

_BESIDE: Final = 0.36
"""Largest share of a wide frame for a figure beside its subject."""
_ALONE: Final = 0.70
"""Largest share of the frame for a figure without a subject."""
_INWARDS: Final = 0.04
"""Share of a wide frame by which it is nearer to the middle than other companions, to stay on the leaf."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Desk and leaf are the base; the engraving floats a little; the digits roll."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    size = hero_size(request)
    place = _figure_place(request, size)
    widest = companion_width(request, _BESIDE) if _stands_beside(request) else _ALONE * request.width
    canvas = _leaf(request, rng, place=place, widest=widest, size=size)
    layers: list[Layer] = []
    if has_subject(request):
        art = engraved(
            subject(request, int(size * 0.74)),
            ink=palette.paper_ink,
            page=palette.paper,
            pitch=max(6 * u, 3),
            wash=0.75,
        )
        layers.append(pasted(art, motion.drifting(*raised(request, 0.20 * size), by=(0, 4 * u), period=5.5)))
    layers += rolling_counter.counter(
        request.facts.number.text,
        at=place,
        size=size * 0.40,
        widest=widest,
        face=LetteringFace.SERIF,
        colour=palette.accent,
        language=request.language,
        start=-0.2,
        end=0.62 * request.duration,
    )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _stands_beside(request: PaintRequest) -> bool:
    """Whether the figure is beside its subject, in one half of the leaf."""
    return is_wide(request) and has_subject(request)


def _figure_place(request: PaintRequest, size: int) -> tuple[float, float]:
    """Pixel of the figure's centre: below the subject, or beside it and away from the leaf's edge.

    Alone on a wide leaf it is centred, like the rules; off-centre, a long figure would extend beyond the
    leaf.
    """
    x, y = companion_place(request, 0.36 * size)
    if is_wide(request) and not has_subject(request):
        return request.width / 2, y
    inwards = _INWARDS * request.width if _stands_beside(request) else 0.0
    return x - inwards if x > request.width / 2 else x + inwards, y


def _leaf(
    request: PaintRequest, rng: np.random.Generator, *, place: tuple[float, float], widest: float, size: int
) -> Canvas:
    """A torn page on marbled paper, double-ruled round the figure."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    canvas = paper.paper_canvas(
        rng,
        (w, h),
        light_tone=tone.mixed(palette.background, palette.secondary, 0.2),
        dark_tone=tone.mixed(palette.secondary, palette.ink, 0.3),
    )
    page = paper.scrap(
        rng,
        (int(w * 0.86), int(h * 0.80)),
        colour=palette.paper,
        torn=(False, True, True, False),
        reach=20 * u,
    )
    ink = np.zeros_like(page.alpha)
    left, top = int(w * 0.07), int(h * 0.06)
    beside, low = _stands_beside(request), place[1]
    middle = place[0] - left if beside else page.size[0] / 2
    reach = widest * 0.53 if beside else page.size[0] * 0.41
    ornament = low - top + (-0.36 if is_wide(request) else 0.40) * size
    printed = low + 0.40 * size if is_wide(request) else request.shelved(0.635) * h
    for y, width in (
        (low - size * 0.27, 4.5),
        (low - size * 0.255, 1.6),
        (low + size * 0.255, 1.6),
        (low + size * 0.27, 4.5),
    ):
        row = y - top
        curve.stroke(
            ink,
            [np.array([[middle - reach, row], [middle + reach, row]], np.float32)],
            width=width * u,
            value=220,
        )
    for sign in (-1, 1):
        t = np.linspace(0, 2.4 * np.pi, 70)
        swirl = np.stack(
            [
                middle + sign * (120 - 11 * t) * u * np.cos(t * 0.45),
                ornament + (36 - 3.6 * t) * u * np.sin(t),
            ],
            axis=1,
        )
        curve.stroke(ink, [swirl.astype(np.float32)], width=3.0 * u, value=190)
    _text_lines(
        ink,
        rng,
        (page.size[0] * 0.11, printed - top, page.size[0] * 0.89, page.size[1] - 60 * u),
        u,
    )
    stain(page.rgb, np.minimum(ink, page.alpha), palette.paper_ink, strength=0.85)
    turned = rotated(page, float(rng.choice([-1.2, 1.2])))
    corner = (left + (page.size[0] - turned.size[0]) // 2, top + (page.size[1] - turned.size[1]) // 2)
    cast_shadow(canvas, turned.alpha, corner, offset=(int(4 * u), int(12 * u)), blur=15 * u, strength=0.5)
    lay(canvas, turned, corner)
    return canvas


def _text_lines(
    ink: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    rng: np.random.Generator,
    box: tuple[float, float, float, float],
    u: float,
) -> None:
    """Two columns of type too small to read."""
    left, top, right, bottom = box
    middle = (left + right) / 2
    words: list[tuple[float, ...]] = []
    for start, end in ((left, middle - 20 * u), (middle + 20 * u, right)):
        for y in np.arange(top, bottom, 23 * u):
            x = start
            while x < end - 30 * u:
                word = float(rng.uniform(18, 62)) * u
                words.append((x, y, min(x + word, end), y))
                x += word + 9 * u
    curve.stroke(ink, list(np.array(words, np.float32).reshape(-1, 2, 2)), width=7 * u, value=92)
    curve.stroke(ink, [np.array([[middle, top], [middle, bottom]], np.float32)], width=1.5 * u, value=120)
