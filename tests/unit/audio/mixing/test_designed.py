from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from renderer.audio.mixing.designed import APART, ROLLING, designed_cues
from renderer.core.mix import Effect
from renderer.core.picture_spec import PainterSpec
from renderer.core.storyboard import Shot, Transition
from renderer.core.timecode import TimeRange
from renderer.core.words import Word


def shot(start: int, *, painter: str = "smoke", transition: Transition | None = None) -> Shot:
    return Shot(
        span=TimeRange(Fraction(start), Fraction(start + 3)),
        scene="s1",
        picture=PainterSpec(painter=painter, seed=1),
        transition=transition or Transition(),
    )


def word(text: str, at: float) -> Word:
    start = Fraction(at)
    span = TimeRange(start, start + Fraction(1, 4))
    return Word(text=text, span=span, line="l", token=0, confidence=1.0, source="test")


def test_an_impact_falls_on_the_cut_to_a_number_and_not_on_others() -> None:
    shots = [shot(0), shot(3), shot(6), shot(12)]
    cues = designed_cues(shots, [word("1,200", 3.5), word("people", 6.5), word("40%", 14.0)])
    assert [(cue.effect, cue.moment) for cue in cues] == [(Effect.IMPACT, Fraction(3))]
    assert all(cue.gain_db <= -6 for cue in cues)


def test_two_impacts_are_never_near_each_other() -> None:
    shots = [shot(at) for at in range(0, 30, 3)]
    cues = designed_cues(shots, [word("7", at + 0.2) for at in range(0, 30, 3)])
    moments = [cue.moment for cue in cues]
    assert len(moments) > 2
    assert all(later - earlier >= APART for earlier, later in pairwise(moments))


def test_a_rolling_counter_ticks_until_its_number_stands() -> None:
    cues = designed_cues([shot(0), shot(3, painter="money_counter")], [word("$4.2M", 3.2)])
    tick = next(cue for cue in cues if cue.effect is Effect.TICK)
    assert tick.moment - tick.duration == 3
    assert tick.duration == ROLLING


def test_a_shot_with_a_transition_has_its_sound_already() -> None:
    whip = Transition(kind="whip", duration=Fraction(1, 2))
    assert designed_cues([shot(0), shot(3, transition=whip)], [word("1,200", 3.5)]) == ()
