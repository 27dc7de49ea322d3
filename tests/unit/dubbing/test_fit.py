from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from renderer.core.timecode import AUDIO_RATE
from renderer.dubbing.fit import (
    BREATH_MS,
    FASTEST,
    SLOWEST,
    LineLength,
    LinePlacement,
    LineWindow,
    fitted,
    unhurried,
)

MS = AUDIO_RATE // 1000


def windows(*edges: tuple[int, int]) -> list[LineWindow]:
    return [LineWindow(start_ms=start, end_ms=end) for start, end in edges]


def seconds(*natural: float) -> list[LineLength]:
    return [unhurried(round(one * AUDIO_RATE)) for one in natural]


@st.composite
def orders(draw: st.DrawFn) -> tuple[list[LineWindow], list[LineLength], int]:
    position = 0
    found, lengths = [], []
    for _ in range(draw(st.integers(0, 12))):
        position += draw(st.integers(0, 2000))
        lasts = draw(st.integers(1, 5000))
        found.append(LineWindow(start_ms=position, end_ms=position + lasts))
        position += lasts
        natural = draw(st.one_of(st.just(0), st.integers(4800, 400_000)))
        recorded = round(natural / draw(st.floats(0.9, 1.4))) if natural else 0
        lengths.append(LineLength(natural=natural, recorded=recorded))
    return found, lengths, draw(st.integers(max(1, position - 3000), position + 4000))


@given(orders())
def test_no_two_lines_sound_together_and_none_after_the_end(
    order: tuple[list[LineWindow], list[LineLength], int],
) -> None:
    found, lengths, end = order
    fits = fitted(found, lengths, end_ms=end)
    heard = [fit for fit in fits if fit.samples > fit.cut]
    for earlier, later in pairwise(heard):
        assert earlier.stop <= later.start_ms * MS
    assert all(fit.stop <= end * MS for fit in heard)


@given(orders())
def test_bounds_hold_and_no_line_begins_before_its_window(
    order: tuple[list[LineWindow], list[LineLength], int],
) -> None:
    found, lengths, end = order
    for fit, window, length in zip(fitted(found, lengths, end_ms=end), found, lengths, strict=True):
        assert fit.start_ms >= window.start_ms
        assert SLOWEST - 1e-3 <= fit.tempo <= FASTEST + 1e-9
        assert 0 <= fit.cut <= fit.samples
        if length.natural == length.recorded:
            assert 1.0 - 1e-3 <= fit.rate <= FASTEST + 1e-9


@given(orders())
def test_what_goes_over_its_window_is_as_fast_as_can_be(
    order: tuple[list[LineWindow], list[LineLength], int],
) -> None:
    found, lengths, end = order
    for fit, window, length in zip(fitted(found, lengths, end_ms=end), found, lengths, strict=True):
        over = fit.start_ms * MS + fit.samples > window.end_ms * MS + 1
        if over and length.natural and length.natural == length.recorded:
            assert fit.rate >= FASTEST - 1e-3


def test_a_line_that_fits_is_left_alone() -> None:
    (fit,) = fitted(windows((1000, 3000)), seconds(1.5), end_ms=10_000)
    assert fit == LinePlacement(start_ms=1000, samples=72_000, tempo=1.0, rate=1.0)


def test_a_line_a_tenth_too_long_is_a_tenth_faster() -> None:
    (fit,) = fitted(windows((0, 2000)), seconds(2.2), end_ms=10_000)
    assert abs(fit.rate - 1.1) < 1e-4
    assert fit.stop <= 2000 * MS


def test_what_is_left_runs_into_the_pause_and_the_next_line_stays() -> None:
    first, second = fitted(windows((0, 2000), (3000, 5000)), seconds(3.0, 1.0), end_ms=9000)
    assert first.rate > FASTEST - 1e-4
    assert 2390 * MS < first.stop <= 2400 * MS
    assert second.start_ms == 3000


def test_without_a_pause_the_next_line_waits_and_hurries() -> None:
    first, second = fitted(windows((0, 2000), (2000, 4000)), seconds(3.0, 1.6), end_ms=9000)
    assert second.start_ms == 2400 + BREATH_MS
    assert second.start_ms * MS >= first.stop
    assert second.stop <= 4000 * MS
    assert second.rate > 1.0


def test_five_hundred_windows_of_80_ms_end_with_the_video() -> None:
    edges = [(80 * number, 80 * number + 80) for number in range(500)]
    fits = fitted(windows(*edges), seconds(*[1.0] * 500), end_ms=40_000)
    heard = [fit for fit in fits if fit.samples > fit.cut]
    assert 40 <= len(heard) <= 48
    assert max(fit.stop for fit in heard) <= 40_000 * MS
    assert sum(fit.cut == fit.samples for fit in fits) == 500 - len(heard)
