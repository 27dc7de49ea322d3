"""Contrast of captions measured on finished frames: each word's letters against what surrounds them.

A letter is read by an edge: that of its fill, or that of its fill together with strokes around it. Both sides
of the edge are taken from the frame's own pixels (WCAG 2.2 relative luminance), in cells about as large as a
letter. A word's contrast is the one that nine tenths of its cells reach, at the best of its edges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.captions.drawing.masks import GlyphMask, Mask, distance_outside
from renderer.captions.drawing.page_sprites import PageSprites
from renderer.captions.style.colours import KNEE
from renderer.captions.style.schema import Reveal, WordLook
from renderer.compositor.planes import Planes, crop, planes_to_rgb

RING: Final = 0.035
"""Width in em of the surroundings that a letter is read against: about a thin stroke of its own face."""

CELL: Final = 0.6
"""Side in em of the cells in which both sides of an edge are compared."""

WORST_SHARE: Final = 10.0
"""Percentage of a word's cells that may be worse than its reported contrast."""

_COVERED: Final = 230
_SOFT: Final = 0.75
"""Anti-aliased pixels at an edge, which belong to neither side."""
_BLUR: Final = 4
"""Extra pixels around the measured area, for soft edges and blurred distances."""
_LEAST: Final = 12
"""Minimum number of pixels on each side of an edge for a cell to count."""

Light = npt.NDArray[np.float32]
"""Relative luminance, (rows, columns)."""


class WordState(StrEnum):
    """Where the voice is relative to a word: before, in or after it."""

    UNSAID = "unsaid"
    ACTIVE = "active"
    SAID = "said"


class WordContrast(Struct, frozen=True, kw_only=True):
    """A word's contrast in a frame, from 1 to 21."""

    text: str
    state: WordState
    contrast: float


def word_contrasts(frame: Planes, sprites: PageSprites, active: int) -> tuple[WordContrast, ...]:
    """Contrast of all words of a page shown in a finished frame while word `active` is spoken."""
    words = [word.placed for word in sprites.page.words]
    shapes = [sprites.drawn_shape(order, active=order == active) for order in range(len(words))]
    window = _around([shape.ink for shape in shapes], frame)
    if window is None:
        return ()
    light = _light(frame, window)
    inks = [shape.ink for shape in shapes]
    found = []
    for order, placed in enumerate(words):
        if order > active and sprites.page.style.reveal is Reveal.TYPEWRITER:
            continue
        state = (
            WordState.ACTIVE if order == active else WordState.SAID if order < active else WordState.UNSAID
        )
        edges, em = _edges(sprites, order, state), placed.run.size
        near = _near(inks[order], window, room=2 * edges[-1] + _ring(em) + _BLUR, cell=_cell(em))
        contrast = _read(
            light[
                near.top - window.top : near.bottom - window.top,
                near.left - window.left : near.right - window.left,
            ],
            _placed([inks[order]], near),
            _placed([*inks[:order], *inks[order + 1 :]], near),
            edges=edges,
            em=em,
        )
        found.append(WordContrast(text=placed.word.text, state=state, contrast=contrast))
    return tuple(found)


def _edges(sprites: PageSprites, order: int, state: WordState) -> list[float]:
    """Distances in pixels of the letter's edges from its fill: 0, then the outer edge of each stroke."""
    if state is WordState.ACTIVE and sprites.page.words[order].power:
        return [0.0]
    style = sprites.page.style
    looks: dict[WordState, WordLook] = {
        WordState.UNSAID: style.unsaid,
        WordState.ACTIVE: style.active,
        WordState.SAID: style.said,
    }
    return list(
        accumulate((stroke.width * sprites.page.scale for stroke in looks[state].strokes), initial=0.0)
    )


def _read(light: Light, ink: Mask, others: Mask, *, edges: list[float], em: float) -> float:
    """Contrast of a word at the best of its edges."""
    if not ink.any():
        return 21.0
    field = distance_outside(ink)
    ring = _ring(em)
    free = distance_outside(others) > edges[-1] if others.any() else ~others.astype(bool)
    return max(
        _edge_contrast(
            light,
            inside=(ink >= _COVERED) if edge == 0 else (field <= edge - 0.5),
            outside=(field > edge + _SOFT) & (field <= edge + _SOFT + ring) & free,
            cell=_cell(em),
        )
        for edge in edges
    )


