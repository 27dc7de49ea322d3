"""Abbreviations ("Dr.", "z. B.", "т. е."), read as the language's table says."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.normalization.context import BEFORE_YEAR, Context
from renderer.text.normalization.number_words import spoken_words

_ALIKE: Final = frozenset({Language.EN, Language.HI})
"""Languages with eras that look like other words: "AD", "ई"."""
_ENDS_IN_FIGURE: Final = re.compile(r"\d(?:'?s)?$")


def abbreviation(context: Context) -> tuple[str, ...]:
    """Read an entry of the language's table that covers one to four tokens."""
    first = context.at(0)
    openings = {first.core, first.dotted, first.dotted[:1].lower() + first.dotted[1:]}
    if " " not in first.core and openings.isdisjoint(_first_words(context.language)):
        return ()
    table = context.words.abbreviations
    for count in (4, 3, 2, 1):
        if any(not context.at(step).core for step in range(count)):
            continue
        words = [context.at(step) for step in range(count)]
        dotted = " ".join(word.dotted for word in words)
        plain = " ".join([*(word.dotted for word in words[:-1]), words[-1].core])
        for key in (dotted, plain, dotted[0].lower() + dotted[1:]):
            if key in table and _fits(context, key):
                return _spread(table[key], count)
    return ()


@cache
def _first_words(language: Language) -> frozenset[str]:
    """First words of the table's entries, which quickly rule out most words of a text."""
    return frozenset(key.partition(" ")[0] for key in spoken_words(language).abbreviations)


def _fits(context: Context, key: str) -> bool:
    """Whether an ambiguous abbreviation stands where its entry is meant: after a figure or before a word."""
    if not _era_fits(context, key):
        return False
    if context.language is Language.RU and key in {"гг.", "вв."}:
        return bool(regex.search(r"[\dIVX]$", context.at(-1).core))
    if context.language is Language.DE and key in {"min.", "max."}:
        return bool(context.at(1).core[:1].isdigit())
    if context.language is Language.AR and key in {"م.", "أ.", "ص."}:
        return bool(context.at(1).core)
    return True


def _era_fits(context: Context, key: str) -> bool:
    """Whether an era that could be another word stands where an era belongs; True for all other entries."""
    if context.language not in _ALIKE or key not in context.words.eras:
        return True
    before, after = context.at(-1), context.at(1)
    century = before.core.lower() in {"century", "centuries", "millennium"}
    leads = context.at(0).dotted in BEFORE_YEAR or context.core in BEFORE_YEAR
    follows = bool(_ENDS_IN_FIGURE.search(before.core)) and not before.tail
    return century or follows or (leads and after.core[:1].isdigit())


def _spread(words: str, count: int) -> tuple[str, ...]:
    """Distribute words over `count` tokens; the last takes the rest."""
    parts = words.split(" ")
    if len(parts) < count:
        return (words, *[""] * (count - 1))
    return (*parts[: count - 1], " ".join(parts[count - 1 :]))
