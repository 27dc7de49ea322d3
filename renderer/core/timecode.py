"""Exact time. Seconds are `Fraction`; ranges are half-open; this is the only place that rounds.

A range `[start, end)` is shown on frame `n` when `start <= n / fps < end`, so its first frame is the
first one not earlier than `start`: a change of picture is never early and at most one frame late. Captions
follow the ear more closely: a word is lit on the frame nearest to its start, half a frame off at most.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from msgspec import Struct

AUDIO_RATE: Final = 48_000
"""Sample rate of every stem, in hertz."""

ZERO: Final = Fraction(0)


class TimeRange(Struct, frozen=True):
    """Half-open `[start, end)` in seconds; `end >= start`.

    Raises:
        ValueError: `end` lies before `start`.
    """

    start: Fraction
    end: Fraction

    def __post_init__(self) -> None:
        if self.end < self.start:
            message = f"time range ends before it starts: [{self.start}, {self.end})"
            raise ValueError(message)

    @property
    def duration(self) -> Fraction:
        """Length in seconds."""
        return self.end - self.start

    def contains(self, moment: Fraction) -> bool:
        """Whether `moment` (seconds) lies inside."""
        return self.start <= moment < self.end

    def overlaps(self, other: TimeRange) -> bool:
        """Whether the two ranges share a moment."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: Fraction) -> TimeRange:
        """The same range `by` seconds later."""
        return TimeRange(self.start + by, self.end + by)


def first_frame(moment: Fraction, fps: int) -> int:
    """Index of the first frame not earlier than `moment` (seconds)."""
    return math.ceil(moment * fps)


def nearest_frame(moment: Fraction, fps: int) -> int:
    """Index of the frame that appears nearest to `moment` (seconds); halves round up."""
    return math.floor(moment * fps + Fraction(1, 2))


def nearest_frames(span: TimeRange, fps: int) -> range:
    """Frames on which a caption is shown: from the one nearest to its start up to the one nearest to its end.

    The last is not included.
    """
    return range(nearest_frame(span.start, fps), nearest_frame(span.end, fps))


def frame_range(span: TimeRange, fps: int) -> range:
    """Frames on which `span` is shown; empty when it falls between two frames."""
    return range(first_frame(span.start, fps), first_frame(span.end, fps))


def frame_time(frame: int, fps: int) -> Fraction:
    """Moment (seconds) at which `frame` appears."""
    return Fraction(frame, fps)


def sample_at(moment: Fraction, rate: int = AUDIO_RATE) -> int:
    """Nearest sample index; halves round up."""
    return math.floor(moment * rate + Fraction(1, 2))


def sample_time(sample: int, rate: int = AUDIO_RATE) -> Fraction:
    """Moment (seconds) of a sample index."""
    return Fraction(sample, rate)


def milliseconds(moment: Fraction) -> int:
    """Nearest whole milliseconds; halves round up."""
    return math.floor(moment * 1000 + Fraction(1, 2))
