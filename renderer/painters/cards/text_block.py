"""Text set in lines as large as its area allows, in any of the ten languages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import border, weighs_little
from renderer.painters.cards.base import CardRequest
from renderer.painters.drawing import motion
from renderer.painters.drawing.canvas import Colour
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.lettering import OVERHANG, advance_of, line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer
from renderer.text.segmentation.tokens import tokenise

LINE_HEIGHT: Final = 1.24
"""In ems; larger for scripts with marks above and below."""
_TALL: Final = {Language.HI: 1.45, Language.AR: 1.45}
_SMALLER: Final = 0.94
_PROBE: Final = 100.0
_SHORT: Final = 3
"""Most letters of a word that leans on the next one and must not end a line."""

_BOUND_SIZE: Final = 0.8
"""Smallest relative type size accepted in exchange for not ending lines with such words."""


class LetteredLines(Struct, frozen=True, kw_only=True):
    """Lines of text and their size; `pitch` is the distance of their baselines. Pixels."""

    lines: tuple[str, ...]
    size: float
    pitch: float
    face: LetteringFace
    language: Language

    @property
    def height(self) -> float:
        """Height of all lines together."""
        return self.pitch * len(self.lines)


def text_block(
    text: str, request: CardRequest, *, place: tuple[float, float], largest: float, most_lines: int
) -> LetteredLines:
    """Fit the text into `place` (width, height): few large lines of even length."""
    words = _unbroken(text, request.language) or [(text, "")]
    loose = _fitted(words, request, place=place, largest=largest, most_lines=most_lines)
    bound = _bound(words, request.language)
    if len(bound) == len(words):
        return loose
    tight = _fitted(bound, request, place=place, largest=largest, most_lines=most_lines)
    return tight if tight.size >= _BOUND_SIZE * loose.size else loose


def _fitted(
    pieces: Sequence[tuple[str, str]],
    request: CardRequest,
    *,
    place: tuple[float, float],
    largest: float,
    most_lines: int,
) -> LetteredLines:
    """The pieces, none of them broken, at the largest size that fits."""
    face, language = request.face, request.language
    widths = [advance_of(display + gap, size=_PROBE, face=face, language=language) for display, gap in pieces]
    tall = _TALL.get(language, LINE_HEIGHT)
    size, count = largest, most_lines + 1
    while size > 1:
        count = len(_wrapped(widths, place[0] * _PROBE / size))
        if (
            count <= most_lines
            and count * tall * size <= place[1]
            and max(widths) * size / _PROBE <= place[0]
        ):
            break
        size *= _SMALLER
    borders = _even(widths, place[0] * _PROBE / size, count)
    lines = ("".join(display + gap for display, gap in pieces[a:b]).strip() for a, b in pairwise(borders))
    return LetteredLines(
        lines=tuple(line for line in lines if line),
        size=size,
        pitch=tall * size,
        face=face,
        language=language,
    )


def block_layers(
    block: LetteredLines,
    colour: Colour,
    *,
    left: float,
    top: float,
    width: float,
    start: float = 0.2,
    centred: bool = False,
) -> list[Layer]:
    """A layer for each line; lines appear one after the other, Arabic ones aligned right."""
    layers: list[Layer] = []
    for number, line in enumerate(block.lines):
        room = OVERHANG * block.size
        cell = line_of(
            line,
            size=block.size,
            height=round(block.pitch),
            face=block.face,
            language=block.language,
            gap=room,
        )
        slack = width + 2 * room - cell.shape[1]
        indent = slack / 2 if centred else slack if block.language is Language.AR else 0.0
        x, y = left - room + indent + cell.shape[1] / 2, top + (number + 0.5) * block.pitch
        appears = motion.settling(x, y, start=start + 0.14 * number, rise=0.3 * block.size)
        layers.append(Layer(image=flat(cell, colour), motion=appears))
    return layers


def _unbroken(text: str, language: Language) -> list[tuple[str, str]]:
    """Words with their gaps; in scripts without spaces, joined with the particles that lean on them."""
    pieces: list[tuple[str, str]] = []
    for word in tokenise(text, language):
        before = pieces[-1] if pieces else ("", " ")
        if not before[1] and border(before[0], word.display, language).leans_back:
            pieces[-1] = (before[0] + word.display, word.gap)
        else:
            pieces.append((word.display, word.gap))
    return pieces


def _bound(words: Sequence[tuple[str, str]], language: Language) -> list[tuple[str, str]]:
    """The words, with each short one that leans on the next joined to it: "у жирафа"."""
    pieces: list[tuple[str, str]] = []
    leans = False
    for display, gap in words:
        if leans:
            before, between = pieces.pop()
            pieces.append((before + between + display, gap))
        else:
            pieces.append((display, gap))
        leans = bool(gap) and len(display) <= _SHORT and weighs_little(display, language)
    return pieces


def _wrapped(widths: Sequence[float], room: float) -> list[int]:
    """Index of the first piece of each line, filled greedily."""
    firsts, used = [0], 0.0
    for at, width in enumerate(widths):
        if used and used + width > room:
            firsts.append(at)
            used = 0.0
        used += width
    return firsts


def _even(widths: Sequence[float], room: float, count: int) -> list[int]:
    """Indices of the line breaks for `count` lines, as narrow as that number of lines allows."""
    low, high = max(*widths, sum(widths) / count), room
    for _ in range(12):
        middle = (low + high) / 2
        if len(_wrapped(widths, middle)) <= count:
            high = middle
        else:
            low = middle
    return [*_wrapped(widths, high), len(widths)]
