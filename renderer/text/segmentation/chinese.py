"""Chinese words with their part of speech, from jieba's dictionary (rjieba; Sun, 2012)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

_FUNCTION_CHARACTERS: Final = frozenset(
    "的了着过在和与或及就都也还又再不没很太更最把被给对从向让使比用是有会能可要想去来这那哪你我他她它们吗呢吧啊么为以而则但却因所其之于等上下里中个只颗次种"
)
"""Function words of one character, which are words of their own."""
_PAIR: Final = 2
_COMPOUND: Final = 2 * _PAIR
_WHOLE: Final = ("i", "l", "m", "nr", "ns", "nt", "nz", "x")
"""Tags of idioms, fixed phrases, numbers, names and others that are never split."""


class ChineseWord(Struct, frozen=True):
    """A word as written and its tag: `n…` is a noun or a name, `v…` a verb, `m` a number, `x` a mark."""

    text: str
    tag: str


@lru_cache(maxsize=512)
def chinese_words(text: str) -> tuple[ChineseWord, ...]:
    """All words in order; joined, they give the text."""
    return tuple(ChineseWord(*part) for word in _library().tag(text) for part in _read_anew(*word))


@lru_cache(maxsize=512)
def chinese_units(text: str) -> tuple[str, ...]:
    """The units that are read at once: words, with compounds of two other words split (血液|循环)."""
    return tuple(unit for word in chinese_words(text) for unit in _units(word))


def _units(word: ChineseWord) -> tuple[str, ...]:
    if len(word.text) != _COMPOUND or word.tag.startswith(_WHOLE):
        return (word.text,)
    halves = word.text[:_PAIR], word.text[_PAIR:]
    known = all(len(_library().cut(half, hmm=False)) == 1 for half in halves)
    return halves if known else (word.text,)


def _read_anew(word: str, tag: str) -> list[tuple[str, str]]:
    """The word, or its two characters where the dictionary does not have it (猫会 for 猫|会)."""
    if len(word) != _PAIR or _FUNCTION_CHARACTERS.isdisjoint(word):
        return [(word, tag)]
    known: list[tuple[str, str]] = _library().tag(word, hmm=False)
    return known


def _library() -> Any:
    import rjieba  # noqa: PLC0415 - a native library and its dictionary, only where Chinese is written

    return rjieba
