"""What mixing makes: the sound file, and how it came about."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from renderer.audio.mixing.mixdown import Stem
from renderer.core.ducking import DuckingPolicy


class MixResult(Struct, frozen=True, kw_only=True):
    """The mix on disk and how it was made.

    `path` is a stereo float WAV of exactly the asked duration, `loudness_lufs` and `true_peak_dbtp` were
    measured on it; `stems` are the files that went in with their gain curves (narration, music, effects);
    `policy` is the ducking that the measured levels called for.
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
