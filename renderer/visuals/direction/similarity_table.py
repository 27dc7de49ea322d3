"""The similarity table: how alike two painters' pictures are whatever they show, measured ahead.

The figures are measured (assets/similarity.toml, by tools/build_similarity.py): which painters stand side by
side says most of it, so that a look is worth its time only for pairs that sometimes are too alike.
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
"""Structural similarity (see `similarity.ssim`), at least and at most of those measured."""

SimilarityBounds = Callable[[StylePack, str, str], Bounds]
"""A pack and two of its painters, in any order → within which bounds their pictures are alike."""

_Similarity = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
ANYTHING: Final[Bounds] = (-1.0, 1.0)


def measured_similarity(pack: StylePack, one: str, other: str) -> Bounds:
    """What was measured; anything where nothing was.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    return _measured()[pack].get(pair_name(one, other), ANYTHING)


def unmeasured_similarity(_pack: StylePack, _one: str, _other: str) -> Bounds:
    """For when every pair is to be looked at."""
    return ANYTHING


def pair_name(one: str, other: str) -> str:
    """Key of a pair in the file: "candles/gauge"."""
    return "/".join(sorted((one, other)))


class _Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: _Similarity
    high: _Similarity


@cache
def _measured() -> dict[StylePack, dict[str, Bounds]]:
    packs = read_asset(SIMILARITY_FILE, dict[StylePack, dict[str, _Pair]])
    for pack, pairs in packs.items():
        for name, pair in pairs.items():
            if pair.low > pair.high:
                raise invalid(SIMILARITY_FILE, f"{pack}.{name}", "`low` must not be above `high`")
    return {
        pack: {name: (pair.low, pair.high) for name, pair in pairs.items()} for pack, pairs in packs.items()
    }
