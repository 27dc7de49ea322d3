"""Mastering: one measured static gain and a true-peak limiter (decision 0009), in two passes over the file.

Pass one notes, per millisecond, the K-weighted energy and the true peak. On those two short rows the gain
that meets the target *after* limiting is found by iteration: the limiter moves slowly compared with the
weighting filter, so limited energy is energy times gain squared. Pass two applies it and measures for real.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from renderer.audio.limiter import gain_samples, gains_db
from renderer.audio.loudness import HOP, Loudness, energies, integrated, k_weighting, measure_file
from renderer.audio.signals import SILENCE_DB, Floats, Samples, blocks
from renderer.audio.threads import single_threaded
from renderer.audio.truepeak import CELL, MARGIN, oversampled_peaks
from renderer.audio.wav import WavReader, WavWriter

TARGET_LUFS: Final = -14.0

CEILING_DBTP: Final = -2.0
"""A decibel under what the delivered file may have: AAC at 192 kb/s overshoots by some tenths."""

_MAX_LIFT_DB: Final = 36.0
_TOLERANCE_LU: Final = 0.02
_LEAST_YIELD: Final = 0.1
_ROUNDS: Final = 12
_CELLS_PER_HOP: Final = HOP // CELL


@dataclass(frozen=True, slots=True, kw_only=True)
class Mastered:
    """What was measured on the written file, and what was done: the static lift and the deepest limiting."""

    loudness_lufs: float
    true_peak_dbtp: float
    lift_db: float
    limited_db: float


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Per millisecond: K-weighted mean square over both channels, and true peak."""

    energy: Samples
    peak: Samples


@single_threaded
def master(
    source: Path, target: Path, *, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> Mastered:
    """Write `source` (float WAV) to `target` at `target_lufs` with no true peak above `ceiling_dbtp`.

    Silence stays silence. A target that the ceiling forbids is not chased: once more gain hardly adds
    loudness it stays where it is, and the measured values in the answer say so.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    rows = _analysed(source)
    lift = _lift(rows, target_lufs=target_lufs, ceiling_dbtp=ceiling_dbtp)
    gains = gains_db(rows.peak, lift_db=lift, ceiling_db=ceiling_dbtp)
    _apply(source, target, gains=gains, lift_db=lift)
    found: Loudness = measure_file(target)
    return Mastered(
        loudness_lufs=found.lufs,
        true_peak_dbtp=found.true_peak_dbtp,
        lift_db=lift,
        limited_db=float(gains.min(initial=0.0)),
    )


def _analysed(source: Path) -> _Rows:
    energy: list[Samples] = []
    peak: list[Samples] = []
    with WavReader(source) as wav:
        weigh = k_weighting(wav.channels)
        for start, end in blocks(wav.frames):
            sound = wav.read(start - MARGIN, end - start + 2 * MARGIN)
            peak.append(oversampled_peaks(sound))
            weighted = weigh(sound[:, MARGIN:-MARGIN])
            spare = -weighted.shape[1] % CELL
            energy.append(energies(np.pad(weighted, ((0, 0), (0, spare))), CELL).astype(np.float32))
    nothing = np.zeros(0, np.float32)
    return _Rows(np.concatenate([nothing, *energy]), np.concatenate([nothing, *peak]))


def _lift(rows: _Rows, *, target_lufs: float, ceiling_dbtp: float) -> float:
    """Static gain (dB) with which the limited sound meets the target."""
    present = integrated(_hops(rows.energy))
    if present <= SILENCE_DB:
        return 0.0
    lift, before = target_lufs - present, (0.0, present)
    for _ in range(_ROUNDS):
        reached = _limited_loudness(rows, lift_db=lift, ceiling_dbtp=ceiling_dbtp)
        missing = target_lufs - reached
        if abs(missing) < _TOLERANCE_LU or lift >= _MAX_LIFT_DB:
            break
        # the harder the limiter works, the less a decibel of lift yields
        moved = lift - before[0]
        yielded = (reached - before[1]) / moved if moved else 1.0
        if yielded < _LEAST_YIELD:
            break
        before = (lift, reached)
        lift = min(lift + missing / min(yielded, 1.0), _MAX_LIFT_DB)
    return lift


def _limited_loudness(rows: _Rows, *, lift_db: float, ceiling_dbtp: float) -> float:
    gains = gains_db(rows.peak, lift_db=lift_db, ceiling_db=ceiling_dbtp)
    factors = np.power(np.float32(10.0), (gains + np.float32(lift_db)) / np.float32(10.0))
    return integrated(_hops(rows.energy * factors))


def _hops(energy: Samples) -> Floats:
    count = len(energy) // _CELLS_PER_HOP
    if count == 0:
        return np.array([energy.mean()], np.float64) if len(energy) else np.zeros(0)
    cells = energy[: count * _CELLS_PER_HOP].reshape(count, _CELLS_PER_HOP)
    return np.asarray(cells.mean(axis=1), np.float64)


def _apply(source: Path, target: Path, *, gains: Samples, lift_db: float) -> None:
    factors = np.power(np.float32(10.0), (gains + np.float32(lift_db)) / np.float32(20.0))
    with WavReader(source) as wav, WavWriter(target, channels=wav.channels) as out:
        for start, end in blocks(wav.frames):
            count = -(-(end - start) // CELL)
            curve = gain_samples(factors, start // CELL, count)[: end - start]
            out.write(wav.read(start, end - start) * curve)
