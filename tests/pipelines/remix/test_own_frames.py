"""A source's own frames as a clock, and the stretches that captions cover."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from pipelines.project.own_frames import OwnFrames, counted_track, touched_stretches, unbroken
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.timecode import TimeRange, nearest_frame, nearest_frames

FPS = 30


def page(start: float, end: float) -> Page:
    span = TimeRange(Fraction(start).limit_denominator(1000), Fraction(end).limit_denominator(1000))
    return Page(span=span, lines=(CaptionLine(words=(CaptionWord(text="Hi", span=span, index=0),)),))


def track(*pages: Page) -> CaptionTrack:
    return CaptionTrack(
        style=CaptionStyle.TIKTOK,
        position=CaptionPosition.CENTER,
        language=Language.EN,
        safe_area="organic",
        pages=pages,
    )


@given(st.lists(st.integers(5, 60), min_size=2, max_size=80), st.integers(0, 3000))
def test_a_moment_is_counted_to_the_frame_that_shows_nearest_to_it(steps: list[int], at: int) -> None:
    times = tuple(Fraction(tick, 600) for tick in accumulate(steps, initial=0))
    frames, moment = OwnFrames(times=times, borders=(0,), ends=(0,)), Fraction(at, 600)
    number = nearest_frame(frames.counted(moment, FPS), FPS)
    if moment <= times[-1]:
        assert abs(times[number] - moment) == min(abs(one - moment) for one in times)


def test_at_the_plans_own_rate_nothing_moves() -> None:
    frames = OwnFrames(times=tuple(Fraction(n, FPS) for n in range(300)), borders=(0,), ends=(0,))
    given_track = track(page(0.5, 1.25), page(8.0, 12.0))
    assert counted_track(given_track, frames, FPS) == given_track


def test_stretches_begin_late_end_at_borders_and_hold_every_page() -> None:
    frames = OwnFrames(
        times=tuple(Fraction(n, FPS) for n in range(600)),
        borders=tuple(range(0, 600, 60)),
        ends=tuple(range(0, 601, 4)),
    )
    shown = track(page(0.0, 0.5), page(5.9, 6.1), page(6.2, 13.9))
    found = touched_stretches(shown, frames, fps=FPS, shortest=90)
    assert [(one.start, one.stop) for one in found] == [(0, 60), (176, 300), (300, 420)]
    drawn = {number for one in found for number in one}
    assert all(set(nearest_frames(one.span, FPS)) <= drawn for one in shown.pages)


def test_one_decoder_runs_through_each_stretch() -> None:
    frames = OwnFrames(
        times=tuple(Fraction(n, FPS) for n in range(600)),
        borders=tuple(range(0, 600, 60)),
        ends=tuple(range(0, 601, 4)),
    )
    whole = unbroken(frames, [range(60), range(176, 300), range(300, 480)])
    assert whole.borders == (0, 60, 120, 300, 480, 540)
    assert (whole.times, whole.ends) == (frames.times, frames.ends)


def test_a_page_of_no_frame_touches_nothing() -> None:
    frames = OwnFrames(times=tuple(Fraction(n, FPS) for n in range(60)), borders=(0, 30), ends=(0, 30))
    assert not touched_stretches(track(page(0.5, 0.5)), frames, fps=FPS, shortest=90)
