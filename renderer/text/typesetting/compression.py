"""Compression of Chinese and Japanese punctuation: marks in a row share the room between them.

A full-width mark fills half of its square. Where two stand in a row, the empty half between them is left
out (W3C: Requirements for Chinese Text Layout, 3.1.6; for Japanese Text Layout, 3.1.4), by the `halt` feature
of fonts that have it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

HALF_WIDTH: Final = "halt"
_CLOSING: Final = frozenset("」』）】〉》〕〗｝］”’、。，．")
_OPENING: Final = frozenset("「『（【〈《〔〖｛［“‘")


def halved(text: str) -> tuple[int, ...]:
    """Positions of marks that are drawn in half of their width, none twice."""
    return tuple(
        at + (mark in _OPENING)
        for at, (mark, following) in enumerate(pairwise(text))
        if following in _OPENING or (mark in _CLOSING and following in _CLOSING)
        if mark in _OPENING or mark in _CLOSING
    )
