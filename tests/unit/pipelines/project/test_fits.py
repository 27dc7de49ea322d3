"""What the owner is told of a voiceover's lines: shift, overrun, what is cut, how long anything is heard."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.documents import DubbedLine
from pipelines.project.fits import spoken_voiceover, voiceover_line
from renderer.dubbing.fit import LineWindow, fitted, unhurried
from tests.unit.pipelines.project.values import dub, dubbed, ms, placed

SECOND = 48_000


def lines(windows: list[tuple[int, int]], natural: list[int], *, end_ms: int) -> list[DubbedLine]:
    """Lines as the voiceover places them."""
    asked = [LineWindow(start_ms=start, end_ms=end) for start, end in windows]
    places = fitted(asked, [unhurried(one) for one in natural], end_ms=end_ms)
    return [dubbed((*window, "Yes."), place) for window, place in zip(windows, places, strict=True)]


def test_a_line_that_fits_is_told_as_it_is() -> None:
    fit = voiceover_line(dubbed((1000, 3000, "Yes."), placed(1000, SECOND))).fit
    assert (fit.rate, fit.shift_ms, fit.overrun_ms, fit.cut_ms) == (1.0, 0, 0, 0)
    assert fit.heard
    assert not fit.reworded


def test_a_line_that_ends_with_its_window_does_not_run_over_and_one_sample_more_counts_a_millisecond() -> (
    None
):
    exact = voiceover_line(dubbed((1000, 2000, "Yes."), placed(1000, SECOND)))
    over = voiceover_line(dubbed((1000, 2000, "Yes."), placed(1000, SECOND + 1)))
    assert (exact.fit.overrun_ms, over.fit.overrun_ms) == (0, 1)


def test_a_shift_counts_into_the_overrun_and_a_cut_out_of_it() -> None:
    fit = voiceover_line(dubbed((1000, 2000, "Yes."), placed(1400, SECOND, cut=SECOND // 4))).fit
    assert (fit.shift_ms, fit.cut_ms, fit.overrun_ms) == (400, 250, 150)


def test_a_cut_of_one_sample_is_not_hidden() -> None:
    assert voiceover_line(dubbed((0, 2000, "Yes."), placed(0, SECOND, cut=1))).fit.cut_ms == 1


def test_a_line_that_nobody_hears_has_no_overrun_and_no_time() -> None:
    line = dubbed((1000, 2000, "Yes."), placed(5000, SECOND, cut=SECOND))
    fit = voiceover_line(line).fit
    assert not fit.heard
    assert (fit.overrun_ms, fit.shift_ms, fit.cut_ms) == (0, 4000, 1000)
    assert line.span == ms(5000, 5000)


def test_the_voiceover_lasts_until_the_last_line_that_is_heard() -> None:
    """Three lines in a video of two seconds: the last two get no time and are reported as not heard."""
    spoken = lines([(0, 1000), (1000, 1500), (1500, 2000)], [3 * SECOND, SECOND, SECOND], end_ms=2000)
    told = spoken_voiceover(dub(*spoken))
    assert [line.fit.heard for line in told.lines] == [True, False, False]
    assert told.duration_seconds == 2.0


def test_a_line_with_nothing_to_say_adds_no_time() -> None:
    spoken = lines([(0, 1000), (4000, 5000)], [SECOND // 2, 0], end_ms=9000)
    assert spoken_voiceover(dub(*spoken)).duration_seconds == 0.5


def test_a_long_name_of_an_engine_is_cut_to_what_the_contract_holds() -> None:
    told = spoken_voiceover(dub(dubbed((0, 1000, "Да."), placed(0, SECOND), reworded=True)))
    assert (told.engine, told.lines[0].text, told.lines[0].fit.reworded) == ("espeak 1.52", "Да.", True)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 900), st.integers(1, 3000), st.integers(0, 200_000)), min_size=1),
    st.integers(1, 20_000),
)
def test_sums_hold_for_every_line(drawn: list[tuple[int, int, int]], end_ms: int) -> None:
    """Window, shift and overrun give the moment at which a heard line ends, rounded up to a millisecond."""
    position, windows = 0, []
    for pause, lasts, _ in drawn:
        windows.append((position + pause, position + pause + lasts))
        position += pause + lasts
    spoken = lines(windows, [natural for _, _, natural in drawn], end_ms=end_ms)
    told = spoken_voiceover(dub(*spoken))
    assert told.duration_seconds <= end_ms / 1000
    for made, line in zip(told.lines, spoken, strict=True):
        assert made.fit.heard == (line.span.duration > 0)
        assert made.fit.shift_ms >= 0
        if made.fit.heard:
            last = line.span.end * 1000
            beyond = last - line.end_ms
            assert (made.fit.overrun_ms == 0) if beyond <= 0 else (beyond <= made.fit.overrun_ms < beyond + 1)
            assert round(line.placement.rate, 4) == made.fit.rate
