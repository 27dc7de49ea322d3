from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.core.ducking import DuckingPolicy, duck, merged, speech_runs
from renderer.core.mix import GainCurve
from renderer.core.timecode import TimeRange
from renderer.core.words import Word

POLICY = DuckingPolicy(rest_db=-3.0, duck_db=-16.0)


def _span(start: int, length: int) -> TimeRange:
    return TimeRange(Fraction(start, 1000), Fraction(start + length, 1000))


spans = st.lists(st.builds(_span, st.integers(0, 60_000), st.integers(0, 5_000)), max_size=40)


def _slopes(curve: GainCurve) -> list[float]:
    return [
        (right.gain_db - left.gain_db) / float(right.moment - left.moment)
        for left, right in itertools.pairwise(curve.points)
    ]


@given(spans)
def test_music_is_down_over_all_speech_and_never_above_rest(speech: list[TimeRange]) -> None:
    curve = duck(speech, POLICY)
    for span in speech:
        if span.duration:
            for part in (Fraction(0), Fraction(1, 3), Fraction(1)):
                assert curve.at(span.start + part * span.duration) == POLICY.duck_db
    assert all(POLICY.duck_db <= point.gain_db <= POLICY.rest_db for point in curve.points)


@given(spans)
def test_points_rise_and_ramps_are_no_steeper_than_the_policy(speech: list[TimeRange]) -> None:
    curve = duck(speech, POLICY)
    moments = [point.moment for point in curve.points]
    assert moments[0] >= 0
    assert all(left < right for left, right in itertools.pairwise(moments))
    depth = POLICY.rest_db - POLICY.duck_db
    for slope in _slopes(curve):
        assert -depth / float(POLICY.attack) - 1e-6 <= slope <= depth / float(POLICY.release) + 1e-6


@given(spans)
def test_music_is_back_within_400_ms_and_only_in_real_pauses(speech: list[TimeRange]) -> None:
    curve = duck(speech, POLICY)
    runs = merged(speech, POLICY.least)
    for run, after in itertools.pairwise([*runs, TimeRange(Fraction(10_000), Fraction(10_001))]):
        back = run.end + Fraction(2, 5)
        if after.start - POLICY.attack >= back:
            assert curve.at(back) == POLICY.rest_db
    ups = sum(slope > 0 for slope in _slopes(curve))
    gaps = [after.start - run.end for run, after in itertools.pairwise(runs)]
    assert ups == sum(gap > POLICY.least for gap in gaps) + bool(runs)


@given(spans, st.integers(0, 900))
def test_the_bed_comes_back_in_proportion_to_the_gap(speech: list[TimeRange], gap: int) -> None:
    first, second = _span(70_000, 800), _span(70_800 + gap, 500)
    curve = duck([*speech, first, second], POLICY)
    highest = max(curve.at(first.end + Fraction(gap * part, 100_000)) for part in range(101))
    depth = POLICY.rest_db - POLICY.duck_db
    wanted = POLICY.duck_db + depth * float(POLICY.filled(Fraction(gap, 1000)))
    assert highest == pytest.approx(wanted, abs=0.6)
    assert POLICY.filled(POLICY.least) == 0
    assert POLICY.filled(POLICY.bridge) == 1


@given(spans, st.integers(0, 100))
def test_no_pumping_in_short_gaps(speech: list[TimeRange], gap: int) -> None:
    first, second = _span(70_000, 800), _span(70_800 + gap, 500)
    curve = duck([*speech, first, second], POLICY)
    middle = first.end + Fraction(gap, 2000)
    assert curve.at(middle) == POLICY.duck_db


@given(spans)
def test_order_and_repetition_of_spans_do_not_matter(speech: list[TimeRange]) -> None:
    assert duck(speech, POLICY) == duck([*reversed(speech), *speech], POLICY)


def test_no_speech_leaves_music_at_rest() -> None:
    assert duck([], POLICY).at(Fraction(3)) == POLICY.rest_db


def test_a_ramp_that_would_begin_before_the_video_is_entered_half_way() -> None:
    curve = duck([_span(100, 1000)], POLICY)
    assert curve.at(Fraction(0)) == pytest.approx(-16.0 + 13.0 * 100 / 180)
    assert curve.points[0].moment == 0
    assert duck([_span(0, 1000)], POLICY).at(Fraction(0)) == POLICY.duck_db


def test_impossible_policies_are_refused() -> None:
    with pytest.raises(ValueError, match="above the rest"):
        DuckingPolicy(rest_db=-10.0, duck_db=-5.0)
    with pytest.raises(ValueError, match="no time"):
        DuckingPolicy(bridge=Fraction(1, 10))
    with pytest.raises(ValueError, match="positive"):
        DuckingPolicy(attack=Fraction(0))
    with pytest.raises(ValueError, match="in part"):
        DuckingPolicy(least=Fraction(1))


def test_words_become_runs() -> None:
    times = [(0, 200), (250, 300), (1500, 100)]
    words = [
        Word(text="a", span=_span(*time), line="l", token=place, confidence=1.0, source="espeak")
        for place, time in enumerate(times)
    ]
    assert speech_runs(words) == (_span(0, 550), _span(1500, 100))


def test_raising_a_curve_moves_every_level() -> None:
    curve = duck([_span(1000, 1000)], POLICY)
    for moment in (Fraction(0), Fraction(9, 10), Fraction(3, 2), Fraction(9)):
        assert curve.raised(4.0).at(moment) == pytest.approx(curve.at(moment) + 4.0)