def _ring(em: float) -> float:
    """Width in pixels of the surroundings that letters of this size are read against."""
    return max(1.5, RING * em)


def _cell(em: float) -> int:
    """Side in pixels of the cells for letters of this size."""
    return max(6, round(CELL * em))


def _edge_contrast(
    light: Light, *, inside: npt.NDArray[np.bool_], outside: npt.NDArray[np.bool_], cell: int
) -> float:
    """Contrast across an edge that all but the worst cells reach; 1 if no cell has enough of both sides."""
    there = [side.astype(np.float32) for side in (inside, outside)]
    most_inside, most_outside, bright_inside, bright_outside = (
        _per_cell(values, cell) for values in (*there, *(light * side for side in there))
    )
    enough = (np.rint(most_inside) >= _LEAST) & (np.rint(most_outside) >= _LEAST)
    if not enough.any():
        return 1.0
    one = bright_inside[enough] / most_inside[enough] + 0.05
    other = bright_outside[enough] / most_outside[enough] + 0.05
    return float(np.percentile(np.maximum(one, other) / np.minimum(one, other), WORST_SHARE))


def _per_cell(values: Light, cell: int) -> Light:
    """Sums of `values` over square cells of `cell` pixels."""
    below, beside = (-side % cell for side in values.shape)
    padded = cv2.copyMakeBorder(values, 0, below, 0, beside, cv2.BORDER_CONSTANT)
    size = padded.shape[1] // cell, padded.shape[0] // cell
    return np.asarray(cv2.resize(padded, size, interpolation=cv2.INTER_AREA), np.float32) * cell * cell


class _Window(NamedTuple):
    """A part of the frame, in its pixels."""

    left: int
    top: int
    right: int
    bottom: int


def _around(inks: list[GlyphMask], frame: Planes) -> _Window | None:
    """Bounds of the letters with room for their surroundings, on even pixels, inside the frame."""
    room = max(ink.mask.shape[0] for ink in inks) // 3
    left = max(0, min(ink.x for ink in inks) - room) // 2 * 2
    top = max(0, min(ink.y for ink in inks) - room) // 2 * 2
    right = min(frame.width, max(ink.x + ink.mask.shape[1] for ink in inks) + room) // 2 * 2
    bottom = min(frame.height, max(ink.y + ink.mask.shape[0] for ink in inks) + room) // 2 * 2
    return _Window(left, top, right, bottom) if right > left and bottom > top else None


def _near(ink: GlyphMask, window: _Window, *, room: float, cell: int) -> _Window:
    """The part of the window within `room` of a word, aligned at top left to the window's cells."""
    rows, columns, reach = *ink.mask.shape, math.ceil(room)
    left, top = (
        edge + max(0, place - reach - edge) // cell * cell
        for edge, place in ((window.left, ink.x), (window.top, ink.y))
    )
    right, bottom = min(window.right, ink.x + columns + reach), min(window.bottom, ink.y + rows + reach)
    return _Window(left, top, max(left, right), max(top, bottom))


def _placed(inks: Sequence[GlyphMask], window: _Window) -> Mask:
    """Letters on a canvas the size of the window, cut at its edges; the higher coverage where they meet."""
    left, top, right, bottom = window
    canvas = np.zeros((bottom - top, right - left), np.uint8)
    for ink in inks:
        x, y = ink.x - left, ink.y - top
        rows = slice(max(0, y), min(canvas.shape[0], y + ink.mask.shape[0]))
        columns = slice(max(0, x), min(canvas.shape[1], x + ink.mask.shape[1]))
        if rows.start < rows.stop and columns.start < columns.stop:
            part = ink.mask[rows.start - y : rows.stop - y, columns.start - x : columns.stop - x]
            np.maximum(canvas[rows, columns], part, out=canvas[rows, columns])
    return canvas


def _light(frame: Planes, window: _Window) -> Light:
    left, top, right, bottom = window
    rgb = planes_to_rgb(crop(frame, x=left, y=top, width=right - left, height=bottom - top))
    return np.asarray(cv2.transform(cv2.LUT(rgb, _LINEAR), _WEIGHTS), np.float32)


def _linear() -> Light:
    levels = np.arange(256) / 255
    curve = np.where(levels <= KNEE, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return np.asarray(curve, np.float32)


_LINEAR: Final = _linear()
_WEIGHTS: Final = np.array([[0.2126, 0.7152, 0.0722]], np.float32)
