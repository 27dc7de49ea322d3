"""Sounds placed on a film's clock and rendered window by window, so that no film-length stem is written.

A strand is the set of sounds that share a gain curve: the music, the effects. A window of it depends only on
what lies in that window, and its facts describe exactly that: equal facts yield equal samples, whatever the
rest of the film contains and wherever the window is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct

from renderer.audio.signal.samples import Samples, amplitude
from renderer.audio.signal.wav import WavReader
from renderer.core.mix import GainCurve
from renderer.core.timecode import AUDIO_RATE, sample_time

Read: TypeAlias = Callable[[int, int], Samples]
"""Reads (channels, count) frames of a sound, from a given frame on; silent where it has none."""

UNITY: Final = GainCurve()
"""The gain curve that changes nothing."""


class PlacedSound(Struct, frozen=True, kw_only=True, eq=False):
    """A mono or stereo sound of `frames` frames that begins at sample `start`, which may lie before 0.

    `key` identifies everything that determines its samples; `read` may defer making them to its first call.
    """

    key: str
    start: int
    frames: int
    read: Read
    gain: float = 1.0

    def meets(self, first: int, last: int) -> bool:
        """Whether any of the sound is heard in samples `[first, last)`."""
        return self.start < last and self.start + self.frames > first


class Strand(Struct, frozen=True, kw_only=True, eq=False):
    """Sounds in order of time under one gain curve."""

    sounds: tuple[PlacedSound, ...]
    gain: GainCurve = UNITY

    def facts(self, first: int, last: int) -> object:
        """Everything that determines the samples `[first, last)`, with times relative to `first`."""
        heard = [
            (sound.key, sound.start - first, sound.gain) for sound in self.sounds if sound.meets(first, last)
        ]
        return [heard, curve_within(self.gain, first, last)] if heard else []

    def window(self, first: int, last: int) -> Samples:
        """Samples `[first, last)` as (2, last - first), with the gain applied."""
        total = np.zeros((2, last - first), np.float32)
        heard = [sound for sound in self.sounds if sound.meets(first, last)]
        for sound in heard:
            start, stop = max(sound.start, first), min(sound.start + sound.frames, last)
            samples = sound.read(start - sound.start, stop - start) * np.float32(sound.gain)
            total[:, start - first : stop - first] += samples
        if heard:
            _apply(total, curve_within(self.gain, first, last))
        return total


@dataclass(slots=True)
class LateFile:
    """Frames of a WAV file that is made on first access, by one thread under the lock."""

    make: Callable[[], Path]
    lock: Lock
    _path: Path | None = None

    def read(self, start: int, count: int) -> Samples:
        """Read (channels, count) frames from `start`; raises what making the file raises."""
        with self.lock:
            path = self._path = self._path or self.make()
        with WavReader(path) as wav:
            return wav.read(start, count)


def curve_within(curve: GainCurve, first: int, last: int) -> tuple[tuple[float, float], ...]:
    """The points (samples relative to `first`, decibels) that determine a curve in samples `[first, last)`.

    A level that is held into the window or out of it begins or ends at the window's edge, so the result does
    not depend on how long it is held elsewhere.
    """
    begin, end = sample_time(first), sample_time(last)
    points = curve.points
    lowest = max(bisect_right(points, begin, key=lambda point: point.moment) - 1, 0)
    highest = bisect_left(points, end, key=lambda point: point.moment) + 1
    near = [((point.moment - begin) * AUDIO_RATE, point.gain_db) for point in points[lowest:highest]]
    edge = Fraction(last - first)
    if near[0][0] < 0 and (len(near) == 1 or near[0][1] == near[1][1]):
        near[0] = (Fraction(0), near[0][1])
    if near[-1][0] > edge and (len(near) == 1 or near[-1][1] == near[-2][1]):
        near[-1] = (edge, near[-1][1])
    if len(near) == 1:
        near = [(Fraction(0), near[0][1])]
    return tuple((float(moment), level) for moment, level in near)


def _apply(sound: Samples, points: tuple[tuple[float, float], ...]) -> None:
    """Multiply (2, n) by a curve's factors, computed sample by sample only where the curve moves."""
    for begin, end, factors in factor_stretches(points, sound.shape[1]):
        sound[:, begin:end] *= factors


def factor_stretches(
    points: tuple[tuple[float, float], ...], frames: int
) -> Iterator[tuple[int, int, Samples | np.float32]]:
    """Stretches (begin, end, factors) that tile `frames`: one factor while the curve holds, else one each."""
    edges = [min(max(int(np.ceil(moment)), 0), frames) for moment, _ in points]
    yield 0, edges[0], np.float32(amplitude(points[0][1]))
    for (one, other), (begin, end) in zip(pairwise(points), pairwise(edges), strict=True):
        if one[1] == other[1] or begin == end:
            yield begin, end, np.float32(amplitude(one[1]))
            continue
        moments = (one[0], other[0])
        levels = np.interp(np.arange(begin, end), moments, (one[1], other[1])).astype(np.float32)
        yield begin, end, np.power(np.float32(10.0), levels / np.float32(20.0)).astype(np.float32)
    yield edges[-1], frames, np.float32(amplitude(points[-1][1]))
