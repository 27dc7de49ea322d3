"""Names of places as texts write them, and where each place is: countries, cities and places of history."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.matching.places.historic import historic_places
from renderer.visuals.matching.places.rows import PlaceNames, PlaceRow
from renderer.visuals.matching.plain import plain_text

PLACES_FILE: Final = ASSETS / "geography" / "places.zip"
HISTORIC_PEOPLE: Final = 1
"""Population in thousands given to places of history; every present-day city has more."""


@lru_cache(maxsize=16)
def place_names(language: Language) -> PlaceNames:
    """The names of all rows; a name shared with a place of today means the historic place."""
    known = msgspec.json.decode(_part(f"{language.value}.json"), type=PlaceNames)
    first = len(known.names)
    terms = {term: (first + number, int(doubt)) for term, number, doubt in historic_terms(language)}
    names = (*known.names, *(place.name(language) for place in historic_places()))
    return PlaceNames(names=names, terms=known.terms | terms, historic=first)


@lru_cache(maxsize=1)
def place_rows() -> tuple[PlaceRow, ...]:
    """Cities and countries, followed by places of history."""
    known = msgspec.json.decode(_part("places.json"), type=tuple[PlaceRow, ...])
    historic = (
        PlaceRow(place.code, place.east, place.north, 0 if place.country else HISTORIC_PEOPLE)
        for place in historic_places()
    )
    return (*known, *historic)


def _part(name: str) -> bytes:
    if not PLACES_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/geography/places.zip")
    with zipfile.ZipFile(PLACES_FILE) as archive:
        return archive.read(name)


def historic_terms(language: Language) -> Iterator[tuple[str, int, bool]]:
    """Every spelling of a language as a term, the number of its place, and whether it is doubtful.

    German spellings also appear in the genitive.
    """
    endings = ("", "s") if language is Language.DE else ("",)
    for number, place in enumerate(historic_places()):
        for spelling in place.names.get(language, ()):
            for ending in endings:
                yield plain_text(spelling + ending, language), number, language in place.doubtful
