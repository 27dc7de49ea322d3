"""Ducking compiled from known speech times: the music is lowered before a word, never after it.

Since the narration is known to the sample, nothing has to be detected: the gain is a curve of straight
ramps in decibels. In gaps of at least `bridge` the music returns to its rest level; in gaps from `least` on
it returns part of the way, in proportion to the gap; in shorter ones it stays ducked.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from msgspec import Struct

from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Word


class DuckingPolicy(Struct, frozen=True, kw_only=True):
    """How far and how fast music ducks; levels in decibels, times in seconds.

    The ramp down takes `attack` and is over when speech starts; after speech the level holds for `hold`
    and takes `release` to come back, so music is at rest level `hold + release` (at most 0.4 s by default)
    after the last sound of a run. Pauses shorter than `least` stay ducked, those up to `bridge` are partly
    filled, on the same slopes.

    Raises:
        ValueError: `duck_db` above `rest_db`, a time that is not positive, a `bridge` too short for a
            whole way up and down, or a `least` outside of [hold, bridge).
    """

    rest_db: float = 0.0
    duck_db: float = -12.0
    attack: Fraction = Fraction(18, 100)
    hold: Fraction = Fraction(2, 100)
    release: Fraction = Fraction(26, 100)
    bridge: Fraction = Fraction(48, 100)
    least: Fraction = Fraction(10, 100)

    def __post_init__(self) -> None:
        if self.duck_db > self.rest_db:
            message = f"ducked level {self.duck_db} dB lies above the rest level {self.rest_db} dB"
            raise ValueError(message)
        if min(self.attack, self.release) <= ZERO or self.hold < ZERO:
            message = "ramps need a positive length and hold must not be negative"
            raise ValueError(message)
        if self.bridge < self.attack + self.hold + self.release:
            message = f"a bridge of {self.bridge} s leaves no time for release, hold and attack"
            raise ValueError(message)
        if not self.hold <= self.least < self.bridge:
            message = f"gaps from {self.least} s on cannot be filled in part before {self.bridge} s"
            raise ValueError(message)

    def filled(self, gap: Fraction) -> Fraction:
        """Share in [0, 1] of the way back to the rest level that the music covers in a gap (seconds)."""
        return min(max((gap - self.least) / (self.bridge - self.least), ZERO), Fraction(1))


def merged(spans: Sequence[TimeRange], gap: Fraction) -> tuple[TimeRange, ...]:
    """`spans` in rising order with those less than `gap` seconds apart joined; empty spans are dropped."""
    runs: list[TimeRange] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if span.duration == ZERO:
            continue
        if runs and span.start - runs[-1].end < gap:
            runs[-1] = TimeRange(runs[-1].start, max(runs[-1].end, span.end))
        else:
            runs.append(span)
    return tuple(runs)


_USUAL: Final = DuckingPolicy()


def speech_runs(words: Sequence[Word], *, gap: Fraction = _USUAL.least) -> tuple[TimeRange, ...]:
    """Where the narrator speaks, pauses shorter than `gap` seconds included."""
    return merged([word.span for word in words], gap)


def duck(speech: Sequence[TimeRange], policy: DuckingPolicy) -> GainCurve:
    """The gain of the music under `speech` (any order, may overlap).

    Points rise strictly in time, start at or after 0, and the curve is at `duck_db` over every run.
    """
    runs = merged(speech, policy.least)
    if not runs:
        return GainCurve(points=(GainPoint(ZERO, policy.rest_db),))
    whole = Fraction(1)
    gaps = [policy.filled(later.start - run.end) for run, later in pairwise(runs)]
    points = [
        point
        for run, before, after in zip(runs, (whole, *gaps), (*gaps, whole), strict=True)
        for point in _valley(run, policy, before=before, after=after)
    ]
    return GainCurve(points=_from_zero(points))


def _valley(
    run: TimeRange, policy: DuckingPolicy, *, before: Fraction, after: Fraction
) -> tuple[GainPoint, ...]:
    """The points around a run, down before it and up after it.

    `before` and `after` are the shares of the way up that the music covers in the gaps beside it (`filled`).
    """
    bottom, depth = run.end + policy.hold, policy.rest_db - policy.duck_db
    return (
        GainPoint(run.start - policy.attack * before, policy.duck_db + depth * float(before)),
        GainPoint(run.start, policy.duck_db),
        GainPoint(bottom, policy.duck_db),
        GainPoint(bottom + policy.release * after, policy.duck_db + depth * float(after)),
    )


def _from_zero(points: Sequence[GainPoint]) -> tuple[GainPoint, ...]:
    """The points from 0 on; a ramp that would begin earlier is entered part of the way through."""
    later = [point for point in points if point.moment > ZERO]
    if len(later) == len(points):
        return tuple(_distinct(later))
    curve = GainCurve(points=tuple(_distinct(points)))
    return tuple(_distinct([GainPoint(ZERO, curve.at(ZERO)), *later]))


def _distinct(points: Sequence[GainPoint]) -> list[GainPoint]:
    """Drop points that share a moment with the one before (a gap exactly as long as the ramps in it)."""
    kept: list[GainPoint] = []
    for point in points:
        if not kept or point.moment > kept[-1].moment:
            kept.append(point)
    return kept
