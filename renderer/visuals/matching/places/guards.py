"""Guards for names of places: cues beside which a doubtful name counts, and the names that need them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language

GUARDED_FILE: Final = ASSETS / "geography" / "guarded.toml"


class Guards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says about a language's names: cues, names that need them, further names.

    `also`: further names of countries and their ISO 3166 codes; `names`: English name of a city → its name in
    the language.
    """

    doubtful: frozenset[str]
    sure: frozenset[str]
    never: frozenset[str]
    at: frozenset[str]
    kinds: tuple[str, ...]
    also: dict[str, str] = {}
    names: dict[str, str] = {}


@lru_cache(maxsize=16)
def guards(language: Language) -> Guards:
    """The guards of one language.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    return read_asset(GUARDED_FILE, dict[Language, Guards])[language]
