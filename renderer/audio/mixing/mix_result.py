"""The result of mixing: the sound file and how it was made."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from renderer.audio.mixing.mixdown import Stem
from renderer.core.ducking import DuckingPolicy


class MixResult(Struct, frozen=True, kw_only=True):
    """The mix on disk and how it was made.

    `path` is a stereo float WAV of exactly the requested duration; `loudness_lufs` and `true_peak_dbtp` were
    measured on it. `stems` are the files that went in, with their gain curves (narration, music, effects),
    and `policy` is the ducking derived from the measured levels.
    """

    path: Path
    duration: Fraction
    stems: tuple[Stem, ...]
    loudness_lufs: float
    true_peak_dbtp: float
    lift_db: float
    limited_db: float
    policy: DuckingPolicy
    credits: tuple[str, ...]
