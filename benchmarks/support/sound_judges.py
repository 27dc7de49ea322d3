"""Measurements of a soundtrack: loudness range, clicking joins, pitch classes of a bed."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

EDGE = 1e-3
"""Greatest jump at a join: -60 dBFS."""
SILENT = 1e-7
SILENCE = 96
"""Samples of the shortest run that counts as silence: 2 ms."""
ABSOLUTE_GATE = -70.0
BAND = (80, 2000)
"""Frequency range of the pitch classes, in hertz."""

Floats = npt.NDArray[np.float64]


def range_of(hops: Floats) -> float:
    """Loudness range in LU (EBU Tech 3342) of K-weighted mean squares per 100 ms."""
    short = np.convolve(hops, np.full(30, 1 / 30), mode="valid")
    levels = -0.691 + 10 * np.log10(short + 1e-12)
    levels = levels[levels > ABSOLUTE_GATE]
    gate = -0.691 + 10 * np.log10(np.mean(10 ** ((levels + 0.691) / 10))) - 20.0
    levels = levels[levels > gate]
    return float(np.percentile(levels, 95) - np.percentile(levels, 10))


def joins_that_click(stem: npt.NDArray[np.float32]) -> list[int]:
    """Positions, in samples, at which a stem jumps into or out of digital silence of 2 ms or more."""
    silent = np.abs(stem) < SILENT
    edges = np.flatnonzero(np.diff(silent.astype(np.int8)))
    borders = np.concatenate([[-1], edges, [len(stem) - 1]])
    found = []
    for left, right in itertools.pairwise(borders):
        if right - left >= SILENCE and silent[left + 1]:
            beside = [place for place in (left, right + 1) if 0 <= place < len(stem)]
            found += [int(place) for place in beside if abs(float(stem[place])) > EDGE]
    return found


def chroma(stereo: npt.NDArray[np.float32]) -> Floats:
    """Mean and spread of the twelve pitch classes of a bed, as a unit vector of shape (24,)."""
    mono = stereo.mean(axis=0)[::4]
    frames = np.lib.stride_tricks.sliding_window_view(mono, 4096)[::2048] * np.hanning(4096)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    hertz = np.fft.rfftfreq(4096, 4 / 48_000)
    inside = (hertz > BAND[0]) & (hertz < BAND[1])
    classes = np.round(12 * np.log2(hertz[inside] / 440)).astype(int) % 12
    rows = np.stack([np.sqrt(power[:, inside][:, classes == one].sum(axis=1)) for one in range(12)], axis=1)
    rows /= rows.sum(axis=1, keepdims=True) + 1e-9
    vector = np.concatenate([rows.mean(axis=0) - 1 / 12, rows.std(axis=0)])
    return np.asarray(vector / (np.linalg.norm(vector) + 1e-9))
