"""Repeatable bytes from x264: its macroblock tree reads memory that nobody has written.

What lay there before then decides some bits: the same frames gave up to nineteen files in 120 encodes, at any
number of threads. Without the tree (`mbtree=0`) they gave one, half as large again. With fresh memory of the
heap always zero they give one as well, at the cost of about one percent.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Final

_M_PERTURB: Final = -6
"""mallopt(3): fresh memory is filled with the complement of this byte, freed memory with the byte."""
_ZERO_WHEN_FRESH: Final = 0xFF


@cache
def clean_heap() -> bool:
    """Do so from now on in this process; False where the C library cannot (then bytes may differ by run)."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return bool(mallopt and mallopt(_M_PERTURB, _ZERO_WHEN_FRESH))
