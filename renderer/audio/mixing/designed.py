"""Sound for what is seen and said: an impact where a cut meets a number, ticks while a counter rolls.

Sparing on purpose: far under the voice, never two within some seconds. Transitions have their own sounds
(effects.py).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from renderer.core.mix import Effect, SoundCue
from renderer.core.picture_spec import painter_of
from renderer.core.storyboard import Shot
from renderer.core.words import Word

IMPACT_DB: Final = -8.0
TICKS_DB: Final = -14.0
"""Below an effect of full level, which itself stays under the voice (balance.py)."""
EARLY: Final = Fraction(1, 10)
SOON: Final = Fraction(12, 10)
"""A number said from so long before to so long after a cut is what the cut is to."""
APART: Final = Fraction(6)
"""Seconds between two impacts at least."""
COUNTERS: Final = frozenset({"money_counter", "number_card", "tally", "gauge"})
"""Painters whose number rolls to its value."""
ROLLING: Final = Fraction(11, 10)
"""Seconds in which it does."""


def designed_cues(shots: Sequence[Shot], words: Sequence[Word]) -> tuple[SoundCue, ...]:
    """Cues for the shots after the first, in order; shots that open with a transition have its sound."""
    cues: list[SoundCue] = []
    figures = sorted(word.span.start for word in words if any(char.isdigit() for char in word.text))
    last = -APART
    for shot in shots[1:]:
        start = shot.span.start
        if shot.transition.duration or not _meets_one(start, figures):
            continue
        if painter_of(shot.picture) in COUNTERS and shot.span.duration > ROLLING:
            cues.append(
                SoundCue(effect=Effect.TICK, moment=start + ROLLING, duration=ROLLING, gain_db=TICKS_DB)
            )
        if start - last >= APART:
            cues.append(SoundCue(effect=Effect.IMPACT, moment=start, gain_db=IMPACT_DB))
            last = start
    return tuple(cues)


def _meets_one(start: Fraction, figures: Sequence[Fraction]) -> bool:
    """Whether one of the moments, in order, at which a figure is said lies right after the cut."""
    first = bisect_left(figures, start - EARLY)
    return first < len(figures) and figures[first] < start + SOON
