"""The levels of the voice and of the music under it, decided from measurements of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.audio.instruments.house_level import HOUSE_LUFS
from renderer.audio.mixing.balance import (
    EFFECTS_UNDER_VOICE_LU,
    VOICE_LUFS,
    Course,
    ending_db,
    lift_to,
    policy_for,
)
from renderer.core.ducking import DuckingPolicy, duck, merged
from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import ZERO, TimeRange

EFFECTS_DB: Final = VOICE_LUFS - EFFECTS_UNDER_VOICE_LU - HOUSE_LUFS
"""Gain of effects, which are made at the house level."""

STEP_DIGITS: Final = 1
"""Decimal places of stepped levels: whole tenths of a decibel, an inaudible difference."""

_ENDING_RAMP: Final = Fraction(1, 2)
"""Seconds over which the music's level changes after the last word."""


class Levels(Struct, frozen=True, kw_only=True):
    """Gain of the voice in decibels, gain of the music over time, and the ducking policy behind it."""

    voice_db: float
    bed: GainCurve
    policy: DuckingPolicy


def constant(gain_db: float) -> GainCurve:
    """One gain for the whole sound."""
    return GainCurve(points=(GainPoint(ZERO, gain_db),))


def exact(level_db: float) -> float:
    """Return a level unchanged."""
    return level_db


def in_steps(level_db: float) -> float:
    """Round a level to the nearest step, so that a slightly louder or softer sound keeps the same level."""
    return round(level_db, STEP_DIGITS)


def levels_of(
    voice: Course,
    music: Course,
    speech: Sequence[TimeRange],
    *,
    last_word: Fraction,
    fitted: Callable[[float], float] = exact,
) -> Levels:
    """The levels at which voice and music meet their targets, each passed through `fitted`.

    `speech` is when the narrator speaks, in any order, and `last_word` when the speech ends, in seconds.
    """
    voice_db = fitted(lift_to(VOICE_LUFS, voice.lufs))
    found = policy_for(voice, music, merged(speech, DuckingPolicy().bridge), voice_db=voice_db)
    policy = replace(found, rest_db=fitted(found.rest_db), duck_db=fitted(found.duck_db))
    ending = fitted(ending_db(music, last_word, rest_db=policy.rest_db))
    bed = duck(speech, policy).ending(last_word + policy.hold, ending, ramp=_ENDING_RAMP)
    return Levels(voice_db=voice_db, bed=bed, policy=policy)
