"""Nouns in Russian: words without a verb ending, and without an adjective ending before another word."""

from __future__ import annotations

from typing import Final

import regex

from renderer.text.nouns.grammar import Grammar
from renderer.text.nouns.placed import WordKind, WordPlace

_INFINITIVE: Final = regex.compile(r"(?:[аяеиыоу]ть|чь|[сз]ти)(?:ся)?$|ться$")
_CERTAIN: Final = regex.compile(
    r"(?:[аяуеою]ют|[аяуео]ет|[еи]шь|[иу]м|[аяои]ли|[юуа]т)с[яь]$|[аяуе]ют$|[аяуе]ет$"
)
"""Endings that hardly any noun has."""
_LIKELY: Final = regex.compile(r"(?:[уюая]т|[еи]т|[еи]м|л|ла|ло|ли)(?:ся|сь)?$")
_ADJECTIVE: Final = regex.compile(r"(?:[ыио]й|[ая]я|[ое]е|[ыи]е|[ыи]х|[ое]го|[ое]му|[ыи]м|[ыи]ми|[ую]ю)$")


def russian(place: WordPlace, words: Grammar) -> WordKind:
    """The kind of a word."""
    word = place.word
    if word.small in words.others:
        return WordKind.OTHER
    if word.is_capital and not word.after_mark:
        return WordKind.NOUN
    if _is_verb(place, words):
        return WordKind.VERB
    described = bool(place.behind.written) and not place.behind.empty
    adjective = described and bool(_ADJECTIVE.search(word.small))
    return WordKind.OTHER if adjective or place.before.small in words.before_adjectives else WordKind.NOUN


def _is_verb(place: WordPlace, words: Grammar) -> bool:
    small = place.word.small
    if _CERTAIN.search(small) or (_INFINITIVE.search(small) and small not in words.nouns):
        return True
    last = place.kind_before is WordKind.NOUN and not place.behind.written
    return bool(_LIKELY.search(small)) and (last or place.before.small in words.before_verbs)
