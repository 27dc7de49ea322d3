"""Endings of German ordinals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_AND: Final = frozenset({"und", "oder"})
_DATIVE: Final = frozenset(
    {"am", "vom", "zum", "dem", "den", "des", "beim", "im", "ab", "bis", "seit", "zur"}
)
_PREPOSITIONS: Final = frozenset({"in", "an", "auf", "mit", "nach", "von", "zu", "bei", "seit", "aus", "vor"})


def ordinal_ending(before: Iterator[str], *, month: bool) -> str:
    """The ending to add to an ordinal in "-e": "am dritten Mai", "der dritte Mai", "dritter Mai".

    `before` yields the words before it in lower case, nearest first; `month` when the ordinal is a day's.
    """
    nearest, second = next(before, ""), next(before, "")
    while nearest in _AND and second.isdigit():
        nearest, second = next(before, ""), next(before, "")
    if nearest in _DATIVE or (nearest == "der" and second in _PREPOSITIONS):
        return "n"
    return "r" if month and nearest != "der" else ""
