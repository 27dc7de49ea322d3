"""The figures of a text, for comparing two that should say the same: figures are the first to go wrong."""

from __future__ import annotations

import unicodedata
from typing import Final

import regex

_NUMBER: Final = regex.compile(r"\p{Nd}+(?:[.,'’\u00a0\u202f\u066b\u066c]\p{Nd}+)*")
_TELLING: Final = 2
"""Fewest digits considered; shorter figures are often written out in words."""


def figures(text: str) -> frozenset[str]:
    """Digits (0-9) of numbers with two or more of them, unpunctuated: "1.234,5" and "1,234.5" are equal."""
    found = ("".join(map(_digit, number)) for number in _NUMBER.findall(text))
    return frozenset(digits for digits in found if len(digits) >= _TELLING)


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, -1)
    return str(value) if value >= 0 else ""
