"""Nouns in German: capitalised words or, in a text without capitals, words after an article."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import TextWord, WordKind, WordPlace

_ADJECTIVE: Final = regex.compile(r"\p{Ll}(?:e|er|es|en|em)$")


def has_capitals(words: Iterable[TextWord]) -> bool:
    """Whether the text uses capitals."""
    return any(word.is_capital and not word.empty for word in words)


def with_capitals(place: WordPlace, _words: Grammar) -> WordKind:
    """The kind of a word in text with capitals; a sentence's first word may be an adjective."""
    word = place.word
    if not word.is_capital:
        return WordKind.OTHER
    described = word.after_mark and place.behind.is_capital and not place.behind.empty
    return WordKind.OTHER if described and _ADJECTIVE.search(word.written) else WordKind.NOUN


def in_small_letters(place: WordPlace, words: Grammar) -> WordKind:
    """The kind of a word in text typed without capitals."""
    return WordKind.NOUN if place.before.small in words.before_nouns else WordKind.OTHER
