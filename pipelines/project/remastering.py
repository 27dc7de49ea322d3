"""Mastering a mix again, to a lower ceiling, after AAC has raised its peaks above the first one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from renderer.audio.mixing.master import CEILING_DBTP, master


def remastered(scratch: Path, mix: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    """Master the WAV `mix` again into the folder `scratch`, all of it, with its peaks `lower_db` lower."""
    del places
    path = scratch / f"mastered-{lower_db:.2f}.wav"
    master(mix, path, ceiling_dbtp=CEILING_DBTP - lower_db)
    return path
