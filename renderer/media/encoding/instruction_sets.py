"""The instruction sets that x264 may use: AVX2 at most, as AVX-512 makes it slower (docs/decisions/0064)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

_PROCESSORS: Final = Path("/proc/cpuinfo")
_READ_BYTES: Final = 1 << 12
"""Enough for the first processor; the others have the same instructions, and listing them all takes time."""
_AT_MOST: Final = (("asm", "avx2"),)
_LISTED: Final = frozenset({"avx512f", "avx2", "fma", "abm", "bmi1", "bmi2"})
"""Linux's names of what x264 shall not use, and of all that it uses at most."""


def instruction_limit(described: str) -> tuple[tuple[str, str], ...]:
    """Options of x264 for a processor that is described as in Linux's `/proc/cpuinfo`.

    They are empty where x264 would not use AVX-512 anyway. They are also empty where a set that they imply is
    not listed, as in some virtual machines, since x264 uses what it is told to, there or not.
    """
    lines = (line.partition(":") for line in described.splitlines())
    sets = next((words.split() for name, _, words in lines if name.strip() == "flags"), [])
    return _AT_MOST if _LISTED.issubset(sets) else ()


@cache
def instruction_limit_here() -> tuple[tuple[str, str], ...]:
    """Options of x264 for this machine's processor; empty where the system does not describe it."""
    try:
        with _PROCESSORS.open(encoding="utf-8", errors="replace") as file:
            return instruction_limit(file.read(_READ_BYTES))
    except OSError:
        return ()
