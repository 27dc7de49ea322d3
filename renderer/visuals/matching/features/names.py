"""Names of features of the Earth and of states, and what distinguishes their other meanings.

Seas, rivers, lakes, deserts, ranges, regions, islands and first-level states, prepared in advance
(assets/geography/features.zip, by tools/build_features.py, from features.txt and states.toml beside it).
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ASSETS
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

FEATURES_FILE: Final = ASSETS / "geography" / "features.zip"
FEATURES_TABLE: Final = ASSETS / "geography" / "features.txt"
STATES_TABLE: Final = ASSETS / "geography" / "states.toml"


class StateNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table says about one language's names of states (see the file)."""

    beside: tuple[str, ...]
    doubtful: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    cues: dict[str, str] = {}
    names: dict[str, str] = {}
    also: dict[str, tuple[str, ...]] = {}


class FeatureRow(msgspec.Struct, frozen=True, array_like=True):
    """A feature: its code, degrees east and north of its label, and its extent around that in degrees.

    `code`: the English name of a feature, or ISO 3166-2 of a state ("US-TX").
    """

    code: str
    east: float
    north: float
    reach: float

    @property
    def country(self) -> str:
        """ISO 3166 code of a state's country, "" for other features."""
        return self.code[:2] if self.code[2:3] == "-" else ""


class FeatureName(msgspec.Struct, frozen=True, array_like=True):
    """One reading of a spelling: the row of its feature, and when it counts.

    `capitals`: a "1" for each word that must begin with a capital; `doubt`: 0 for none, 1 beside a cue of the
    gazetteer, 2 only beside a word for a state; `cues`: beginnings of words, one of which must be near;
    `vetoes`: beginnings of words, none of which may be near.
    """

    row: int
    capitals: str
    doubt: int = 0
    cues: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()


class FeatureNames(msgspec.Struct, frozen=True):
    """Names by row, readings by spelling, and words for a state that may be beside a name."""

    names: tuple[str, ...]
    terms: dict[str, tuple[FeatureName, ...]]
    beside: tuple[str, ...]


@lru_cache(maxsize=16)
def feature_names(language: Language) -> FeatureNames:
    """The names of one language.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    return msgspec.json.decode(_part(f"{language.value}.json"), type=FeatureNames)


@lru_cache(maxsize=1)
def feature_rows() -> tuple[FeatureRow, ...]:
    """All features, in the order of their rows."""
    return msgspec.json.decode(_part("features.json"), type=tuple[FeatureRow, ...])


@lru_cache(maxsize=1)
def reaches() -> Mapping[str, float]:
    """Map from the code of a feature to its extent around its label in degrees."""
    return {row.code: row.reach for row in feature_rows()}


def _part(name: str) -> bytes:
    if not FEATURES_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/geography/features.zip")
    with zipfile.ZipFile(FEATURES_FILE) as archive:
        return archive.read(name)
