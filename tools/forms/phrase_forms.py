"""Plurals of multi-word terms: "fire engines", "llaves inglesas", "voies ferrées".

English puts the last word into the plural, the Romance languages the first and its adjectives. Words after
"de" stay as they are, so two forms are made: with only the first word and with every word in the plural.
"""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language

ENDINGS: Final[dict[Language, tuple[tuple[str, str], ...]]] = {
    Language.EN: ((r"([^aeiou])y$", r"\1ies"), (r"(s|x|z|ch|sh)$", r"\1es"), (r"$", "s")),
    Language.ES: ((r"z$", "ces"), (r"([aeiouáéó])$", r"\1s"), (r"ón$", "ones"), (r"$", "es")),
    Language.PT: (
        (r"ão$", "ões"),
        (r"m$", "ns"),
        (r"([aeou])l$", r"\1is"),
        (r"([rz])$", r"\1es"),
        (r"$", "s"),
    ),
    Language.FR: ((r"([sxz])$", r"\1"), (r"eau$", "eaux"), (r"al$", "aux"), (r"$", "s")),
}
"""Plural rules by language, as pattern and replacement for the end of a word; the first match applies."""


def plural(word: str, language: Language) -> str:
    """The regular plural of a word."""
    for end, becomes in ENDINGS[language]:
        if re.search(end, word):
            return re.sub(end, becomes, word, count=1)
    return word


def phrase_forms(term: str, language: Language) -> list[str]:
    """Plurals of a multi-word term; none for one word, or if the language has no rules here."""
    words = term.split()
    if language not in ENDINGS or len(words) == 1:
        return []
    if language is Language.EN:
        return [" ".join((*words[:-1], plural(words[-1], language)))]
    first = plural(words[0], language)
    every = [plural(word, language) for word in words]
    return sorted({" ".join((first, *words[1:])), " ".join(every)} - {term})
