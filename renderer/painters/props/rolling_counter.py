"""Counters: each digit of a number is a drum that rolls to its place, the rest stands still."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

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


def is_digit(character: str) -> bool:
    """Whether a character is a decimal digit of any script."""
    return unicodedata.category(character) == "Nd"


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
    """Layers of the number `text` as written ("$4.2M"), centred on `at`.

    The digits roll from `start` to `end` seconds.

    `size` is the em in pixels, made smaller until the line is no wider than `widest`.
    """
    shown = " ".join(text.split())
    drums = [_drum(_first(character), size, face, language) for character in shown]
    scale = min(1.0, widest / max(sum(drum.shape[1] for drum in drums), 1))
    if scale < 1.0:
        drums = [_drum(_first(character), size * scale, face, language) for character in shown]
    x = at[0] - sum(drum.shape[1] for drum in drums) / 2
    layers = []
    for index, (character, drum) in enumerate(zip(shown, drums, strict=True)):
        centre = (x + drum.shape[1] / 2, at[1])
        x += drum.shape[1]
        if is_digit(character):
            cell = drum.shape[0] // (_DIGITS + 1)
            late = end - 0.18 * (len(shown) - 1 - index) * min(1.0, (end - start) / 2)
            turn = _rolling(centre, cell, unicodedata.decimal(character), turns=1, start=start, end=late)
            layers.append(Layer(image=flat(drum, colour), motion=turn, window=(drum.shape[1], cell)))
        elif not character.isspace():
            layers.append(Layer(image=flat(drum, colour), motion=_still(centre)))
    return layers


def _first(character: str) -> str:
    """The zero of a digit's own script: all its digits stand on the same drum."""
    return chr(ord(character) - unicodedata.decimal(character)) if is_digit(character) else character


@lru_cache(maxsize=12)
def _drum(character: str, size: float, face: LetteringFace, language: Language) -> Mask:
    """For 0 all digits and 0 again below each other in even cells; any other character or space in one."""
    height = int(size * 1.12) // 2 * 2
    if character.isspace():
        return np.zeros((height, int(size * _SPACE)), np.uint8)
    if not is_digit(character):
        return line_of(character, size=size, height=height, face=face, language=language, gap=size * 0.04)
    cells = [
        line_of(
            chr(ord(character) + digit % _DIGITS),
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
