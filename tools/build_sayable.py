"""Writes assets/sayable.bin: which characters can be drawn and said, for `renderer.contract.sayable`.

    python tools/build_sayable.py

To be run again when faces are added or the transliteration's version changes; a test compares the two.
"""

from __future__ import annotations

import sys
import zlib
from typing import Final

import regex

from renderer.contract.sayable import TABLE
from renderer.text.prepared import stand_in

CODE_POINTS: Final = 0x110000
SURROGATES: Final = range(0xD800, 0xE000)
_SPOKEN: Final = regex.compile(r"[\p{L}\p{N}]")


def says(point: int) -> bool:
    """Whether a letter or figure is left of a letter or figure once it is prepared."""
    if point in SURROGATES or not _SPOKEN.match(chr(point)):
        return False
    return bool(_SPOKEN.search(stand_in(chr(point))))


def table() -> bytes:
    """The bits, inflated."""
    bits = bytearray(CODE_POINTS // 8)
    for point in filter(says, range(CODE_POINTS)):
        bits[point >> 3] |= 1 << (point & 7)
    return bytes(bits)


def main() -> None:
    """Write the table."""
    packed = zlib.compress(table(), 9)
    TABLE.write_bytes(packed)
    sys.stdout.write(f"{len(packed)} bytes\n")


if __name__ == "__main__":
    main()
