"""The sound kernels in Python, with the same samples: the fallback without a compiler, the reference for C.

Recursive filters are left to SciPy, which has the same order of operations: its wheels for x86-64 fuse no
multiply-adds. It is imported with the first sound, as it takes longer to import than to use.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Sound = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

CHUNK: Final = 4096
"""Frames after which a filter's states are checked against `NOTHING`."""

NOTHING: Final = 1e-30
"""States below this are set to 0, because denormal numbers slow processors down."""

_LANES: Final = 4
_CELL: Final = 48
_MARGIN: Final = 16


def filtered(output: Sound, sound: Sound, sections: Doubles, states: Doubles) -> None:
    """Fill `output` with the filtered sound and update `states`."""
    from scipy.signal import sosfilt  # noqa: PLC0415 - heavy, and asked for only where nothing was compiled

    for row, samples, state in zip(output, sound, states, strict=True):
        now = state.reshape(-1, 2)
        for start in range(0, len(samples), CHUNK):
            part = slice(start, start + CHUNK)
            row[part], now = sosfilt(sections, samples[part].astype(np.float64), zi=now)
            now[np.abs(now) < NOTHING] = 0.0
        state[:] = now.reshape(-1)


def energies(sound: Sound, cell: int) -> Doubles:
    """Sums of squares per cell of a multiple of 4 frames, accumulated in four lanes as in C."""
    lanes = np.zeros((sound.shape[1] // cell, _LANES))
    for channel in sound:
        squares = np.square(channel.astype(np.float64)).reshape(len(lanes), cell // _LANES, _LANES)
        for place in range(cell // _LANES):
            lanes += squares[:, place]
    return np.asarray((lanes[:, 0] + lanes[:, 1]) + (lanes[:, 2] + lanes[:, 3]))


def followed(values: list[float], level: float, *, up: float, down: float) -> list[float]:
    """The level after each value, starting at `level`."""
    smooth = []
    for value in values:
        level += (value - level) * (up if value > level else down)
        smooth.append(level)
    return smooth


def peaks(sound: Sound, taps: Sound) -> Sound:
    """Highest absolute value per cell, at four times the rate."""
    frames = sound.shape[1] - 2 * _MARGIN
    most = np.abs(sound[:, _MARGIN : _MARGIN + frames])
    even, odd, middle = np.zeros((3, len(sound), frames), np.float32)
    for place in range(_MARGIN):
        before = sound[:, 1 + place : 1 + place + frames]
        behind = sound[:, 2 * _MARGIN - place : 2 * _MARGIN - place + frames]
        total, difference = before + behind, before - behind
        even += total * taps[0, place]
        odd += difference * taps[1, place]
        middle += total * taps[2, place]
    highest = np.maximum(np.maximum(most, np.abs(even) + np.abs(odd)), np.abs(middle))
    return np.asarray(highest.reshape(len(sound), -1, _CELL).max(axis=(0, 2), initial=0.0), np.float32)


def doubled(output: Sound, sound: Sound, taps: Sound) -> None:
    """Fill `output` with the sound at twice its rate, without the context on either side."""
    reach, count = len(taps), sound.shape[1] - 2 * len(taps)
    between = np.zeros((len(sound), count), np.float32)
    for place, share in enumerate(taps):
        before = sound[:, reach - place : reach - place + count]
        between += (before + sound[:, reach + 1 + place : reach + 1 + place + count]) * share
    output[:, 0::2] = sound[:, reach : reach + count]
    output[:, 1::2] = between


def looped(line: Doubles, period: int, loss: float) -> None:
    """Fill the laps after the first; each sample is the mean of two in the previous lap, times `loss`."""
    for start in range(period, len(line), period):
        lap = line[start : start + period]
        before = line[start - period : start - period + len(lap)]
        earlier = np.concatenate([[line[start - period - 1] if start > period else 0.0], before[:-1]])
        lap[:] = (0.5 * loss) * (before + earlier)


def read(sound: Sound, line: Doubles, step: float) -> None:
    """Fill `sound` by reading the line in steps of `step` with linear interpolation."""
    places = np.arange(len(sound), dtype=np.float64) * step
    before = places.astype(np.int32)
    sound[:] = line[before] + (places - before) * (line[before + 1] - line[before])
