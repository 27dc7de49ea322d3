"""Compression of Chinese and Japanese punctuation: adjacent marks share the space between them.

A full-width mark fills half of its square. Where two are adjacent, the empty half between them is removed
(W3C: Requirements for Chinese Text Layout, 3.1.6; for Japanese Text Layout, 3.1.4) by the `halt` feature of
fonts that have it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

HALF_WIDTH: Final = "halt"
_CLOSING: Final = frozenset("」』）】〉》〕〗｝］”’、。，．")
_OPENING: Final = frozenset("「『（【〈《〔〖｛［“‘")


def halved(text: str) -> tuple[int, ...]:
    """Positions of the marks that are drawn at half width, without repeats."""
    return tuple(
        at + (mark in _OPENING)
        for at, (mark, following) in enumerate(pairwise(text))
        if following in _OPENING or (mark in _CLOSING and following in _CLOSING)
        if mark in _OPENING or mark in _CLOSING
    )
