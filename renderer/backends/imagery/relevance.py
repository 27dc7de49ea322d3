"""Scores how well a title fits a phrase, in any of the ten languages, without a model."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

import regex

SHORTEST_STEM: Final = 4
ENDING: Final = 2
"""Letters at the end in which words may differ and still count as equal: plurals and cases."""
_WORD: Final = regex.compile(
    r"\p{Han}+|[\p{Katakana}ー]+|\p{Hiragana}{2,}"  # stretches of one script serve as words there
    r"|[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}]]+",
    flags=regex.VERSION1,
)
_UNSPACED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case; names inCamelCase or with_dashes-between are split."""
    parted = regex.sub(r"(?<=\p{Ll})(?=\p{Lu})|_", " ", unicodedata.normalize("NFC", text))
    return tuple(word.casefold() for word in _WORD.findall(parted))


def relevance(phrase: str, title: str) -> float:
    """Share of the phrase's words that the title contains, in [0, 1], slightly reduced for long titles."""
    asked, said = words_of(phrase), words_of(title)
    if not asked or not said:
        return 0.0
    found = sum(_named(word, said) for word in asked)
    return found / len(asked) * (1.0 - 0.2 * min(1.0, len(said) / 40.0))


def _named(word: str, said: Iterable[str]) -> bool:
    if _UNSPACED.search(word):
        return any(word in other or (len(other) > 1 and other in word) for other in said)
    return any(_alike(word, other) for other in said)


def _alike(first: str, second: str) -> bool:
    if first == second:
        return True
    stem = max(SHORTEST_STEM, max(len(first), len(second)) - ENDING)
    return len(first) >= SHORTEST_STEM and len(second) >= SHORTEST_STEM and first[:stem] == second[:stem]
