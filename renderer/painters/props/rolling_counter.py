"""Counters: each digit of a number is a drum that rolls into place, while signs and words stand still."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.drawing import motion
from renderer.painters.drawing.canvas import Colour, Mask
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.lettering import line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, Motion, Placement

_DIGITS = 10
_SPACE = 0.22
"""Width of a space in ems."""
_LEFTWARD: Final = frozenset({"R", "AL"})
"""Bidirectional classes of letters that are read from right to left (Unicode Annex 9)."""


def is_digit(text: str) -> bool:
    """Whether the text is one decimal digit of any script."""
    return len(text) == 1 and unicodedata.category(text) == "Nd"


def counter(
    text: str,
    *,
    at: tuple[float, float],
    size: float,
    widest: float,
    face: LetteringFace,
    colour: Colour,
    language: Language,
    start: float,
    end: float,
) -> list[Layer]:
    """Layers of the number `text` as written ("$4.2M", "66 million"), centred on `at`.

    Words are shaped as a whole; in scripts that are read from right to left the amount is to the right of its
    unit. The digits roll from `start` to `end` seconds.

    `size` is the em in pixels, reduced until the line is no wider than `widest`.
    """
    shown = tuple(_parts(text))
    drums = [_drum(_first(part), size, face, language) for part in shown]
    scale = min(1.0, widest / max(sum(drum.shape[1] for drum in drums), 1))
    if scale < 1.0:
        drums = [_drum(_first(part), size * scale, face, language) for part in shown]
    x = at[0] - sum(drum.shape[1] for drum in drums) / 2
    layers = []
    for index, (part, drum) in enumerate(zip(shown, drums, strict=True)):
        centre = (x + drum.shape[1] / 2, at[1])
        x += drum.shape[1]
        if is_digit(part):
            cell = drum.shape[0] // (_DIGITS + 1)
            late = end - 0.18 * (len(shown) - 1 - index) * min(1.0, (end - start) / 2)
            turn = _rolling(centre, cell, unicodedata.decimal(part), turns=1, start=start, end=late)
            layers.append(Layer(image=flat(drum, colour), motion=turn, window=(drum.shape[1], cell)))
        elif not part.isspace():
            layers.append(Layer(image=flat(drum, colour), motion=_still(centre)))
    return layers


def _parts(text: str) -> Iterator[str]:
    """Whole words, and single digits and signs, in visual order from left to right."""
    words = text.split()
    leftward = any(unicodedata.bidirectional(character) in _LEFTWARD for character in text)
    for lettered, run in groupby(" ".join(reversed(words) if leftward else words), key=_is_of_word):
        if lettered:
            yield "".join(run)
        else:
            yield from run


def _is_of_word(character: str) -> bool:
    """Whether the character is a letter, a mark of one, or a joiner."""
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Cf"


def _first(part: str) -> str:
    """The zero of a digit's own script, since all its digits share one drum; other parts unchanged."""
    return chr(ord(part) - unicodedata.decimal(part)) if is_digit(part) else part


@lru_cache(maxsize=12)
def _drum(part: str, size: float, face: LetteringFace, language: Language) -> Mask:
    """The drum of a zero (all digits and 0 again, in even cells), or one cell for a sign, word or space."""
    height = int(size * 1.12) // 2 * 2
    if part.isspace():
        return np.zeros((height, int(size * _SPACE)), np.uint8)
    if not is_digit(part):
        return line_of(part, size=size, height=height, face=face, language=language, gap=size * 0.04)
    cells = [
        line_of(
            chr(ord(part) + digit % _DIGITS),
            size=size,
            height=height,
            face=face,
            language=language,
            gap=size * 0.03,
        )
        for digit in range(_DIGITS + 1)
    ]
    width = max(cell.shape[1] for cell in cells)
    padded = [
        np.pad(
            cell,
            ((0, 0), ((width - cell.shape[1]) // 2, width - cell.shape[1] - (width - cell.shape[1]) // 2)),
        )
        for cell in cells
    ]
    return np.concatenate(padded)


def _rolling(
    at: tuple[float, float], cell: int, digit: int, *, turns: int, start: float, end: float
) -> Motion:
    def roll(seconds: float) -> Placement:
        part = motion.ease_out((seconds - start) / max(end - start, 1e-6))
        place = (digit - turns * _DIGITS * (1.0 - part)) % _DIGITS
        return Placement(x=at[0], y=at[1], scroll_y=place * cell)

    return roll


def _still(at: tuple[float, float]) -> Callable[[float], Placement]:
    placement = Placement(x=at[0], y=at[1])
    return lambda _seconds: placement
