"""German compounds: a word is a kind of what its end names, so "Goldmünze" is a "Münze"."""

from __future__ import annotations

from typing import Final

from renderer.visuals.matching.picture_index import PictureIndex

_SHORTEST_TAIL: Final = 5
_SHORTEST_HEAD: Final = 3
_PREFIXES: Final = frozenset(
    [
        *("ein", "auf", "aus", "bei", "vor", "nach", "über", "unter", "mit", "durch"),
        *("gegen", "her", "hin", "ver", "zer", "ent", "miss", "wider", "zwischen"),
    ]
)
"""Prefixes that change the meaning of a word: "Einfluss" is no river."""


def tail_of(whole: str, index: PictureIndex) -> str:
    """The longest term that the word, in lower case, ends in as a compound; "" where there is none."""
    if whole in index.longer:
        return ""
    cuts = range(_SHORTEST_HEAD, len(whole) - _SHORTEST_TAIL + 1)
    cut = next((cut for cut in cuts if whole[cut:] in index.tails), 0)
    return whole[cut:] if cut and whole[:cut] not in _PREFIXES else ""
