"""A statistical plate: hatched bars inked on parchment, as in the first atlases of numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Mask, stain
from renderer.painters.drawing.cutout import rotated, shadowed
from renderer.painters.drawing.layering import drawn, pasted
from renderer.painters.drawing.lettering import lettering, written
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import chart, paper
from renderer.painters.props.comparison import Entry, entries
from renderer.painters.props.photo import photograph
from renderer.painters.props.subject import has_subject, hero_place, hero_size, is_wide

_PAD: Final = 0.045
_WIDE_PAD: Final = 0.025
"""Distance from the chart to the plate's rule, as a share of the width; less in a wide frame, whose edge
is near."""

_BESIDE: Final = 0.90
_AWAY: Final = 0.02
"""Relative size of a photograph beside the plate, and how far it moves away, being wider than other
subjects."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Parchment, frame and labels are the base; the bars are inked from the left."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    area = chart.panel(request)
    rows = entries(request)[:5]
    canvas = paper.paper_canvas(
        rng,
        (request.width, request.height),
        light_tone=palette.ground,
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.4),
    )
    _plate(canvas, request, rng, area, rows)
    inks: tuple[Colour, ...] = (palette.accent, palette.primary, palette.secondary, palette.ink)
    end = 0.7 * request.duration
    layers: list[Layer] = []
    for index, entry in enumerate(rows):
        mask = _bar(request, area, rows, index, entry)
        order = chart.left_to_right(mask, area)
        layers.append(
            drawn(
                mask,
                order,
                inks[index % 4],
                lambda x, y: motion.steadily(x, y, start=-0.4, end=end, first=0.12),
                softness=4,
            )
        )
    if has_subject(request):
        beside = is_wide(request)
        card = rotated(
            shadowed(
                photograph(request, rng, hero_size(request, share=_BESIDE if beside else 1.0)),
                blur=15 * u,
                offset=(4 * u, 14 * u),
                strength=0.5,
            ),
            -2.0,
        )
        layers.append(pasted(card, motion.drifting(*_photo_place(request), by=(0, 3 * u), period=6)))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _photo_place(request: PaintRequest) -> tuple[float, float]:
    """Pixel of the photograph's centre; in wide frames it is moved slightly away from the plate beside it."""
    x, y = hero_place(request)
    if not is_wide(request):
        return x, y
    return x + (_AWAY if x > request.width / 2 else -_AWAY) * request.width, y


def _row(area: chart.Panel, count: int, index: int) -> tuple[float, float]:
    """Centre row of a bar, and the distance between bars."""
    pitch = area.height / count
    return area.top + pitch * (index + 0.62), pitch


def _bar(request: PaintRequest, area: chart.Panel, rows: list[Entry], index: int, entry: Entry) -> Mask:
    """One hatched bar with a firm outline."""
    u = request.unit
    y, pitch = _row(area, len(rows), index)
    reach = area.left + area.width * max(entry.value / max(rows[0].value, 1e-9), 0.02)
    tall = pitch * 0.40
    mask = np.zeros((request.height, request.width), np.uint8)
    box = np.array(
        [[area.left, y - tall / 2], [reach, y - tall / 2], [reach, y + tall / 2], [area.left, y + tall / 2]],
        np.float32,
    )
    curve.fill(mask, [box], value=70)
    inside = mask > 0
    hatch = np.zeros_like(mask)
    gap = (7.0 + 3.0 * (index % 3)) * u
    lean = tall * (1 if index % 2 == 0 else -1)
    lines = [
        np.array([[x, y - tall / 2], [x + lean, y + tall / 2]], np.float32)
        for x in np.arange(area.left - tall, reach + tall, gap)
    ]
    curve.stroke(hatch, lines, width=2.4 * u, value=225)
    np.maximum(mask, hatch * inside, out=mask)
    curve.stroke(mask, [np.concatenate([box, box[:1]])], width=3.4 * u)
    return mask


def _plate(
    canvas: Canvas, request: PaintRequest, rng: np.random.Generator, area: chart.Panel, rows: list[Entry]
) -> None:
    w, u = request.width, request.unit
    ink = np.zeros((request.height, w), np.uint8)
    pad = (_WIDE_PAD if is_wide(request) else _PAD) * w
    for grow, width in ((pad, 4.5), (pad * 0.78, 1.6)):
        left, top, right, bottom = area.left - grow, area.top - grow, area.right + grow, area.bottom + grow
        curve.stroke(
            ink,
            [np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]], np.float32)],
            width=width * u,
            value=220,
        )
    scale = [
        np.array([[x, area.top], [x, area.bottom]], np.float32) for x in np.linspace(area.left, area.right, 6)
    ]
    curve.stroke(
        ink,
        [dash for line in scale for dash in curve.dashes(line, on=8 * u, off=8 * u)],
        width=1.5 * u,
        value=120,
    )
    for index, entry in enumerate(rows):
        y, pitch = _row(area, len(rows), index)
        label = lettering(
            entry.label,
            size=pitch * 0.27,
            face=LetteringFace.SERIF,
            language=request.language,
            widest=area.width * 0.62,
        )
        number = lettering(
            entry.text,
            size=pitch * 0.29,
            face=LetteringFace.SERIF,
            language=request.language,
            widest=area.width * 0.34,
        )
        written(ink, label, (area.left + label.shape[1] / 2, y - pitch * 0.38))
        written(ink, number, (area.right - number.shape[1] / 2, y - pitch * 0.38))
    stain(canvas, paper.blotted(ink, rng, loss=0.25), request.palette.ink, strength=0.88)
