"""English nouns whose own base form ends in -s: "trousers are", "mathematics is", "a species is"."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning


class WordInS(StrEnum):
    """How a noun is used."""

    COUNTED = "counted"
    """As any other: "an octopus", "a species"."""
    BARE = "bare"
    """A singular without an article: sciences, games, diseases."""
    PLURAL = "plural"
    """Always in the plural: garments, tools, goods."""


_NO_PLURAL_ENDING: Final = regex.compile(r"(?:[aious]s|'s|’s|[^s])$")
ALIKE: Final = frozenset(
    {"species", "series", "gallows", "barracks", "headquarters", "crossroads", "means", "corps", "mews"}
    | {"lens", "biceps", "triceps", "quadriceps", "chassis"}
)
"""They are counted, and most are spelt alike for one and for several."""
_BARE_FIELDS: Final = frozenset({"04", "07", "09", "10", "12", "22", "26"})
"""WordNet's files of acts, attributes, cognition, communication, feelings, processes and states."""


def word_in_s(word: str, meaning: Meaning) -> WordInS:
    """How `word`, in its base form, is used in a meaning; words that end otherwise are counted."""
    last = word.casefold().split()[-1]
    if _NO_PLURAL_ENDING.search(last) or last in ALIKE:
        return WordInS.COUNTED
    return WordInS.BARE if meaning.field in _BARE_FIELDS else WordInS.PLURAL
