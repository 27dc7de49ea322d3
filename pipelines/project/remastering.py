"""A mix that AAC lifts above its ceiling, mastered again below a lower one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from renderer.audio.mixing.master import CEILING_DBTP, master


def remastered(scratch: Path, mix: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    """The WAV `mix` with its peaks `lower_db` lower, in the folder `scratch`; it is lowered as a whole."""
    del places
    path = scratch / f"mastered-{lower_db:.2f}.wav"
    master(mix, path, ceiling_dbtp=CEILING_DBTP - lower_db)
    return path
