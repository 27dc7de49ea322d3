"""Which words of German are nouns: those with a capital; where none has one, those behind an article."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import TextWord, WordKind, WordPlace

_ADJECTIVE: Final = regex.compile(r"\p{Ll}(?:e|er|es|en|em)$")


def has_capitals(words: Iterable[TextWord]) -> bool:
    """Whether a text is written with them."""
    return any(word.is_capital and not word.empty for word in words)


def with_capitals(place: WordPlace, _words: Grammar) -> WordKind:
    """How a word is read; a sentence's first may be an adjective before the next."""
    word = place.word
    if not word.is_capital:
        return WordKind.OTHER
    described = word.after_mark and place.behind.is_capital and not place.behind.empty
    return WordKind.OTHER if described and _ADJECTIVE.search(word.written) else WordKind.NOUN


def in_small_letters(place: WordPlace, words: Grammar) -> WordKind:
    """How a word is read that is typed without capitals."""
    return WordKind.NOUN if place.before.small in words.before_nouns else WordKind.OTHER
