"""English nouns whose base form ends in -s: "trousers are", "mathematics is", "a species is"."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning


class WordInS(StrEnum):
    """How a noun is used."""

    COUNTED = "counted"
    """Like other nouns: "an octopus", "a species"."""
    BARE = "bare"
    """A singular without an article: sciences, games, diseases."""
    PLURAL = "plural"
    """Always in the plural: garments, tools, goods."""


_OTHER_ENDING: Final = regex.compile(r"(?:[aious]s|'s|’s|[^s]|sses|lens)$")
_SCIENCE: Final = regex.compile(r"ics$")
ALIKE: Final = frozenset(
    {"species", "subspecies", "series", "gallows", "barracks", "headquarters", "crossroads", "means", "corps"}
    | {"mews", "biceps", "triceps", "quadriceps", "chassis", "summons", "waterworks", "outdoors"}
)
"""Countable nouns with the same spelling in singular and plural."""
_SEVERAL: Final = frozenset(
    {"odds", "confines", "surroundings", "thanks", "annals", "alms"}
    | {"genitals", "entrails", "droppings", "feces"}
)
"""Nouns that are always plural, whatever their field."""
_BARE_FIELDS: Final = frozenset({"04", "07", "09", "10", "12", "22", "26"})
"""WordNet's files of acts, attributes, cognition, communication, feelings, processes and states."""
_PLURAL_FIELDS: Final = frozenset({"06", "14", "15", "17", "21"})
"""WordNet's files of artifacts, groups, places, natural objects and possessions."""


def word_in_s(word: str, meaning: Meaning) -> WordInS:
    """How `word`, in its base form, is used in a meaning.

    Names are counted ("Mars is", "Athens is"), and so are words with other endings.
    """
    last = word.casefold().split()[-1]
    is_name = meaning.is_instance or meaning.word[:1].isupper()
    if is_name or last in ALIKE or _OTHER_ENDING.search(last):
        return WordInS.COUNTED
    if last in _SEVERAL:
        return WordInS.PLURAL
    if meaning.field in _BARE_FIELDS or _SCIENCE.search(last):
        return WordInS.BARE
    return WordInS.PLURAL if meaning.field in _PLURAL_FIELDS else WordInS.COUNTED
