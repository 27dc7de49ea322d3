"""When pages are shown, and what determines their pixels."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from renderer.captions.drawing.page_timing import PageTiming
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionStyle
from renderer.core.captions import CaptionTrack
from renderer.core.timecode import nearest_frames
from tests.support.captions import FPS, track_of

TEXT = " ".join(["why has every octopus three blue hearts inside"] * 4)


def timed(track: CaptionTrack, fps: int = FPS) -> PageTiming:
    return PageTiming(track, fps=fps, style=load_style(track.style))


@pytest.mark.parametrize("fps", [10, 24, 30, 60])
def test_every_frame_belongs_to_the_page_whose_span_holds_it(fps: int) -> None:
    track = track_of(text=TEXT)
    timing = timed(track, fps)
    shown = {
        frame: number for number, page in enumerate(track.pages) for frame in nearest_frames(page.span, fps)
    }
    for frame in range(max(shown) + 30):
        assert timing.page_at(frame) == shown.get(frame)


def test_before_the_first_and_behind_the_last_page_there_is_none() -> None:
    track = track_of(text=TEXT)
    timing = timed(track)
    first = nearest_frames(track.pages[0].span, FPS).start
    last = nearest_frames(track.pages[-1].span, FPS).stop
    assert [timing.page_at(frame) for frame in (-1, first - 1, last, last + 1000)] == [None] * 4
    assert (timing.page_at(first), timing.page_at(last - 1)) == (0, len(track.pages) - 1)


def test_a_track_without_pages_shows_and_decides_nothing() -> None:
    timing = timed(replace(track_of(), pages=()))
    assert timing.page_at(0) is None
    assert timing.content(range(100)) == ()


@pytest.mark.parametrize("style", [CaptionStyle.TIKTOK, CaptionStyle.MINIMAL, CaptionStyle.ELEGANT])
def test_content_names_exactly_the_pages_that_are_seen(style: CaptionStyle) -> None:
    track = track_of(style, text=TEXT)
    timing = timed(track)
    for page in track.pages:
        frames = nearest_frames(page.span, FPS)
        assert len(timing.content(frames)) == 1
        assert len(timing.content(range(frames.start, frames.start))) == 0
    whole = range(nearest_frames(track.pages[-1].span, FPS).stop)
    assert len(timing.content(whole)) == len(track.pages)


def test_content_does_not_know_where_in_the_video_it_stands() -> None:
    track = track_of(CaptionStyle.MINIMAL, text=TEXT)
    later = replace(
        track,
        pages=tuple(
            replace(
                page,
                span=page.span.shifted(Fraction(2)),
                lines=tuple(
                    replace(
                        line,
                        words=tuple(
                            replace(word, span=word.span.shifted(Fraction(2))) for word in line.words
                        ),
                    )
                    for line in page.lines
                ),
            )
            for page in track.pages
        ),
    )
    frames = nearest_frames(track.pages[1].span, FPS)
    moved = range(frames.start + 2 * FPS, frames.stop + 2 * FPS)
    assert timed(track).content(frames) == timed(later).content(moved)


def test_another_word_or_another_moment_is_another_content() -> None:
    track = track_of(text=TEXT)
    page = track.pages[0]
    frames = nearest_frames(page.span, FPS)
    word = page.lines[0].words[0]
    changes = (replace(word, text="other"), replace(word, span=replace(word.span, end=word.span.start)))
    for changed in changes:
        line = replace(page.lines[0], words=(changed, *page.lines[0].words[1:]))
        other = replace(track, pages=(replace(page, lines=(line, *page.lines[1:])), *track.pages[1:]))
        assert timed(track).content(frames) != timed(other).content(frames)


def test_power_words_are_counted_before_each_page() -> None:
    style = next(style for style in CaptionStyle if load_style(style).power.kinds)
    track = track_of(style, text="it cost $5 and 90 percent of 400 people paid $7 for it")
    timing = timed(track)
    assert timing.powers[0] == 0
    assert timing.powers == sorted(timing.powers)
    assert len(timing.powers) == len(track.pages) + 1
