"""Mastering: one measured static gain and a true-peak limiter (decision 0009), in two passes over the sound.

Pass one records the K-weighted energy and the true peak per millisecond, from a file or while one is being
written. From those two short rows the gain that meets the target *after* limiting is found by iteration: the
limiter moves slowly compared with the weighting filter, so limited energy is energy times gain squared. Pass
two applies the gain and measures every sample that it writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.limiter import gain_samples, gains_db
from renderer.audio.signal.loudness import HOP, Loudness, energies, integrated, k_weighting, measured
from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.samples import SILENCE_DB, Floats, Samples, blocks
from renderer.audio.signal.true_peak import CELL, Windows, oversampled_peaks
from renderer.audio.signal.wav import WavReader, WavWriter

TARGET_LUFS: Final = -14.0

CEILING_DBTP: Final = -2.0
"""One decibel below the limit for the delivered file: AAC at 192 kb/s overshoots by some tenths."""

_MAX_LIFT_DB: Final = 36.0
_TOLERANCE_LU: Final = 0.02
_LEAST_YIELD: Final = 0.1
_ROUNDS: Final = 12
_CELLS_PER_HOP: Final = HOP // CELL


class Mastered(Struct, frozen=True, kw_only=True):
    """Measurements of the samples written, the static lift applied, and the deepest limiting."""

    loudness_lufs: float
    true_peak_dbtp: float
    lift_db: float
    limited_db: float


class Rows(Struct, frozen=True, eq=False):
    """Per millisecond: K-weighted mean square over both channels, and true peak."""

    energy: Samples
    peak: Samples


class Analysis:
    """Pass one: collects rows from blocks, all of which but the last must be whole milliseconds long."""

    def __init__(self, channels: int) -> None:
        self._weigh, self._windows = k_weighting(channels), Windows(channels)
        self._energy: list[Samples] = []
        self._peak: list[Samples] = []

    def feed(self, block: Samples) -> None:
        """Analyse the next block (channels, frames)."""
        weighted = self._weigh(block)
        spare = -weighted.shape[1] % CELL
        padded = np.pad(weighted, ((0, 0), (0, spare))) if spare else weighted
        self._energy.append(energies(padded, CELL).astype(np.float32))
        self._peak.append(oversampled_peaks(self._windows.after(block)))

    def rows(self) -> Rows:
        """Rows of everything fed so far; call this once, at the end."""
        self._peak.append(oversampled_peaks(self._windows.rest()))
        nothing = np.zeros(0, np.float32)
        return Rows(np.concatenate([nothing, *self._energy]), np.concatenate([nothing, *self._peak]))


def master(
    source: Path, target: Path, *, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP
) -> Mastered:
    """Write `source` (float WAV) to `target`: `analysed`, then `mastered`; raises as they do."""
    return mastered(source, target, analysed(source), target_lufs=target_lufs, ceiling_dbtp=ceiling_dbtp)


@single_threaded
def analysed(source: Path) -> Rows:
    """Pass one over a float WAV; raises `ClipwrightError` (`artifact_corrupt`)."""
    with WavReader(source) as wav:
        analysis = Analysis(wav.channels)
        for block in wav.blocks():
            analysis.feed(block)
    return analysis.rows()


@single_threaded
def mastered(
    source: Path,
    target: Path,
    rows: Rows,
    *,
    target_lufs: float = TARGET_LUFS,
    ceiling_dbtp: float = CEILING_DBTP,
) -> Mastered:
    """Write `source` at `target_lufs` with no true peak above `ceiling_dbtp`; `rows` are from pass one.

    Silence stays silence. A target that the ceiling rules out is not pursued: once more gain hardly adds
    loudness, the gain stays where it is, and the returned measurements show the shortfall.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    lift = lift_for(rows, target_lufs=target_lufs, ceiling_dbtp=ceiling_dbtp)
    gains = gains_db(rows.peak, lift_db=lift, ceiling_db=ceiling_dbtp)
    found = _apply(source, target, gains=gains, lift_db=lift)
    return Mastered(
        loudness_lufs=found.lufs,
        true_peak_dbtp=found.true_peak_dbtp,
        lift_db=lift,
        limited_db=float(gains.min(initial=0.0)),
    )


def lift_for(rows: Rows, *, target_lufs: float = TARGET_LUFS, ceiling_dbtp: float = CEILING_DBTP) -> float:
    """Static gain (dB) with which the limited sound meets the target."""
    present = integrated(_hops(rows.energy))
    if present <= SILENCE_DB:
        return 0.0
    unlifted = _limited_loudness(rows, lift_db=0.0, ceiling_dbtp=ceiling_dbtp)
    lift, before = target_lufs - present, (0.0, unlifted)
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


def _limited_loudness(rows: Rows, *, lift_db: float, ceiling_dbtp: float) -> float:
    gains = gains_db(rows.peak, lift_db=lift_db, ceiling_db=ceiling_dbtp)
    factors = np.power(np.float32(10.0), (gains + np.float32(lift_db)) / np.float32(10.0))
    return integrated(_hops(rows.energy * factors))


def _hops(energy: Samples) -> Floats:
    count = len(energy) // _CELLS_PER_HOP
    if count == 0:
        return np.array([energy.mean()], np.float64) if len(energy) else np.zeros(0)
    cells = energy[: count * _CELLS_PER_HOP].reshape(count, _CELLS_PER_HOP)
    return np.asarray(cells.mean(axis=1), np.float64)


def _apply(source: Path, target: Path, *, gains: Samples, lift_db: float) -> Loudness:
    factors = np.power(np.float32(10.0), (gains + np.float32(lift_db)) / np.float32(20.0))
    with WavReader(source) as wav, WavWriter(target, channels=wav.channels) as out:
        return measured(ahead(_written(wav, out, factors)), wav.channels)


def _written(wav: WavReader, out: WavWriter, factors: Samples) -> Iterator[Samples]:
    """Apply the gain block by block, write each block and pass it on."""
    for start, end in blocks(wav.frames):
        count = -(-(end - start) // CELL)
        block = wav.read(start, end - start)
        block *= gain_samples(factors, start // CELL, count)[: end - start]
        out.write(block)
        yield block
