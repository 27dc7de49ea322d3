"""Names that a translation must preserve: forms written alike in every language, and people.

A capital alone does not make a word a name, since languages differ in how they write months, peoples and
places. Only forms that nobody translates count, and people given by first and last name.
"""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language

_FIXED: Final = regex.compile(
    r"(?<![\w@#.])(?:[@#][\p{Latin}\d_]{2,}|(?:[\w-]+\.)+(?:com|org|net|io|tv)\b"
    r"|\p{Latin}*\p{Ll}\p{Lu}\p{Latin}*\d*|\p{Lu}[\p{Latin}]*-?\d+\p{Latin}*)(?!\w)"
)
"""Handles, hashtags, addresses, brands with a capital inside (YouTube), model names with a number (GPT-4)."""
_CODE: Final = regex.compile(r"[@#.\d]")
_PERSON: Final = regex.compile(r"(?<=[\p{Ll}\d,] )(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}{2,})(?! \p{Lu})(?!\w)")
_STEM: Final = 4
"""Letters at the start of a name that no inflection changes."""
_CAPITAL_FOR_NAMES: Final = frozenset({Language.EN, Language.ES, Language.FR, Language.PT})
_LATIN: Final = _CAPITAL_FOR_NAMES | {Language.DE}


def fixed_names(text: str, target: Language) -> frozenset[str]:
    """Names written alike in the language `target`; brands only where it uses Latin letters."""
    found = _FIXED.findall(text)
    return frozenset(name for name in found if target in _LATIN or _CODE.search(name))


def people(text: str, *, source: Language, target: Language) -> frozenset[str]:
    """First and last names within a text's sentences; empty if letters or capitals do not mark names."""
    if source not in _CAPITAL_FOR_NAMES or target not in _LATIN:
        return frozenset()
    return frozenset(" ".join(found) for found in _PERSON.findall(text))


def names_person(text: str, person: str) -> bool:
    """Whether a text contains the person's first or last name, inflected or not."""
    folded = text.casefold()
    return any(name.casefold()[:_STEM] in folded for name in person.split())
