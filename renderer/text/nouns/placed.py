"""Words of a text with the words before and after them, as the noun rules need them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

import regex

from renderer.text.nouns.grammar import Grammar

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[-'’.][\p{L}\p{M}\p{N}]+)*")
_ELIDED: Final = regex.compile(r"^(?:\p{L}|qu)['’](?=\p{L})", regex.IGNORECASE)
_QUIET: Final = ' \u00a0"“”„«»‘’'
_PARTICLES: Final = frozenset({"de", "da", "do", "di", "del", "van", "von", "der"})
"""Particles within a name (Rio de Janeiro)."""
_NAME: Final = 2


class WordKind(StrEnum):
    """The part of speech assigned to a word."""

    NOUN = "noun"
    VERB = "verb"
    OTHER = "other"


class TextWord(NamedTuple):
    """A word of a text, as written and in lower case.

    `empty`: it cannot be a subject by itself; `is_capital`: a capital letter distinguishes it from other
    words; `after_mark`: it begins the text or follows punctuation.
    """

    written: str
    small: str
    empty: bool
    is_capital: bool
    after_mark: bool


_NOTHING: Final = TextWord("", "", empty=True, is_capital=False, after_mark=True)


class WordPlace(NamedTuple):
    """A word with its neighbours; `behind` is empty where punctuation follows."""

    word: TextWord
    before: TextWord
    kind_before: WordKind
    behind: TextWord


Reading: TypeAlias = Callable[[WordPlace, Grammar], WordKind]


def placed_words(text: str, is_empty: Callable[[str], bool]) -> list[TextWord]:
    """The words in order, with elided articles as separate words."""
    found: list[TextWord] = []
    tells = _capitals_tell(text)
    end = 0
    for match in _WORD.finditer(text):
        mark = not found or bool(text[end : match.start()].strip(_QUIET))
        end = match.end()
        for part in _elided(match[0]):
            hollow = len(part) == 1 or not any(map(str.isalpha, part)) or is_empty(part)
            capital = tells and part[0].isupper()
            found.append(TextWord(part, part.casefold(), hollow, is_capital=capital, after_mark=mark))
            mark = False
    return found


def read_kinds(words: Sequence[TextWord], reading: Reading, grammar: Grammar) -> list[WordKind]:
    """The kind of each word; empty words are never nouns."""
    kinds: list[WordKind] = []
    for at, word in enumerate(words):
        behind = words[at + 1] if at + 1 < len(words) and not words[at + 1].after_mark else _NOTHING
        place = WordPlace(
            word, words[at - 1] if at else _NOTHING, kinds[-1] if kinds else WordKind.OTHER, behind
        )
        kinds.append(WordKind.OTHER if word.empty else reading(place, grammar))
    return kinds


def nouns_of(words: Sequence[TextWord], kinds: Sequence[WordKind]) -> Iterator[str]:
    """The nouns; adjacent capitalised ones form one name, which may contain one particle."""
    held: list[str] = []
    last = 0
    for at, kind in enumerate(kinds):
        if kind is not WordKind.NOUN:
            continue
        if held and not _is_one_name(words[last : at + 1]):
            yield " ".join(held)
            held = []
        held += [each.written for each in words[last + 1 if held else at : at + 1]]
        last = at
    if held:
        yield " ".join(held)


def _is_one_name(words: Sequence[TextWord]) -> bool:
    """Whether the first and the last of these words belong to one name."""
    first, *inner, last = words
    together = not any(word.after_mark for word in (*inner, last)) and first.is_capital and last.is_capital
    particle = not first.after_mark and [word.small in _PARTICLES for word in inner] == [True]
    return together and (not inner or particle)


def _capitals_tell(text: str) -> bool:
    """Whether capitals are informative: some words have none, or there are at most two words."""
    words = text.split()
    return len(words) <= _NAME or any(word[0].islower() for word in words)


def _elided(word: str) -> Iterator[str]:
    if match := _ELIDED.match(word):
        yield match[0].rstrip("'’")
        word = word[match.end() :]
    yield word
