"""Contrast is measured where words are shown and spoken, and the lowest of each state is reported."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.captions.drawing.overlay import open_captions
from renderer.captions.legibility import WordContrast, word_contrasts
from renderer.captions.style.style_files import load_style
from renderer.compositor.planes import Planes
from renderer.contract.vocabulary import CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange, nearest_frame
from renderer.rendering.caption_contrast import CHECKS, DrawnCaptions, contrast_frames, contrasts_read
from renderer.rendering.caption_readings import UNKEPT
from tests.support.captions import FPS, SMALL, flat, screen, track_of

LONG = " ".join(f"Word{number} follows the other and then it ends." for number in range(24))


def plan_of(track: CaptionTrack, *, frames: int = 0) -> RenderPlan:
    end = track.pages[-1].span.end if track.pages else Fraction(1)
    count = frames or nearest_frame(end, FPS) + 30
    span = TimeRange(Fraction(0), end)
    return RenderPlan(
        width=SMALL.width,
        height=SMALL.height,
        fps=FPS,
        frame_count=count,
        storyboard=Storyboard(
            pack=StylePack.DOCUMENTARY,
            shots=(Shot(span=span, scene="s1", picture=PainterSpec(painter="topographic", seed=1)),),
        ),
        captions=track,
        audio="",
        encoder=EncoderProfile(),
    )


def shown(track: CaptionTrack, grey: int) -> tuple[DrawnCaptions, dict[int, Planes]]:
    """The overlay, and the finished frames that are measured, over a uniform grey."""
    ground = flat((grey, grey, grey))
    view = screen(track, ground)
    frames = contrast_frames(plan_of(track))
    overlay = open_captions(track, width=SMALL.width, height=SMALL.height, fps=FPS)
    return overlay, {frame: view.planes(frame) for frame in frames}


@pytest.mark.parametrize("style", [CaptionStyle.TIKTOK, CaptionStyle.HORMOZI, CaptionStyle.MINIMAL])
def test_every_frame_shows_a_page_that_has_come_in(style: CaptionStyle) -> None:
    track = track_of(style, text=LONG)
    frames = contrast_frames(plan_of(track))
    entering = max((move.seconds for move in load_style(style).enter), default=0.0)
    assert len(track.pages) > CHECKS
    assert len(frames) == CHECKS
    assert list(frames) == sorted(set(frames))
    for frame in frames:
        [page] = [
            page
            for page in track.pages
            if nearest_frame(page.span.start, FPS) <= frame < nearest_frame(page.span.end, FPS)
        ]
        last = nearest_frame(page.span.end, FPS) - 1
        assert frame - nearest_frame(page.span.start, FPS) >= min(entering * FPS, last)


def test_the_pages_are_spread_over_the_whole_video() -> None:
    track = track_of(text=LONG)
    plan = plan_of(track)
    frames = np.array(contrast_frames(plan)) / nearest_frame(track.pages[-1].span.end, FPS)
    assert frames[0] < 0.2
    assert frames[-1] > 0.8
    assert np.diff(frames).max() < 0.35


def test_few_pages_are_each_looked_at_and_none_gives_none() -> None:
    track = track_of(text=LONG)
    three = replace(track, pages=track.pages[:3])
    assert len(contrast_frames(plan_of(three))) == 3
    assert contrast_frames(plan_of(replace(track, pages=()), frames=30)) == ()


def test_frames_beyond_the_end_are_not_asked_for() -> None:
    track = track_of(text=LONG)
    cut = nearest_frame(track.pages[len(track.pages) // 2].span.start, FPS)
    frames = contrast_frames(plan_of(track, frames=cut))
    assert frames
    assert max(frames) < cut


def contrast_by_state(overlay: DrawnCaptions, decoded: Mapping[int, Planes]) -> dict[str, float]:
    return contrasts_read(overlay, tuple(decoded), frames=lambda _: decoded, readings=UNKEPT)


def test_what_is_told_is_the_lowest_of_each_state() -> None:
    track = track_of(CaptionStyle.HORMOZI, text=LONG)
    overlay, decoded = shown(track, 70)
    found = contrast_by_state(overlay, decoded)
    words: list[WordContrast] = []
    for number, frame in decoded.items():
        page = overlay.page_at(number)
        assert page is not None
        words += word_contrasts(frame, *page)
    for state, value in found.items():
        assert value == pytest.approx(min(each.contrast for each in words if each.state == state), abs=0.006)
    assert {"active", "said"} <= set(found)


@pytest.mark.parametrize("language", [Language.EN, Language.AR, Language.JA])
def test_captions_of_ours_read_and_a_picture_without_them_does_not(language: Language) -> None:
    track = track_of(CaptionStyle.TIKTOK, language)
    overlay, decoded = shown(track, 90)
    assert min(contrast_by_state(overlay, decoded).values()) >= 3
    bare = {number: flat((90, 90, 90)) for number in decoded}
    assert max(contrast_by_state(overlay, bare).values()) < 1.1


def test_a_frame_between_pages_says_nothing() -> None:
    track = track_of()
    overlay, _ = shown(track, 90)
    behind = nearest_frame(track.pages[-1].span.end, FPS) + 20
    assert contrast_by_state(overlay, {behind: flat((90, 90, 90))}) == {}
    assert contrast_by_state(overlay, {}) == {}
