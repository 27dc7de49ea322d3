"""Nouns in Spanish, Portuguese and French, by the word before them and their ending."""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import WordKind, WordPlace

_VERBS: Final = {
    Language.ES: regex.compile(r"\p{L}{2}(?:[aei]r(?:se|l[oae]s?)?|ndo)$"),
    Language.PT: regex.compile(r"\p{L}{2}(?:[aei]r(?:-se)?|ndo)$"),
    Language.FR: regex.compile(r"\p{L}{2}(?:er|ir|oir|ndre|ttre|uire|ant)$|-t-|-il$|-on$"),
}
"""Infinitives and gerunds; French verbs in question form."""


def romance(place: WordPlace, words: Grammar, *, language: Language) -> WordKind:
    """The kind of a word."""
    word, before = place.word, place.before.small
    if word.small in words.others:
        return WordKind.OTHER
    if word.is_capital and not word.after_mark:
        return WordKind.NOUN
    is_verb = bool(_VERBS[language].search(word.small)) and word.small not in words.nouns
    if is_verb and before not in words.before_nouns:
        return WordKind.VERB
    return WordKind.NOUN if word.after_mark else _by_the_word_before(place, words)


def _by_the_word_before(place: WordPlace, words: Grammar) -> WordKind:
    before = place.before.small
    if before in words.before_verbs:
        return WordKind.VERB
    named = place.behind.is_capital and not place.behind.empty  # "la antigua Roma"
    if before in words.before_adjectives or named:
        return WordKind.OTHER
    free = place.before.empty or place.kind_before is WordKind.VERB or before in words.others
    return WordKind.NOUN if free else WordKind.OTHER
