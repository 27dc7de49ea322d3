"""The chapter card: number, title and a motif; without a number, the film's title card."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.cards.base import CardRequest
from renderer.painters.cards.text_block import block_layers, text_block
from renderer.painters.drawing import light, motion, solids, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Cutout, developed, half, stain, tinted
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import drawn, flat, pasted
from renderer.painters.drawing.lettering import lettering, line_of, written
from renderer.painters.drawing.noise import fractal
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.subject import bordered, has_subject, subject

_SOLID: Final = 200
"""Alpha above which a pixel counts as drawn."""
_TILE: Final = 0.9
"""Share of its own box above which a drawing counts as having no outline of its own."""
_DISC: Final = 0.47
_FOOT: Final = 0.97
"""Lowest end of the title in an upright frame, as a share of the height."""


def paint(request: CardRequest) -> LayeredPicture:
    """The ground is the base; the motif floats, a rule draws itself, number and title settle line by line."""
    rng = request.rng()
    w, h, u = request.width, request.height, request.unit
    number, text = request.number, request.text
    from_right = request.language is Language.AR
    wide = w > h
    canvas = _ground(request, rng, number)
    width = w * (0.50 if wide and has_subject(request) else 0.80)
    left = w * 0.10 if not from_right else w * 0.90 - width
    head = h * (0.17 if wide else 0.10) if number else 0.0
    tall = h * 0.46 if wide else h * _FOOT - h * 0.52 - head
    block = text_block(text, request, place=(width, tall), largest=h * (0.12 if wide else 0.07), most_lines=4)
    top = (h - head - block.height) / 2 if wide else h * 0.52
    layers: list[Layer] = []
    if has_subject(request):
        size = int(h * 0.46 if wide else w * 0.5)
        x = (0.77 if not from_right else 0.23) * w if wide else 0.5 * w
        piece = bordered(
            round_tile(subject(request, size)),
            width=max(2, int(9 * u)),
            colour=tone.lightest(request.palette),
        )
        floats = motion.drifting(x, h * (0.5 if wide else 0.3), by=(3 * u, 9 * u), period=5.2)
        layers.append(pasted(shadowed(piece, blur=16 * u, offset=(6 * u, 14 * u), strength=0.4), floats))
    if number:
        layers += _numbered(request, number, left=left, width=width, top=top, tall=head)
    layers += block_layers(block, request.palette.ink, left=left, top=top + head, width=width, start=0.25)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def round_tile(art: Cutout) -> Cutout:
    """Crop a drawing that fills a square to a disc, since on a card the square would look like a button."""
    rows, columns = np.nonzero(art.alpha > _SOLID)
    if not len(rows):
        return art
    box = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    if (art.alpha[box] > _SOLID).mean() < _TILE:
        return art
    size = art.alpha.shape[0]
    rgb, alpha = (
        cv2.resize(each[box], (size, size), interpolation=cv2.INTER_AREA) for each in (art.rgb, art.alpha)
    )
    disc = np.zeros((size, size), np.uint8)
    cv2.circle(disc, (size // 2, size // 2), round(_DISC * size), 255, -1, cv2.LINE_AA)
    return Cutout(np.asarray(rgb, np.uint8), np.minimum(alpha, disc).astype(np.uint8))


def _numbered(
    request: CardRequest, number: str, *, left: float, width: float, top: float, tall: float
) -> list[Layer]:
    """The number, and the rule beside it that draws itself."""
    w, h, u = request.width, request.height, request.unit
    cell = line_of(number, size=tall * 0.74, height=round(tall), face=request.face, language=request.language)
    from_right = request.language is Language.AR
    edge = left + width if from_right else left
    side = -1 if from_right else 1
    x, y = edge + side * cell.shape[1] / 2, top + tall * 0.46
    digits = Layer(
        image=flat(cell, request.palette.accent), motion=motion.settling(x, y, start=0.0, rise=20 * u)
    )
    rule = np.zeros((h, w), np.uint8)
    begin = round(edge + side * (cell.shape[1] + 26 * u))
    end = round(begin + side * 0.16 * w)
    thick = max(2, round(5 * u))
    middle = round(y)
    rule[middle - thick // 2 : middle - thick // 2 + thick, min(begin, end) : max(begin, end)] = 255
    order = np.tile(np.linspace(0, 254, w, dtype=np.float32).astype(np.uint8), (h, 1))
    if from_right:
        order = 254 - order
    reach = sorted((begin / w, end / w) if not from_right else (1 - begin / w, 1 - end / w))
    line = drawn(
        rule,
        order,
        request.palette.accent,
        lambda cx, cy: motion.drawing(cx, cy, start=0.1, end=1.0, first=max(0.0, reach[0] - 0.02)),
    )
    return [digits, line]


def _ground(request: CardRequest, rng: np.random.Generator, number: str) -> Canvas:
    """The palette's far colour lit from the motif's side, with a very large, faint number.

    The motif has a disc behind it; without a motif the number takes its place.
    """
    w, h, palette = request.width, request.height, request.palette
    shape = half((w, h))
    clouds = fractal(rng, shape, cell=min(shape) * 0.7, octaves=5, gain=0.5)
    ground = tinted(clouds, palette.background, tone.mixed(palette.background, palette.ground, 0.7))
    side = 0.25 if request.language is Language.AR else 0.75
    light.add_light(ground, light.glow(shape, (side, 0.45), 0.5), palette.glow, strength=0.16)
    dim(ground, light.vignette(shape, strength=0.35))
    canvas = developed(ground, (w, h), rng, grain=0.5)
    if number:
        ghost = np.zeros((h, w), np.uint8)
        letters = lettering(number, size=h * 1.15, face=request.face, language=request.language)
        written(ghost, letters, ((1.05 - side if has_subject(request) else side) * w, h * 0.5))
        stain(canvas, ghost, palette.primary, strength=0.09)
    if has_subject(request):
        solids.disc(canvas, (side * w, h * 0.5), 0.36 * min(w, h), palette.primary, strength=0.16)
    return canvas
