"""Nouns in Chinese and Japanese, by the tags of their dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from renderer.text.segmentation.chinese import chinese_words
from renderer.text.segmentation.japanese import JapaneseWord, japanese_words

_CHINESE: Final = ("n", "vn", "eng")
"""Tags of nouns, of verbs used as nouns, and of foreign words."""
_TOGETHER: Final = 2
"""Most adjacent nouns that form one compound."""
_DOING: Final = frozenset({"する", "できる"})
"""Verbs that make a verb of the noun before them."""
_NOBODY: Final = JapaneseWord(text="", base="", noun=False, proper=False, place=False)


def chinese_nouns(text: str) -> tuple[str, ...]:
    """Nouns in order; two adjacent ones form a compound (睡眠|质量)."""
    return tuple(_compounds((word.text, word.tag.startswith(_CHINESE)) for word in chinese_words(text)))


def japanese_nouns(text: str) -> tuple[str, ...]:
    """Nouns in order, with suffixes that form nouns; two adjacent ones form a compound (スマホ|依存)."""
    return tuple(_compounds(_japanese(text)))


def _japanese(text: str) -> Iterator[tuple[str, bool]]:
    before = False
    for word, following in pairwise((*japanese_words(text), _NOBODY)):
        before = (word.naming and following.base not in _DOING) or (before and word.suffix)
        yield word.text, before


def _compounds(words: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Join up to two adjacent nouns; a longer row yields each noun separately."""
    row: list[str] = []
    for text, is_noun in (*words, ("", False)):
        if is_noun:
            row.append(text)
            continue
        yield from ["".join(row)] if 0 < len(row) <= _TOGETHER else row
        row = []
