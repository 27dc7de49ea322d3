"""One part of a film's sound: how it is measured and mastered.

All functions take the part with the sound around it, (channels, part.around) samples, and those that measure
report on the part alone. Filters start from silence where the surrounding sound begins and have settled where
the part does. The limiter considers peaks within a bounded time before and after, so sound further away
cannot change a sample.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.mixing.master import CEILING_DBTP, Analysis, Rows
from renderer.audio.signal.limiter import gain_samples, gains_db
from renderer.audio.signal.loudness import HOP, energies, k_weighting
from renderer.audio.signal.samples import Floats, Samples, blocks
from renderer.audio.signal.true_peak import CELL, MARGIN, highest_peak
from renderer.core.mix import SoundPart

LOOK_BACK: Final = 2400
"""Cells (milliseconds) before a part from which the limiter may still be recovering: 72 dB at its slowest."""

LOOK_AHEAD: Final = 200
"""Cells after a part that the limiter takes into account: more than the width of its averages."""

_DIGITS: Final = 3
"""Decimal places of gains: rounding to thousandths makes sums over different neighbours yield the same gain.
"""


def own_hops(sound: Samples, part: SoundPart) -> Floats:
    """K-weighted mean squares of a part per 100 ms; an incomplete 100 ms at its end is dropped."""
    weigh = k_weighting(len(sound))
    weighted = np.concatenate([weigh(sound[:, start:end]) for start, end in blocks(sound.shape[1])], axis=1)
    return energies(weighted[:, part.before : part.before + part.own], HOP)


def own_rows(sound: Samples, part: SoundPart) -> Rows:
    """Energies and peaks of a part per millisecond."""
    analysis = Analysis(len(sound))
    for start, end in blocks(sound.shape[1]):
        analysis.feed(sound[:, start:end])
    rows, first = analysis.rows(), part.before // CELL
    last = first - (-part.own // CELL)
    return Rows(rows.energy[first:last], rows.peak[first:last])


def own_peak(sound: Samples, part: SoundPart) -> float:
    """True peak of a part, as a factor."""
    padded = np.pad(sound, ((0, 0), (MARGIN, MARGIN)))
    return highest_peak(padded[:, part.before : part.before + part.own + 2 * MARGIN], 0.0)


def part_gains(
    peak: Samples, part: SoundPart, *, lift_db: float, ceiling_dbtp: float = CEILING_DBTP
) -> Samples:
    """The limiter's gains (<= 0 dB) for the cells of `part.around` and one more cell on either side.

    `peak` has the peaks of the whole sound, one for each cell.
    """
    first, last = part.first // CELL, -(-part.last // CELL)
    begin, end = max(first - LOOK_BACK, 0), last + LOOK_AHEAD
    found = gains_db(peak[begin:end], lift_db=lift_db, ceiling_db=ceiling_dbtp)
    cells = np.clip(np.arange(first - 1, last + 1), 0, len(peak) - 1) - begin
    return np.asarray(np.round(found[cells], _DIGITS), np.float32)


def mastered_part(sound: Samples, gains: Samples, *, lift_db: float) -> Samples:
    """Apply the static gain and the limiter's `gains` to the part and the sound around it."""
    factors = np.power(np.float32(10.0), (gains + np.float32(lift_db)) / np.float32(20.0))
    finished = np.empty_like(sound)
    for start, end in blocks(sound.shape[1]):
        cells = -(-(end - start) // CELL)
        follows = gain_samples(factors, start // CELL + 1, cells)[: end - start]
        finished[:, start:end] = sound[:, start:end] * follows
    return finished
