"""Whether a name is a place's rather than a person's: a country's, or a better known city's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.visuals.matching.places.cities import cities
from renderer.visuals.matching.places.gazetteer import places_in

_MANY: Final = 500
"""Minimum population in thousands of a city whose name is not taken for a person's."""

_NUMERAL: Final = regex.compile(r"[IVX]+\.?")


def is_place(words: Sequence[str], language: Language) -> bool:
    """Whether all of the words, or the first before another name, are a country or a large city."""
    if any(place.text.split() == list(words) for place in _large(tuple(words), language)):
        return True
    follows = len(words) > 1 and words[1][:1].isupper() and not _NUMERAL.fullmatch(words[1])
    return bool(follows and _large((words[0],), language))


@lru_cache(maxsize=1024)
def _large(words: tuple[str, ...], language: Language) -> tuple[Place, ...]:
    """Countries that the words name, and cities that are better known than people with their name."""
    return tuple(
        place
        for place in places_in(words, language)
        if not place.city or place.name in _metropolises(language)
    )


@lru_cache(maxsize=8)
def _metropolises(language: Language) -> frozenset[str]:
    return frozenset(city.name for city in cities(language) if city.people >= _MANY)
