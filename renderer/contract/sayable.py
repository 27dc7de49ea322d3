"""Whether a text has anything to say: one rule for the command line, the writers and the texts they get.

A character counts if it is a letter or a digit that a bundled font face can draw, or that has a stand-in that
one can draw: `renderer.text.prepared` decides that with fonts loaded, and `tools/build_sayable.py` writes its
decision for every code point into a table, so that no fonts have to be loaded here.
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
