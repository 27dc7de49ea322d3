"""How loud the voice and the music under it are, decided on what was measured of both."""

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
"""Levels in steps are whole tenths of a decibel, which nobody hears."""

_ENDING_RAMP: Final = Fraction(1, 2)
"""Seconds in which the music comes up behind the last word."""


class Levels(Struct, frozen=True, kw_only=True):
    """Gain of the voice in decibels, that of the music over time, and the ducking that it follows."""

    voice_db: float
    bed: GainCurve
    policy: DuckingPolicy


def constant(gain_db: float) -> GainCurve:
    """One gain for the whole sound."""
    return GainCurve(points=(GainPoint(ZERO, gain_db),))


def exact(level_db: float) -> float:
    """A level as it was found."""
    return level_db


def in_steps(level_db: float) -> float:
    """The nearest step: what is a little louder or softer as a whole keeps the level that it had."""
    return round(level_db, STEP_DIGITS)


def levels_of(
    voice: Course,
    music: Course,
    speech: Sequence[TimeRange],
    *,
    last_word: Fraction,
    fitted: Callable[[float], float] = exact,
) -> Levels:
    """The levels at which voice and music meet their targets, each as `fitted` has it.

    `speech` is when somebody speaks, in any order, and `last_word` when that ends, in seconds.
    """
    voice_db = fitted(lift_to(VOICE_LUFS, voice.lufs))
    found = policy_for(voice, music, merged(speech, DuckingPolicy().bridge), voice_db=voice_db)
    policy = replace(found, rest_db=fitted(found.rest_db), duck_db=fitted(found.duck_db))
    ending = fitted(ending_db(music, last_word, rest_db=policy.rest_db))
    bed = duck(speech, policy).ending(last_word + policy.hold, ending, ramp=_ENDING_RAMP)
    return Levels(voice_db=voice_db, bed=bed, policy=policy)
