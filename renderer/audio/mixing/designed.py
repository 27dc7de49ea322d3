"""Sound for what is shown and said: an impact where a cut meets a number, ticks while a counter rolls.

Used sparingly: far below the voice, and no two impacts within some seconds. Transitions have their own sounds
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
"""Level relative to an effect at full level, which itself stays below the voice (balance.py)."""
EARLY: Final = Fraction(1, 10)
SOON: Final = Fraction(12, 10)
"""A cut belongs to a number that is spoken from `EARLY` seconds before it to `SOON` seconds after it."""
APART: Final = Fraction(6)
"""Minimum seconds between two impacts."""
COUNTERS: Final = frozenset({"money_counter", "number_card", "tally", "gauge"})
"""Painters whose number rolls to its value."""
ROLLING: Final = Fraction(11, 10)
"""Seconds that such a number takes to roll."""


def designed_cues(shots: Sequence[Shot], words: Sequence[Word]) -> tuple[SoundCue, ...]:
    """Cues for the shots after the first, in order; a shot that opens with a transition gets none here."""
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
    """Whether any of the sorted moments at which a figure is spoken lies close enough to the cut."""
    first = bisect_left(figures, start - EARLY)
    return first < len(figures) and figures[first] < start + SOON
