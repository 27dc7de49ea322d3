"""Outlines of seas, rivers, lakes, deserts, ranges, islands and states (assets/geography/features.npz).

Rivers, lakes and states come from Natural Earth (public domain); islands are rings of its countries. The
extents of seas, deserts and ranges are rough rings drawn for this project; a map shows only the water or land
in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.assets import ASSETS
from renderer.errors import ClipwrightError
from renderer.painters.geography.outlines import QUANTUM, Degrees

FEATURES_FILE: Final = ASSETS / "geography" / "features.npz"


class FeatureKind(StrEnum):
    """What a feature is: `RIVER` has lines, `SPOT` only a place, all others rings.

    Of a `SEA` only the water counts, of `LAND` (a desert, a region) and a `RANGE` only the land.
    """

    SEA = "sea"
    RIVER = "river"
    LAKE = "lake"
    LAND = "land"
    RANGE = "range"
    ISLE = "isle"
    STATE = "state"
    SPOT = "spot"


class Feature(Struct, frozen=True, kw_only=True, eq=False):
    """One feature: its kind and its lines or rings, largest first."""

    kind: FeatureKind
    lines: tuple[Degrees, ...]


class _Table(Struct, frozen=True, kw_only=True, eq=False):
    """The whole file; the lines of feature `i` are those from `firsts[i]` up to `firsts[i + 1]`."""

    place_of: dict[str, int]
    kinds: tuple[str, ...]
    firsts: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def feature_of(code: str) -> Feature | None:
    """The feature with a place's code, or None for a country.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    if len(code) <= len("FR"):
        return None
    table = _table()
    place = table.place_of.get(code)
    if place is None:
        return None
    lines = range(int(table.firsts[place]), int(table.firsts[place + 1]))
    return Feature(
        kind=FeatureKind(table.kinds[place]), lines=tuple(_unpacked(table, number) for number in lines)
    )


def states_beside(codes: Sequence[str]) -> list[str]:
    """Codes of the other states in every country that has a state among the codes."""
    countries = {code[:3] for code in codes if code[2:3] == "-"}
    if not countries:
        return []
    return [code for code in _table().place_of if code[:3] in countries and code not in codes]


def _unpacked(table: _Table, number: int) -> Degrees:
    first = int(table.ends[number - 1]) if number else 0
    steps = table.steps[first : int(table.ends[number])].astype(np.int64)
    run = np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(steps, axis=0)])
    return np.asarray((run + table.starts[number]) * QUANTUM, np.float32)


@lru_cache(maxsize=1)
def _table() -> _Table:
    if not FEATURES_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/geography/features.npz")
    with np.load(FEATURES_FILE) as file:
        codes = tuple(str(code) for code in file["codes"])
        kinds = tuple(str(kind) for kind in file["kinds"])
        counts, starts, steps, lengths = (file[name] for name in ("counts", "starts", "steps", "lengths"))
    return _Table(
        place_of={code: place for place, code in enumerate(codes)},
        kinds=kinds,
        firsts=np.cumsum([0, *counts.tolist()]),
        starts=starts,
        steps=steps,
        ends=np.cumsum(lengths - 1),
    )
