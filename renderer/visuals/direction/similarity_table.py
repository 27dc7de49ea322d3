"""The similarity table: how alike the pictures of two painters are whatever they show, measured in advance.

The figures are measured (assets/similarity.toml, by tools/build_similarity.py), since they depend almost
entirely on the pair of painters. Over all words, seeds and palettes the similarity within one pair has a
standard deviation of 0.03, so the middle of the measured range is as good as measuring, except for a few
pairs that are mostly unlike and occasionally the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, invalid, read_asset
from renderer.contract.vocabulary import StylePack

SIMILARITY_FILE: Final = ASSETS / "similarity.toml"

Bounds = tuple[float, float]
"""Minimum and maximum structural similarity (see `similarity.ssim`) of those measured."""

SimilarityBounds = Callable[[StylePack, str, str], Bounds]
"""Takes a pack and two of its painters, in any order; returns bounds of their pictures' similarity."""

_Similarity = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
ANYTHING: Final[Bounds] = (-1.0, 1.0)
_UNLIKE: Final = 0.5
"""Similarity up to which neighbours count as different pictures."""

_NO_LONGER_UNLIKE: Final = 0.501
_ALIKE: Final = 0.56
"""Similarity from which on they look the same; finished frames may be 0.04 more alike than stills."""


def measured_similarity(pack: StylePack, one: str, other: str) -> Bounds:
    """The pair's typical value, its bounds if that could mislead, or `ANYTHING` if it was not measured.

    Pairs that are mostly too alike count as too alike, and are measured only if nothing less alike is
    available.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    low, high = read_similarity()[pack].get(pair_name(one, other), ANYTHING)
    typical = (low + high) / 2
    if typical > _UNLIKE:
        return max(low, _NO_LONGER_UNLIKE), high
    return (low, high) if high > _ALIKE else (typical, typical)


def unmeasured_similarity(_pack: StylePack, _one: str, _other: str) -> Bounds:
    """Bounds that make the director measure every pair."""
    return ANYTHING


def pair_name(one: str, other: str) -> str:
    """Key of a pair in the file: "candles/gauge"."""
    return "/".join(sorted((one, other)))


class _Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: _Similarity
    high: _Similarity


@cache
def read_similarity() -> dict[StylePack, dict[str, Bounds]]:
    """The whole table, read once: pack → pair of painters → bounds.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    packs = read_asset(SIMILARITY_FILE, dict[StylePack, dict[str, _Pair]])
    for pack, pairs in packs.items():
        for name, pair in pairs.items():
            if pair.low > pair.high:
                raise invalid(SIMILARITY_FILE, f"{pack}.{name}", "`low` must not be above `high`")
    return {
        pack: {name: (pair.low, pair.high) for name, pair in pairs.items()} for pack, pairs in packs.items()
    }
