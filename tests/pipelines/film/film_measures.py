"""Measures sound and pictures of a delivered film on its decoded file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

from renderer.audio.signal.loudness import LoudnessMeter, integrated

Floats = npt.NDArray[np.float64]
HOP = 0.1
"""Seconds between two values of the loudness over time."""
SILENT = -60.0
"""dB of mean power below which nothing is heard."""


def course(path: Path) -> Floats:
    """K-weighted mean squares of the sound, one for every 100 ms."""
    meter = LoudnessMeter(2)
    with av.open(str(path)) as container:
        for frame in container.decode(audio=0):
            meter.feed(np.asarray(frame.to_ndarray(), np.float32))
    return np.asarray(meter.hops(), np.float64)


def speech_loudness(hops: Floats, words: Iterable[tuple[float, float]], span: tuple[float, float]) -> float:
    """LUFS of the hops in which words that begin within `span` (seconds) are spoken."""
    spoken = np.zeros(len(hops), np.bool_)
    for start, end in words:
        if span[0] <= start < span[1]:
            spoken[int(start / HOP) : int(end / HOP) + 1] = True
    return float(integrated(hops[spoken]))


def longest_silence(hops: Floats) -> float:
    """The longest silence in seconds."""
    return HOP * _longest(10 * np.log10(np.maximum(hops, 1e-12)) < SILENT)


def longest_frozen(path: Path) -> float:
    """The longest time in seconds in which no frame differs from the one before by more than coding noise."""
    still: list[bool] = []
    before: npt.NDArray[np.int16] | None = None
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        rate = float(stream.average_rate or 1)
        for frame in container.decode(stream):
            luma = frame.to_ndarray(format="gray").astype(np.int16)
            still.append(before is not None and float(np.abs(luma - before).mean()) < 0.01)
            before = luma
    return _longest(still) / rate


def steepest_join(hops: Floats, places: Sequence[float]) -> float:
    """Largest change of loudness in dB between the second before a place and the second after it."""
    steps = []
    for place in places:
        at = int(place / HOP)
        before, after = hops[max(0, at - 10) : at], hops[at : at + 10]
        steps.append(abs(10 * np.log10((before.mean() + 1e-12) / (after.mean() + 1e-12))))
    return float(max(steps, default=0.0))


def _longest(flags: Iterable[bool]) -> int:
    return max((sum(1 for _ in group) for flag, group in groupby(flags) if flag), default=0)
