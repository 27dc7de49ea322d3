"""Nouns in Hindi: all words except the verb, which stands at the end, before its auxiliaries."""

from __future__ import annotations

from typing import Final

import regex

from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import WordKind, WordPlace

_VERB: Final = regex.compile(r"(?:ता|ते|ती|ना|ने|ें|ये|या|यी|ो|ए|ाएं|ाएँ)$")


def hindi(place: WordPlace, words: Grammar) -> WordKind:
    """The kind of a word."""
    small, before, behind = place.word.small, place.before, place.behind
    if small in words.others or small in words.auxiliaries:
        return WordKind.OTHER
    if behind.small in words.auxiliaries:
        return WordKind.VERB
    asked = before.small in words.before_verbs or bool(_VERB.search(small))
    return WordKind.VERB if asked and before.written and not behind.written else WordKind.NOUN
