"""How alike the pictures of two painters are whatever they show: where the director need not look.

The figures are measured (assets/likeness.toml, by tools/build_likeness.py): which painters stand side by side
says most of it, so that a look is worth its time only for pairs that sometimes are too alike.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import StylePack
from renderer.visuals.table import Table, read_table

LIKENESS_FILE: Final = Path(__file__).resolve().parents[2] / "assets" / "likeness.toml"

Bounds = tuple[float, float]
"""Structural similarity (see `likeness.likeness`), at least and at most; one pair in fifty lies outside."""

Foresight = Callable[[StylePack, str, str], Bounds]
"""A pack and two of its painters, in any order → within which bounds their pictures are alike."""

ANYTHING: Final[Bounds] = (-1.0, 1.0)


def foreseen(pack: StylePack, one: str, other: str) -> Bounds:
    """What was measured; anything where nothing was.

    Raises:
        ClipwrightError: `asset_missing`, `pack_invalid` naming the entry at fault.
    """
    return _measured(pack).get(pair_name(one, other), ANYTHING)


def nothing_foreseen(_pack: StylePack, _one: str, _other: str) -> Bounds:
    """For when every pair is to be looked at."""
    return ANYTHING


def pair_name(one: str, other: str) -> str:
    """Key of a pair in the file: "candles/gauge"."""
    return "/".join(sorted((one, other)))


@lru_cache(maxsize=8)
def _measured(pack: StylePack) -> dict[str, Bounds]:
    table = read_table(LIKENESS_FILE).table(pack.value)
    return {name: _bounds(table.table(name)) for name in table.names()}


def _bounds(entry: Table) -> Bounds:
    entry.only({"low", "high"})
    low = entry.number("low", -1.0, 1.0)
    return low, entry.number("high", low, 1.0)
