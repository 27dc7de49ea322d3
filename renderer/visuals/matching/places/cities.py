"""Cities for labelling maps: all that have a name in a language, and those around places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.visuals.matching.features.names import reaches
from renderer.visuals.matching.places.names import HISTORIC_PEOPLE, place_names, place_rows

_REGION: Final = 12.0
_APART: Final = 2.2
_MOST_AROUND: Final = 14


class City(Struct, frozen=True, kw_only=True):
    """A city on a map: its name in the language, degrees east and north, population in thousands."""

    name: str
    code: str
    east: float
    north: float
    people: int


@lru_cache(maxsize=8)
def cities(language: Language) -> tuple[City, ...]:
    """Every present-day city with a name in the language, the largest first."""
    names = place_names(language).names
    return tuple(
        City(name=name, code=row.code, east=row.east, north=row.north, people=row.people)
        for row, name in zip(place_rows(), names, strict=True)
        if name and row.people > HISTORIC_PEOPLE
    )


def cities_around(places: Sequence[Place], language: Language) -> tuple[Place, ...]:
    """The largest cities in the places' countries or within some degrees of them, well apart."""
    if not places:
        return ()
    found: list[City] = []
    reach = [(place, _around(place)) for place in places]
    for city in cities(language):
        near = any(city.code == place.code or _is_within(city, place, around) for place, around in reach)
        if near and _is_apart(city, places) and _is_apart(city, found):
            found.append(city)
        if len(found) == _MOST_AROUND:
            break
    return tuple(
        Place(code=city.code, name=city.name, east=city.east, north=city.north, city=True) for city in found
    )


def _around(place: Place) -> float:
    """Radius in degrees within which cities are labelled, enough for the whole extent of a long river."""
    return max(_REGION, reaches().get(place.code, 0.0))


def _is_apart(city: City, others: Iterable[City | Place]) -> bool:
    return all(_degrees(city, other) > _APART for other in others)


def _is_within(city: City, place: Place, degrees: float) -> bool:
    """Whether a city is nearer than `degrees`; compares latitudes first, since most cities fail that."""
    return abs(city.north - place.north) < degrees and _degrees(city, place) < degrees


def _degrees(one: City, other: City | Place) -> float:
    """Approximate distance of two places in degrees, as the crow flies."""
    squeeze = math.cos(math.radians((one.north + other.north) / 2))
    return math.hypot((one.east - other.east) * squeeze, one.north - other.north)
