"""Nouns of Chinese and Japanese, by the tags of their dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from renderer.text.segmentation.chinese import chinese_words
from renderer.text.segmentation.japanese import JapaneseWord, japanese_words

_CHINESE: Final = ("n", "vn", "eng")
"""Tags of nouns, of verbs used as such, and of foreign words."""
_TOGETHER: Final = 2
"""Nouns in a row that are one compound, at most."""
_DOING: Final = frozenset({"する", "できる"})
"""Behind these nouns are verbs."""
_NOBODY: Final = JapaneseWord(text="", base="", noun=False, proper=False, place=False)


def chinese_nouns(text: str) -> tuple[str, ...]:
    """In order; two side by side are one (睡眠|质量)."""
    return tuple(_compounds((word.text, word.tag.startswith(_CHINESE)) for word in chinese_words(text)))


def japanese_nouns(text: str) -> tuple[str, ...]:
    """In order; two side by side are one (スマホ|依存), with what makes another noun of them."""
    return tuple(_compounds(_japanese(text)))


def _japanese(text: str) -> Iterator[tuple[str, bool]]:
    before = False
    for word, following in pairwise((*japanese_words(text), _NOBODY)):
        before = (word.naming and following.base not in _DOING) or (before and word.suffix)
        yield word.text, before


def _compounds(words: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Nouns that stand side by side put together; of a longer row each by itself."""
    row: list[str] = []
    for text, is_noun in (*words, ("", False)):
        if is_noun:
            row.append(text)
            continue
        yield from ["".join(row)] if 0 < len(row) <= _TOGETHER else row
        row = []
