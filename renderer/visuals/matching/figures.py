"""Words that only look like things: surnames ("Inspector Fox"), figures of speech ("a sea of debt").

Also things that a sentence names without meaning that they are there: "no bread", "like a bird". The words
are data (assets/artwork/figures.toml); languages without an entry have no such marks before a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ARTWORK_FOLDER, read_asset
from renderer.contract.vocabulary import Language
from renderer.visuals.matching.plain import plain

FIGURES_FILE: Final = ARTWORK_FOLDER / "figures.toml"
_CAPITALS: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.RU})
"""Languages in which a capital inside a sentence marks a name."""

_ENDS: Final = '.!?:…"“”«»—'
_AROUND: Final = _ENDS + ",;()'’"
_OWNING: Final = ("'s", "’s", "s'", "s’")
_ELIDED: Final = ("d'", "d’")
_FURTHER: Final = 3
"""Words after a thing among which its contents are named."""

_NEAR: Final = 2
"""Words before a thing among which a denial or a likening is found."""

_MOSTLY: Final = 0.5
"""Share of capitalised words above which a text is a heading, where capitals say nothing."""


def is_surname(words: Sequence[str], place: int, language: Language) -> bool:
    """Whether the word names somebody: after a form of address, or capitalised in mid-sentence."""
    before = words[place - 1] if place else ""
    if plain(before, language) in _marks(language).names:
        return True
    if language not in _CAPITALS or not place or before.rstrip()[-1:] in _ENDS:
        return False
    return _is_capital(words[place]) and not _is_heading(words)


def is_named_in(text: Sequence[str], word: str, language: Language) -> bool:
    """Whether another text has the word as a name: capitalised in mid-sentence ("Burke and Hare")."""
    return any(
        text[place].strip(_AROUND) == word.strip(_AROUND) and is_surname(text, place, language)
        for place in range(1, len(text))
    )


def is_likened(words: Sequence[str], end: int, language: Language) -> bool:
    """Whether the thing before `end` only stands for an amount of something: a flood of letters."""
    marks = _marks(language)
    after = words[end : end + 1 + _FURTHER]
    rest = [plain(word, language) for word in after]
    if not marks.abstract or not rest:
        return False
    if not marks.of or after[0].casefold().startswith(_ELIDED):
        return rest[0].startswith(marks.abstract)
    return rest[0] in marks.of and any(word.startswith(marks.abstract) for word in rest[1:])


def is_possessor(word: str, language: Language) -> bool:
    """Whether the word is a possessive: "a farmer's daughter"."""
    return language is Language.EN and word.rstrip(_ENDS + ",;").endswith(_OWNING)


def is_name_alone(words: Sequence[str], place: int, language: Language) -> bool:
    """Whether a capitalised word is a name because no name follows: "o Rio", the city."""
    known = plain(words[place], language) in _marks(language).alone
    followed = place + 1 < len(words) and _is_capital(words[place + 1])
    return known and place > 0 and _is_capital(words[place]) and not followed and not _is_heading(words)


def in_clause(words: Sequence[str], word: str, language: Language) -> bool:
    """Whether the word is in a clause that says more about what was named: "the wolf that ate a king"."""
    that = _marks(language).that
    begins = (place for place, one in enumerate(words) if place and plain(one, language) in that)
    place = next((place for place, one in enumerate(words) if one == word), -1)
    return place > next(begins, len(words))


def is_absent(words: Sequence[str], start: int, language: Language) -> bool:
    """Whether the word at `start` is said to be missing, or only what something is like.

    A capitalised word of likening at the beginning of a sentence asks how or says when instead: "Wie ein
    Mikroskop das Kleine zeigt".
    """
    marks = _marks(language)
    near = words[max(start - _NEAR, 0) : start]
    before = {plain(word, language) for word in near}
    within = {plain(word, language) for word in near if not word.strip(_AROUND)[:1].isupper()}
    denied = start > 0 and plain(words[start - 1], language) in marks.denying
    return denied or bool(before & marks.lacking or within & marks.like)


class _Marks(msgspec.Struct, frozen=True):
    names: frozenset[str] = frozenset()
    of: frozenset[str] = frozenset()
    abstract: tuple[str, ...] = ()
    lacking: frozenset[str] = frozenset()
    like: frozenset[str] = frozenset()
    that: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    denying: frozenset[str] = frozenset()


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of one language, separated by spaces."""

    names: str
    of: str
    abstract: str
    lacking: str
    like: str
    that: str = ""
    alone: str = ""
    denying: str = ""


@lru_cache(maxsize=16)
def _marks(language: Language) -> _Marks:
    """The words in the spelling of `plain`.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    entry = _file().get(language)
    if entry is None:
        return _Marks()
    return _Marks(
        names=_plain(entry.names, language),
        of=_plain(entry.of, language),
        abstract=tuple(sorted(_plain(entry.abstract, language))),
        lacking=_plain(entry.lacking, language),
        like=_plain(entry.like, language),
        that=_plain(entry.that, language),
        alone=_plain(entry.alone, language),
        denying=_plain(entry.denying, language),
    )


@lru_cache(maxsize=1)
def _file() -> dict[Language, _Entry]:
    return read_asset(FIGURES_FILE, dict[Language, _Entry])


def _plain(words: str, language: Language) -> frozenset[str]:
    return frozenset(plain(word, language) for word in words.split())


def _is_capital(word: str) -> bool:
    letters = "".join(char for char in word if char.isalpha())
    return letters[:1].isupper() and letters[1:].islower()


def _is_heading(words: Sequence[str]) -> bool:
    long = [word for word in words[1:] if sum(char.isalpha() for char in word) > _FURTHER]
    capital = sum(map(_is_capital, long))
    return capital > _MOSTLY * len(long) and capital > 1
