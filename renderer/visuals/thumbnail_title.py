"""The title on a thumbnail: the line breaks that allow the largest letters, then shadow, edge and fill."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import add
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import cuts_name, may_break
from renderer.painters.drawing.lettering import lettering
from renderer.painters.layered_picture import FloatImage, as_bytes
from renderer.text.languages import upper
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.blending import grown, stain
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.style_pack import ThumbnailLettering

_MOST_LINES: Final = 4
_LINE_HEIGHT: Final = 1.16
_PROBE: Final = 100.0
"""Pixels per em at which words are measured."""
_TORN: Final = 4.0
"""Cost of a line that ends inside a name, relative to that of all words in one line."""
_NAMES_SUBJECT: Final = 100
"""Additional weight of a word that names the subject; content words weigh as much as their letters."""


class _Block(Struct, frozen=True, kw_only=True):
    """Lines of the title and the size (pixels per em) at which they fill their place."""

    lines: tuple[str, ...]
    size: float
    marked: int


def put_title(
    canvas: FloatImage,
    text: str,
    *,
    language: Language,
    style: ThumbnailLettering,
    middle: tuple[float, float],
    room: tuple[float, float],
) -> None:
    """Set a title in lines centred around `middle` (pixels), as large as `room` allows: shadow, edge, fill.

    Raises:
        ClipwrightError: `glyph_missing` when the title has a character that no bundled face can draw.
    """
    block = _laid_out(text, language, style, room=room)
    step = block.size * _LINE_HEIGHT
    top = middle[1] - step * (len(block.lines) - 1) / 2
    border = int(block.size * 0.2)
    edge = block.size * 0.075
    masks = []
    for index, line in enumerate(block.lines):
        letters = lettering(line, size=block.size, face=style.face, language=language)
        mask = cv2.copyMakeBorder(letters, border, border, border, border, cv2.BORDER_CONSTANT)
        level = top + step * index
        masks.append(
            (as_bytes(mask), (round(middle[0] - mask.shape[1] / 2), round(level - mask.shape[0] / 2)))
        )
    outlines = [(grown(mask, edge), corner) for mask, corner in masks]
    for outline, (x, y) in outlines:
        shadow = as_bytes(cv2.GaussianBlur(outline, (0, 0), block.size * 0.06))
        stain(canvas, shadow, colour=(0, 0, 0), corner=(x, y + int(block.size * 0.05)), strength=0.6)
    for outline, corner in outlines:
        stain(canvas, outline, colour=style.edge, corner=corner)
    for index, (mask, corner) in enumerate(masks):
        colour = style.highlight if index == block.marked else style.fill
        stain(canvas, mask, colour=colour, corner=corner)


def _laid_out(
    text: str, language: Language, style: ThumbnailLettering, *, room: tuple[float, float]
) -> _Block:
    """The line breaks that allow the largest letters."""
    shown = upper(text, language) if style.capitals else text
    pieces = tokenise(shown.strip().rstrip("."), language)
    words = [(piece.display, piece.gap) for piece in pieces] or [("", "")]
    widths = [_width_of(display, style, language) for display, _ in words]
    space = _width_of("x x", style, language) - _width_of("xx", style, language)
    blocks = []
    for count in range(1, min(_MOST_LINES, len(words)) + 1):
        cuts = _balanced(words, widths, space, count)
        lines = tuple(_joined(words[start:end]) for start, end in cuts)
        widest = max(_width_of(line, style, language) for line in lines)
        size = min(room[0] / max(widest, 1e-6), room[1] / (count * _LINE_HEIGHT))
        blocks.append((size, -count, lines, cuts))
    size, _, lines, cuts = max(blocks)
    size = min(size, 0.2 * room[0])
    return _Block(lines=lines, size=size, marked=_marked_line(words, cuts, language))


def _width_of(text: str, style: ThumbnailLettering, language: Language) -> float:
    """Width in ems."""
    return lettering(text, size=_PROBE, face=style.face, language=language).shape[1] / _PROBE if text else 0.0


def _joined(words: Sequence[tuple[str, str]]) -> str:
    return "".join(display + gap for display, gap in words).strip()


def _balanced(
    words: Sequence[tuple[str, str]], widths: Sequence[float], space: float, count: int
) -> tuple[tuple[int, int], ...]:
    """Cut into `count` lines as equal as can be: the least sum of squared widths (Knuth and Plass, 1981)."""
    total = len(words)
    gaps = (space * bool(gap) for _, gap in words)
    reach = [0.0, *accumulate(map(add, widths, gaps))]
    torn = [0.0, *(_TORN * reach[-1] ** 2 * _binds(a[0], b[0]) for a, b in pairwise(words)), 0.0]
    best = [[(0.0, 0)] + [(float("inf"), 0)] * total]
    for _ in range(count):
        shorter = best[-1]
        ends = (
            min(
                (shorter[start][0] + (reach[end] - reach[start]) ** 2 + torn[end], start)
                for start in range(end)
            )
            for end in range(1, total + 1)
        )
        best.append([(float("inf"), 0), *ends])
    cuts, end = [], total
    for row in best[:0:-1]:
        cuts.append((row[end][1], end))
        end = row[end][1]
    return tuple(cuts[::-1])


def _binds(one: str, other: str) -> bool:
    """Whether a line must not end between two words: inside a name, before a closing mark."""
    return cuts_name(one, other) or not may_break(one, other)


def _marked_line(
    words: Sequence[tuple[str, str]], cuts: Sequence[tuple[int, int]], language: Language
) -> int:
    """Index of the line with the word that names the subject, otherwise with the longest content word."""
    displays = [display for display, _ in words]
    named = match_subjects(displays, language)
    subject = named[0].word if named else ""
    weights = [
        len(display) * is_content(display, language) + _NAMES_SUBJECT * bool(subject and subject in display)
        for display in displays
    ]
    best = int(np.argmax(weights))
    return next(index for index, (start, end) in enumerate(cuts) if start <= best < end)
