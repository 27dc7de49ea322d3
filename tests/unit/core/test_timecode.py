from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.core.timecode import (
    AUDIO_RATE,
    TimeRange,
    first_frame,
    frame_range,
    frame_time,
    milliseconds,
    nearest_frame,
    sample_at,
    sample_time,
)

moments = st.fractions(min_value=0, max_value=3600, max_denominator=48_000)
rates = st.integers(10, 60)


@given(moments, rates)
def test_first_frame_is_never_early_and_less_than_a_frame_late(moment: Fraction, fps: int) -> None:
    shown = frame_time(first_frame(moment, fps), fps)
    assert moment <= shown < moment + Fraction(1, fps)


@given(moments, moments, moments, rates)
def test_adjacent_ranges_share_no_frame_and_leave_none_out(
    a: Fraction, b: Fraction, c: Fraction, fps: int
) -> None:
    start, middle, end = sorted((a, b, c))
    left = frame_range(TimeRange(start, middle), fps)
    right = frame_range(TimeRange(middle, end), fps)
    whole = frame_range(TimeRange(start, end), fps)
    assert [*left, *right] == [*whole]


@given(st.integers(0, 10**9))
def test_sample_times_round_trip(sample: int) -> None:
    assert sample_at(sample_time(sample)) == sample


@given(moments)
def test_sample_at_is_within_half_a_sample(moment: Fraction) -> None:
    assert abs(sample_time(sample_at(moment)) - moment) <= Fraction(1, 2 * AUDIO_RATE)


@pytest.mark.parametrize(
    ("moment", "ms"),
    [
        (Fraction(1, 3), 333),
        (Fraction(2, 3), 667),
        (Fraction(1, 2000), 1),
        (Fraction(1, 200), 5),
        (Fraction(0), 0),
    ],
)
def test_milliseconds_round_halves_up(moment: Fraction, ms: int) -> None:
    assert milliseconds(moment) == ms


def test_a_range_cannot_run_backward() -> None:
    with pytest.raises(ValueError, match="ends before it starts"):
        TimeRange(Fraction(2), Fraction(1))


@given(moments, moments, moments)
def test_contains_is_half_open(a: Fraction, b: Fraction, moment: Fraction) -> None:
    span = TimeRange(min(a, b), max(a, b))
    assert span.contains(moment) == (span.start <= moment < span.end)
    assert not span.contains(span.end)


@given(st.fractions(min_value=0, max_value=100), st.integers(1, 120))
def test_the_nearest_frame_is_half_a_frame_off_at_most(moment: Fraction, fps: int) -> None:
    assert abs(frame_time(nearest_frame(moment, fps), fps) - moment) <= Fraction(1, 2 * fps)
