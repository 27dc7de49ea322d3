"""The text of a thumbnail: the title in at most six words, cut where it still reads well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import (
    cuts_name,
    ends_clause,
    leans_back,
    may_break,
    number_binds,
    weighs_little,
)
from renderer.text.languages import is_spaced
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.subjects import match_subjects

MOST_WORDS: Final = 6
MOST_CHARACTERS: Final = 14
"""Limit for Chinese and Japanese, which have no spaces between words: about as much as six words."""

_CONTENT, _SUBJECT, _FIGURE, _NAME = 2.0, 3.0, 2.0, 1.5
_HEAD, _AT_START, _AT_CLAUSE, _LOOSE, _LIGHT, _CUT, _LONGER = 8.0, 1.5, 1.0, -4.0, -1.0, -8.0, 0.1

Piece = tuple[str, str]
"""A word as displayed and the gap after it."""


def short_title(title: str, language: Language) -> str:
    """The title, or the part of it that says most in few words."""
    pieces = [(piece.display, piece.gap) for piece in tokenise(title.strip(), language)]
    if _fits(pieces, language):
        return title.strip()
    subjects = {subject.word for subject in match_subjects([piece[0] for piece in pieces], language)[:2]}
    best = max(_parts(pieces, language), key=lambda part: _worth(pieces, part, language, subjects))
    kept = "".join(display + gap for display, gap in pieces[best.start : best.stop])
    bare = kept.strip().rstrip(",;:，、；：،")
    return bare[:1].upper() + bare[1:]


def _fits(pieces: Sequence[Piece], language: Language) -> bool:
    if is_spaced(language):
        return len(pieces) <= MOST_WORDS
    return sum(len(display) for display, _ in pieces) <= MOST_CHARACTERS


def _parts(pieces: Sequence[Piece], language: Language) -> Iterator[range]:
    """All runs of words that fit; single words always count as fitting."""
    for start in range(len(pieces)):
        for stop in range(start + 1, len(pieces) + 1):
            if stop > start + 1 and not _fits(pieces[start:stop], language):
                break
            yield range(start, stop)


def _worth(pieces: Sequence[Piece], part: range, language: Language, subjects: set[str]) -> float:
    """How much a run says, less the cost of what its borders tear apart."""
    words = [pieces[at][0] for at in part]
    head = next((at for at, (word, _) in enumerate(pieces) if is_content(word, language)), 0)
    worth = sum(_weight(at, pieces[at][0], language, subjects) for at in part)
    worth += _HEAD * (head in part and is_spaced(language)) + _LONGER * len(part)
    before = pieces[part.start - 1][0] if part.start else ""
    after = pieces[part.stop][0] if part.stop < len(pieces) else ""
    worth += _AT_START * (not before) + _AT_CLAUSE * (bool(before) and ends_clause(before))
    worth += _AT_CLAUSE * (not after or ends_clause(words[-1]))
    if after and (weighs_little(words[-1], language) or _particle(words[-1], language)):
        worth += _LOOSE
    if before and leans_back(words[0], language):
        worth += _LOOSE
    if before and weighs_little(words[0], language):
        worth += _LIGHT
    torn = ((before, words[0]), (words[-1], after))
    return worth + sum(_CUT for one, other in torn if one and other and _bound(one, other, language))


def _weight(at: int, word: str, language: Language, subjects: set[str]) -> float:
    named = any(subject and subject in word for subject in subjects)
    figure = any(char.isdigit() for char in word)
    name = at > 0 and word[:1].isupper()
    return _CONTENT * is_content(word, language) + _SUBJECT * named + _FIGURE * figure + _NAME * name


def _particle(word: str, language: Language) -> bool:
    """Whether a Chinese or Japanese word is a particle that links the word before it to the next."""
    return not is_spaced(language) and leans_back(word, language)


def _bound(one: str, other: str, language: Language) -> bool:
    return number_binds(one, other, language) or cuts_name(one, other) or not may_break(one, other)
