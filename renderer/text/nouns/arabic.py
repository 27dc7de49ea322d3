"""Nouns in Arabic: all words except verbs after a question word and adjectives with an article."""

from __future__ import annotations

from typing import Final

from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import WordKind, WordPlace

_DEFINITE: Final = ("ال", "لل", "بال", "وال", "كال", "فال")
_FOR: Final = "ل"
"""A prefix of nouns; verbs hardly ever begin with it."""


def arabic(place: WordPlace, words: Grammar) -> WordKind:
    """The kind of a word."""
    word, before = place.word, place.before
    definite = word.written.startswith(_DEFINITE)
    if word.small in words.others:
        return WordKind.OTHER
    if before.small in words.before_verbs and not definite and not word.written.startswith(_FOR):
        return WordKind.VERB
    tied = place.kind_before is WordKind.NOUN and not word.after_mark
    return WordKind.OTHER if tied and definite and before.written.startswith(_DEFINITE) else WordKind.NOUN
