"""Outlines of seas, rivers, lakes, deserts, ranges, islands and states (assets/geography/features.npz).

Rivers, lakes and states are Natural Earth's (public domain), islands rings of its countries; extents of seas,
deserts and ranges rough rings of our own, of which a map shows what is water or land.
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
    """What a feature is: `RIVER` has lines, `SPOT` a place alone, all others rings.

    Of a `SEA` only its water belongs to it, of `LAND` (a desert, a region) and a `RANGE` only what is ashore.
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
    """One feature: its kind and its lines or rings, the largest first."""

    kind: FeatureKind
    lines: tuple[Degrees, ...]


class _Table(Struct, frozen=True, kw_only=True, eq=False):
    """Everything in the file; lines of feature `i` are those from `firsts[i]` up to `firsts[i + 1]`."""

    place_of: dict[str, int]
    kinds: tuple[str, ...]
    firsts: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int16]
    ends: npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def feature_of(code: str) -> Feature | None:
    """The feature of a place's code, None for a country.

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
    """Codes of all other states of the countries of which states are among the codes."""
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
