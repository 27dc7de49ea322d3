"""A ruled timeline on old paper: the year rolls up in type, and a red line runs to it from mark to mark.

Time follows the direction of writing: in Arabic it starts on the right.
"""

from __future__ import annotations

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import drawn, flat, pasted
from renderer.painters.drawing.lettering import lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper, rolling_counter
from renderer.painters.props.subject import (
    companion_place,
    companion_width,
    engraved,
    has_subject,
    hero_place,
    hero_size,
    is_wide,
    subject,
)

_LINE = 0.765
_YEAR = 0.655
_NEAREST = 0.16
"""Heights of line and rolling year, and the least gap between marks, as fractions of the raster."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Sheet and ruler are the base; line, marks, print and year move."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    years = sorted(set(request.facts.years))
    places = _places(years)
    if request.language is Language.AR:
        places = [1.0 - place for place in places]
    canvas = _sheet(request, rng, years, places)
    end = 0.62 * request.duration
    layers: list[Layer] = [_run(request, places, end)]
    for index, share in enumerate(places):
        when = end * (index + 1) / len(places) - 0.3
        mark = _mark(request, last=index == len(places) - 1)
        layers.append(
            pasted(
                mark,
                motion.settling(
                    share * request.width,
                    request.shelved(_LINE) * request.height,
                    start=when - 0.6,
                    length=0.5,
                ),
            )
        )
    if has_subject(request):
        art = engraved(
            subject(request, hero_size(request)),
            ink=palette.paper_ink,
            page=palette.paper,
            pitch=max(6 * u, 3),
            wash=0.8,
        )
        layers.append(pasted(art, motion.drifting(*hero_place(request), by=(0, 5 * u), period=6)))
    upright = has_subject(request) and not is_wide(request)
    year = (request.width / 2, request.shelved(_YEAR) * request.height)
    at = year if upright else companion_place(request, 0.0)
    layers += rolling_counter.counter(
        str(years[-1]) if years else "",
        at=at,
        size=0.20 * min(request.width, request.height * 0.75),
        widest=companion_width(request, 0.7),
        face=LetteringFace.SERIF,
        colour=tone.darkest(palette),
        language=request.language,
        start=-0.3,
        end=end,
    )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _places(years: list[int]) -> list[float]:
    """Horizontal positions of the years: in proportion, but never so close that labels touch."""
    if len(years) < 2:  # noqa: PLR2004 - a single year needs no proportion
        return [0.5] * len(years)
    span = max(years[-1] - years[0], 1)
    places = [0.14 + 0.72 * (year - years[0]) / span for year in years]
    gap = min(_NEAREST, 0.72 / (len(years) - 1))
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + gap)
    places[-1] = min(places[-1], 0.86)
    for index in range(len(places) - 2, -1, -1):
        places[index] = min(places[index], places[index + 1] - gap)
    return places


def _sheet(request: PaintRequest, rng: np.random.Generator, years: list[int], places: list[float]) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    canvas = paper.paper_canvas(
        rng,
        (w, h),
        light_tone=palette.ground,
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.4),
    )
    ink = np.zeros((h, w), np.uint8)
    y = request.shelved(_LINE) * h
    curve.stroke(ink, [np.array([[0, y], [w, y]], np.float32)], width=5 * u)
    ticks = []
    for index, x in enumerate(np.arange(0, w, 22 * u)):
        tall = (40 if index % 10 == 0 else 26 if index % 5 == 0 else 14) * u
        ticks.append(np.array([[x, y], [x, y + tall]], np.float32))
    curve.stroke(ink, ticks, width=2.0 * u, value=200)
    for year, share in zip(years, places, strict=True):
        letters = lettering(str(year), size=62 * u, face=LetteringFace.SERIF, language=request.language)
        written(ink, letters, (share * w, y + 92 * u))
    _ornaments(ink, request)
    _sunrays(ink, request)
    stain(canvas, paper.blotted(ink, rng, loss=0.3), palette.ink, strength=0.85)
    return canvas


def _ornaments(ink: Mask, request: PaintRequest) -> None:
    """Double rules above and below and a printer's flourish, as in an almanac."""
    w, h, u = request.width, request.height, request.unit
    for y, width in ((0.052, 5.0), (0.059, 1.8), (0.868, 1.8), (0.875, 5.0)):
        curve.stroke(
            ink, [np.array([[0.07 * w, y * h], [0.93 * w, y * h]], np.float32)], width=width * u, value=210
        )
    t = np.linspace(0, 2.6 * np.pi, 80)
    for sign in (-1, 1):
        spiral = np.stack(
            [
                w / 2 + sign * (150 - 12 * t) * u * np.cos(t * 0.45),
                0.925 * h + (44 - 4.0 * t) * u * np.sin(t),
            ],
            axis=1,
        )
        curve.stroke(ink, [spiral.astype(np.float32)], width=3.2 * u, value=190)
    curve.disc(ink, (w / 2, 0.925 * h), 9 * u, value=220)


def _sunrays(ink: Mask, request: PaintRequest) -> None:
    """Engraved rays behind the subject, alternately thick and thin, fading outwards."""
    x, y = hero_place(request)
    inner, outer = hero_size(request) * 0.60, hero_size(request) * 0.92
    for index in range(72):
        angle = index * np.pi / 36
        far = outer if index % 2 == 0 else outer * 0.88
        ray = [[x + r * np.cos(angle), y + r * np.sin(angle)] for r in (inner, far)]
        curve.stroke(
            ink, [np.array(ray, np.float32)], width=(4.5 if index % 2 == 0 else 2.0) * request.unit, value=170
        )


def _run(request: PaintRequest, places: list[float], end: float) -> Layer:
    """The red line along the ruler to the last year."""
    w, h, u = request.width, request.height, request.unit
    goal, y = (places[-1] if places else 0.9) * w, request.shelved(_LINE) * h
    begin = w if request.language is Language.AR else 0
    mask = np.zeros((h, w), np.uint8)
    curve.stroke(mask, [np.array([[begin, y], [goal, y]], np.float32)], width=11 * u)
    way = np.abs(np.arange(w) - begin) / abs(goal - begin) * 250
    order = np.broadcast_to(np.clip(way, 0, 250).astype(np.uint8)[None, :], (h, w))
    return drawn(
        mask,
        order.copy(),
        request.palette.accent,
        lambda x, y: motion.steadily(x, y, start=-0.4, end=end, first=0.1),
        softness=3,
    )


def _mark(request: PaintRequest, *, last: bool) -> Cutout:
    """A ring on the line; the last one is filled and larger."""
    side = int((74 if last else 50) * request.unit) // 2 * 2
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side * 0.44)
    image = flat(alpha, request.palette.accent)
    core = np.zeros_like(alpha)
    curve.disc(core, (side / 2, side / 2), side * 0.22)
    rgb = np.ascontiguousarray(image[..., :3])
    stain(rgb, core, request.palette.paper)
    return shadowed(Cutout(rgb, alpha), blur=5 * request.unit, offset=(0, 4 * request.unit), strength=0.4)
