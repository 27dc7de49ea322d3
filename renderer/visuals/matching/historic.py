"""Places of history: cities, ruins and battlefields that gazetteers of today do not have by that name.

Each is a point or a country on the map of today, with its names in ten languages
(assets/geography/historic.toml).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language
from renderer.visuals.matching.plain import plain_text

HISTORIC_FILE: Final = ASSETS / "geography" / "historic.toml"


class HistoricPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place, ISO 3166 code of its country of today, degrees east and north.

    `names`: per language what maps call it, and behind that other spellings and forms in a text. `doubtful`:
    languages in which the name means something else as well. `country`: it is all of that country.
    """

    code: str
    east: float
    north: float
    names: dict[Language, tuple[str, ...]]
    doubtful: tuple[Language, ...] = ()
    country: bool = False

    def name(self, language: Language) -> str:
        """What maps in the language call it; "" where it has no name there."""
        return next(iter(self.names.get(language, ())), "")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: tuple[HistoricPlace, ...]


@lru_cache(maxsize=1)
def historic_places() -> tuple[HistoricPlace, ...]:
    """All of them, in the order of the file.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    return read_asset(HISTORIC_FILE, _File).place


def historic_terms(language: Language) -> Iterator[tuple[str, int, bool]]:
    """Every spelling of a language as a term, the number of its place, and whether it is doubtful.

    German ones in the genitive, too.
    """
    endings = ("", "s") if language is Language.DE else ("",)
    for number, place in enumerate(historic_places()):
        for spelling in place.names.get(language, ()):
            for ending in endings:
                yield plain_text(spelling + ending, language), number, language in place.doubtful
