"""Mastering a mix again, to a lower ceiling, after AAC has raised its peaks above the first one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from renderer.audio.mixing.master import CEILING_DBTP, TARGET_LUFS, master
from renderer.core.mix import Mix


def remastered(scratch: Path, mix: Mix, wav: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    """Master the `wav` of `mix` again, all of it, into the folder `scratch`, its peaks `lower_db` lower."""
    del places
    path = scratch / f"mastered-{lower_db:.2f}.wav"
    wanted = min(TARGET_LUFS, mix.loudness_lufs)
    master(wav, path, target_lufs=wanted, ceiling_dbtp=CEILING_DBTP - lower_db)
    return path
