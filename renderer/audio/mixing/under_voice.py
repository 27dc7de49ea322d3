"""Gain curves for the original under a voiceover, derived from known speech times.

Nothing is detected while mixing: the voiceover's words and the original's speech are both known beforehand,
so the gain is down before the first sound and back up within half a second of the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from renderer.core.ducking import DuckingPolicy, duck, merged
from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import ZERO, TimeRange

GONE_DB: Final = -60.0
"""Gain of the original where its speech is removed."""
_SPREAD: Final = Fraction(8, 100)
"""Seconds around detected speech that still count as speech: first consonants, last breaths."""
_STEADY: Final = {
    "attack": Fraction(18, 100),
    "hold": Fraction(6, 100),
    "release": Fraction(30, 100),
    "bridge": Fraction(70, 100),
    "least": Fraction(30, 100),
}
"""Ducking times under a voiceover; pauses within a sentence stay ducked, so that the background does not
pump.
"""
_REMOVING: Final = {
    "attack": Fraction(25, 100),
    "hold": Fraction(6, 100),
    "release": Fraction(30, 100),
    "bridge": Fraction(80, 100),
    "least": Fraction(40, 100),
}


def ducked(voice: Sequence[TimeRange], original: Sequence[TimeRange], *, depth_db: float) -> GainCurve:
    """Gain of the original: `depth_db` down under the voiceover's words, unchanged elsewhere.

    Where a speaker in the original continues after a line, the curve stays down until they stop: half a
    sentence that suddenly became loud would sound like an answer.
    """
    if depth_db <= 0 or not voice:
        return GainCurve()
    lines = merged(voice, _STEADY["least"])
    spoken_over = [span for span in original if any(span.overlaps(line) for line in lines)]
    return duck([*lines, *spoken_over], DuckingPolicy(rest_db=0.0, duck_db=-depth_db, **_STEADY))


def without_speech(original: Sequence[TimeRange]) -> GainCurve:
    """Gain that removes the original's speech."""
    if not original:
        return GainCurve()
    spread = [TimeRange(max(ZERO, span.start - _SPREAD), span.end + _SPREAD) for span in original]
    return duck(spread, DuckingPolicy(rest_db=0.0, duck_db=GONE_DB, **_REMOVING))


def lower_of(one: GainCurve, other: GainCurve) -> GainCurve:
    """The lower of two curves at every moment."""
    moments = sorted({point.moment for curve in (one, other) for point in curve.points})
    crossings = [
        crossing
        for start, end in pairwise(moments)
        for crossing in _crossing(one, other, start=start, end=end)
    ]
    return GainCurve(
        points=tuple(
            GainPoint(moment, min(one.at(moment), other.at(moment)))
            for moment in sorted({*moments, *crossings})
        )
    )


def _crossing(one: GainCurve, other: GainCurve, *, start: Fraction, end: Fraction) -> tuple[Fraction, ...]:
    """The moment between two neighbouring points at which the curves cross, if they do."""
    before, after = one.at(start) - other.at(start), one.at(end) - other.at(end)
    if before * after >= 0:
        return ()
    share = Fraction(before / (before - after)).limit_denominator(100_000)
    return (start + share * (end - start),)
