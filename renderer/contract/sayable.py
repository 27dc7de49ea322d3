"""Whether a text has anything to say: one rule for the command line, the writers and what they are given.

A character counts when it is a letter or a figure that a bundled face draws, or that has a stand-in that is
drawn: `renderer.text.prepared` decides that with fonts at hand, and `tools/build_sayable.py` writes what it
decides for every code point into a table, so that no fonts are loaded for it.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final

from renderer.assets import ASSETS

TABLE: Final = ASSETS / "sayable.bin"
"""A bit for each code point from U+0000 up, least significant first, deflated (RFC 1950)."""


@cache
def _table() -> bytes:
    return zlib.decompress(TABLE.read_bytes())


def can_be_said(text: str) -> bool:
    """Whether at least one character can be drawn and said: marks, signs and emoji alone say nothing."""
    table = _table()
    return any(table[point >> 3] >> (point & 7) & 1 for point in map(ord, text))
