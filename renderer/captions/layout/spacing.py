"""Widths of words and the gaps between them, with room for boxes and growing words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.page_geometry import power_word
from renderer.captions.style.schema import PillMotion
from renderer.core.captions import CaptionWord
from renderer.text.languages import is_spaced
from renderer.text.typesetting.compression import halved

BOX_GAP: Final = 0.17
"""Space in em beside a word in a box, in scripts without spaces."""


class SpacedWord(Struct, frozen=True):
    """A word's advance as drawn, the share by which it grows while active (0 = none), and the gap after it.

    `width` and `gap` are in pixels at the requested size; the gap of a line's last word is not used.
    """

    width: float
    growth: float
    gap: float


def spaced(words: Sequence[CaptionWord], letters: CaptionLettering, size: float) -> tuple[SpacedWord, ...]:
    """Measure the words of a text in reading order.

    A gap is the style's word space plus what boxes and a growing active word take from it. Between unspaced
    words, boxes get a little room; without boxes, consecutive marks share theirs.
    """
    style = letters.style
    powers = [power_word(style, word) for word in words]
    widths = [letters.shaped(word, size).advance for word in words]
    growths = [0.0 if power else style.active.scale - 1.0 for power in powers]
    box = style.power.box.pad_x * size / style.size
    # how far each word, or its box, extends into the spaces beside it at its widest
    reaches = [
        max(growth * width / 2, box if power else 0.0)
        for growth, width, power in zip(growths, widths, powers, strict=True)
    ]
    taken = [*(max(one, other) for one, other in pairwise(reaches)), 0.0]
    boxed = [power or style.pill.motion is not PillMotion.NONE for power in powers]
    beside_box = [*(one or other for one, other in pairwise(boxed)), False]
    apart = [
        BOX_GAP * size * (not word.broken) if boxes else -near
        for word, boxes, near in zip(words, beside_box, _nearer(words, letters, size), strict=False)
    ]
    return tuple(
        SpacedWord(width, growth, style.word_space * size + over if word.gap else between)
        for word, width, growth, between, over in zip(words, widths, growths, apart, taken, strict=False)
    )


def _nearer(words: Sequence[CaptionWord], letters: CaptionLettering, size: float) -> list[float]:
    """How far the next word moves towards each word, in pixels, where consecutive marks meet between them."""
    texts = [letters.display(word) for word in words]
    return [*(_saved(one, other, letters, size) for one, other in pairwise(texts)), 0.0]


def _saved(one: str, other: str, letters: CaptionLettering, size: float) -> float:
    if is_spaced(letters.language) or not halved(one[-1:] + other[:1]):
        return 0.0
    apart = letters.run(one, size).advance + letters.run(other, size).advance
    return apart - letters.run(one + other, size).advance
