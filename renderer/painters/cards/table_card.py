"""A table of the script, exactly as written: header, rules, rows that appear one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.cards.base import CardRequest
from renderer.painters.cards.paper import paper_ground
from renderer.painters.drawing import motion, tone
from renderer.painters.drawing.canvas import Canvas, stain
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.lettering import OVERHANG, advance_of, line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture

_GAP: Final = 1.4
"""Distance between two columns, in ems."""


def paint(request: CardRequest) -> LayeredPicture:
    """Paper with a rule under the header is the base; each row is a layer of its own."""
    rng = request.rng()
    w, h, palette = request.width, request.height, request.palette
    heading = tone.mixed(palette.primary, palette.paper_ink, 0.5)
    rows = request.rows
    columns = _columns(rows, request)
    size = min(
        h * 0.062, h * 0.76 / (1.55 * len(rows)), 0.84 * w / (sum(columns) + _GAP * (len(columns) - 1))
    )
    pitch = 1.55 * size
    top = (h - pitch * len(rows)) / 2
    width = size * (sum(columns) + _GAP * (len(columns) - 1))
    left = (w - width) / 2
    canvas = paper_ground(request, rng)
    _rule(canvas, request, left=left, right=left + width, y=top + pitch)
    layers: list[Layer] = []
    for number, row in enumerate(rows):
        cell = _row(row, columns, request, size=size, pitch=pitch, width=width)
        colour = heading if number == 0 else palette.paper_ink
        x, y = w / 2, top + (number + 0.5) * pitch
        layers.append(
            Layer(
                image=flat(cell, colour),
                motion=motion.settling(x, y, start=0.1 + 0.16 * number, rise=0.3 * size),
            )
        )
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _columns(rows: Sequence[Sequence[str]], request: CardRequest) -> list[float]:
    """Width of each column in ems."""
    return [
        max(
            advance_of(cell or " ", size=100.0, face=LetteringFace.PLAIN, language=request.language) / 100
            for cell in column
        )
        for column in zip(*rows, strict=True)
    ]


def _row(
    row: Sequence[str],
    columns: Sequence[float],
    request: CardRequest,
    *,
    size: float,
    pitch: float,
    width: float,
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The mask of one row; figures are aligned right in their column, words left."""
    room = OVERHANG * size
    mask = np.zeros((round(pitch), round(width + 2 * room)), np.uint8)
    at = 0.0
    for text, column in zip(row, columns, strict=True):
        if text.strip():
            cell = line_of(
                text,
                size=size,
                height=round(pitch),
                face=LetteringFace.PLAIN,
                language=request.language,
                gap=room,
            )
            slack = max(0.0, column * size + 2 * room - cell.shape[1])
            inset = slack if text.lstrip("+-−$€£¥₹ ")[:1].isdigit() else 0.0
            x = at + inset
            if request.language is Language.AR:
                x = width + 2 * room - at - inset - cell.shape[1]
            first = max(0, round(x))
            part = cell[:, : mask.shape[1] - first]
            target = mask[:, first : first + part.shape[1]]
            np.maximum(target, part, out=target)
        at += (column + _GAP) * size
    return mask


def _rule(canvas: Canvas, request: CardRequest, *, left: float, right: float, y: float) -> None:
    mask = np.zeros(canvas.shape[:2], np.uint8)
    thick = max(2, round(3 * request.unit))
    mask[round(y) : round(y) + thick, max(0, round(left)) : round(right)] = 255
    stain(canvas, mask, request.palette.accent)
