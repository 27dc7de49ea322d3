"""Colours of style files as numbers, and the two colour names that depend on the word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

Rgb = tuple[int, int, int]

KNEE: Final = 0.04045
"""Where the sRGB curve changes from linear to a power function (IEC 61966-2-1)."""


class WordColours(Struct, frozen=True):
    """What "@word" and "@ink" stand for."""

    word: Rgb = (255, 255, 255)
    ink: Rgb = (0, 0, 0)

    def of(self, colour: str) -> Rgb:
        """The RGB of a colour of the style file."""
        if colour == "@word":
            return self.word
        if colour == "@ink":
            return self.ink
        return rgb_of(colour)


PLAIN: Final = WordColours()
"""Colours for anything that belongs to no word."""


def rgb_of(colour: str) -> Rgb:
    """Parse "#RRGGBB" into three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance in [0, 1] of 8-bit sRGB (WCAG 2.2)."""
    linear = [to_linear(part / 255.0) for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def to_linear(value: float) -> float:
    """Convert gamma-coded sRGB in [0, 1] to linear light."""
    return value / 12.92 if value <= KNEE else ((value + 0.055) / 1.055) ** 2.4


def to_gamma(light: float) -> float:
    """Convert linear light in [0, 1] to gamma-coded sRGB."""
    return 12.92 * light if light <= KNEE / 12.92 else 1.055 * light ** (1 / 2.4) - 0.055


def contrast(one: float, other: float) -> float:
    """WCAG contrast ratio of two relative luminances, from 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def colours_for(colour: str) -> WordColours:
    """The word colours for one palette colour; ink is black or white, whichever is more readable on it."""
    word = rgb_of(colour)
    light = luminance(word)
    return WordColours(word, (0, 0, 0) if contrast(light, 0.0) > contrast(light, 1.0) else (255, 255, 255))
