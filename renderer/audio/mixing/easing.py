"""Inaudible dips of about a tenth of a second in a mastered mix, at the few places that must be softer.

In a film, AAC lifts a few peaks above their mastered level. Lowering the ceiling of the whole mix would cost
loudness everywhere, so only these places are lowered.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from renderer.audio.signal.samples import blocks
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.core.timecode import sample_at

HOLD: Final = Fraction(1, 20)
"""Seconds, from each place on, that are lowered in full."""
RAMP: Final = Fraction(1, 20)
"""Seconds of the ramp down before the hold and of the ramp up after it."""


def eased(source: Path, target: Path, *, lower_db: float, places: Sequence[Fraction]) -> None:
    """Write `source` (float WAV) to `target`, lowered by `lower_db` around `places` (seconds, rising).

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    starts = np.array([sample_at(place) for place in places], np.int64)
    hold, ramp = sample_at(HOLD), sample_at(RAMP)
    with WavReader(source) as wav, WavWriter(target, channels=wav.channels) as out:
        for start, end in blocks(wav.frames):
            block = wav.read(start, end - start)
            near = starts[(starts > start - hold - ramp) & (starts < end + ramp)]
            if len(near):
                block = block * _dip(np.arange(start, end), near, hold=hold, ramp=ramp, lower_db=lower_db)
            out.write(block)


def _dip(
    samples: np.ndarray[tuple[int], np.dtype[np.int64]],
    starts: np.ndarray[tuple[int], np.dtype[np.int64]],
    *,
    hold: int,
    ramp: int,
    lower_db: float,
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Factors for the samples: down over `ramp` to each start, held, and up again; a cosine in decibels."""
    depth = np.zeros(len(samples))
    for start in starts:
        before, behind = start - samples, samples - (start + hold)
        away = np.clip(np.maximum(before, behind) / ramp, 0.0, 1.0)
        depth = np.maximum(depth, 0.5 + 0.5 * np.cos(np.pi * away))
    return np.power(10.0, -lower_db * depth / 20.0).astype(np.float32)
