from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.audio.mixing.mixdown import curve_samples
from renderer.audio.mixing.under_voice import GONE_DB, ducked, lower_of, without_speech
from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import TimeRange

S = Fraction(1, 100)


@st.composite
def spans(draw: st.DrawFn) -> list[TimeRange]:
    position, found = Fraction(0), []
    for _ in range(draw(st.integers(0, 6))):
        position += draw(st.integers(0, 300)) * S
        lasts = draw(st.integers(5, 300)) * S
        found.append(TimeRange(position, position + lasts))
        position += lasts
    return found


def steepest(curve: GainCurve) -> float:
    """Largest change within 10 ms, in decibels."""
    end = float(curve.points[-1].moment) + 1
    levels = np.array([curve.at(Fraction(step, 100)) for step in range(int(end * 100))])
    return float(np.abs(np.diff(levels)).max(initial=0.0))


@given(spans(), st.floats(0.5, 30))
def test_under_every_word_the_background_is_down_and_never_steps(
    voice: list[TimeRange], depth: float
) -> None:
    curve = ducked(voice, [], depth_db=depth)
    for span in voice:
        for moment in (span.start, (span.start + span.end) / 2, span.end):
            assert curve.at(moment) == pytest.approx(-depth)
    assert steepest(curve) <= 3.0


@given(spans())
def test_it_is_back_half_a_second_after_the_last_word_where_nobody_speaks_again(
    voice: list[TimeRange],
) -> None:
    curve = ducked(voice, [], depth_db=12)
    for number, span in enumerate(voice):
        following = voice[number + 1].start if number + 1 < len(voice) else span.end + 10
        if following - span.end >= Fraction(7, 10):
            assert curve.at(span.end + Fraction(1, 2)) == pytest.approx(0.0, abs=1e-9)


def test_pauses_between_words_stay_down() -> None:
    voice = [TimeRange(Fraction(1), Fraction(2)), TimeRange(Fraction(22, 10), Fraction(3))]
    assert ducked(voice, [], depth_db=12).at(Fraction(21, 10)) == -12


def test_somebody_who_goes_on_in_the_original_stays_down_until_they_stop() -> None:
    voice, original = [TimeRange(Fraction(1), Fraction(2))], [TimeRange(Fraction(1), Fraction(4))]
    curve = ducked(voice, [*original, TimeRange(Fraction(8), Fraction(9))], depth_db=12)
    assert curve.at(Fraction(39, 10)) == -12
    assert curve.at(Fraction(85, 10)) == 0


def test_without_a_depth_or_without_words_nothing_is_touched() -> None:
    assert ducked([TimeRange(Fraction(1), Fraction(2))], [], depth_db=0) == GainCurve()
    assert ducked([], [TimeRange(Fraction(1), Fraction(2))], depth_db=12) == GainCurve()


@given(spans())
def test_taken_out_speech_is_gone_without_a_step(speech: list[TimeRange]) -> None:
    curve = without_speech(speech)
    assert all(curve.at(moment) == GONE_DB for span in speech for moment in (span.start, span.end))
    assert steepest(curve) <= 3.0


@given(spans(), spans())
def test_the_lower_of_two_curves_is_that_at_every_moment(
    one: list[TimeRange], other: list[TimeRange]
) -> None:
    first, second = without_speech(one), ducked(other, [], depth_db=12)
    both = lower_of(first, second)
    for step in range(0, 2000, 7):
        moment = step * S
        assert both.at(moment) == pytest.approx(min(first.at(moment), second.at(moment)), abs=0.01)


def test_a_curve_as_samples_has_no_step() -> None:
    curve = GainCurve(points=(GainPoint(Fraction(1), 0.0), GainPoint(Fraction(2), -30.0)))
    factors = curve_samples(curve, 0, 3 * 48_000)
    assert np.abs(np.diff(factors)).max() < 1e-4
