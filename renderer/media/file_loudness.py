"""Measurements of a file's sound, and the type of functions that measure it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from renderer.core.timecode import TimeRange


class FileLoudness(Struct, frozen=True, kw_only=True):
    """Integrated loudness (LUFS), true peak (dBTP, 4 x oversampled), and stretches below -60 dBFS.

    `start` is the time of the first sample and `duration` the length of the track, in seconds; `peaks` holds
    the highest sample (a factor) of every twentieth of a second.
    """

    lufs: float
    true_peak_dbtp: float
    quiet: tuple[TimeRange, ...]
    start: Fraction
    duration: Fraction
    peaks: tuple[float, ...] = ()


Listen: TypeAlias = Callable[[Path], FileLoudness]
"""Measures the first audio track of a file as `measure_loudness` does, and raises as it does."""
