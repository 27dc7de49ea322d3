"""Places of history: cities, ruins and battlefields that today's gazetteers lack by that name.

Each is a point or a country on today's map, with its names in ten languages (assets/geography/historic.toml).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language

HISTORIC_FILE: Final = ASSETS / "geography" / "historic.toml"


class HistoricPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place: ISO 3166 code of its present country, degrees east and north.

    `names`: per language, the name on maps, followed by other spellings and forms in texts. `doubtful`:
    languages in which the name also means something else. `country`: the place covers all of that country.
    """

    code: str
    east: float
    north: float
    names: dict[Language, tuple[str, ...]]
    doubtful: tuple[Language, ...] = ()
    country: bool = False

    def name(self, language: Language) -> str:
        """Its name on maps in the language; "" if it has none."""
        return next(iter(self.names.get(language, ())), "")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: tuple[HistoricPlace, ...]


@lru_cache(maxsize=1)
def historic_places() -> tuple[HistoricPlace, ...]:
    """All places, in the order of the file.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    return read_asset(HISTORIC_FILE, _File).place
