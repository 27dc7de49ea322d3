from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from renderer.captions.drawing.animation import page_pose, typed, word_pose
from renderer.captions.drawing.overlay import KEPT_PAGES, CaptionOverlay, open_captions
from renderer.captions.drawing.page_sprites import PageSprites, Part
from renderer.captions.drawing.page_timing import FLASH_GAP, active_word, flicker_pages
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.style.easing import EASES, Ease, eased
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.core.timecode import TimeRange, nearest_frame, nearest_frames
from tests.support.captions import FPS, SMALL, Screen, screen, slow, track_of, words_of

TEXT = "why has every octopus three blue hearts inside"
CHANGE = 3.0
"""A mean change of a word's luma that the eye notices at once, in levels of 0-255."""


def slow_track(style: CaptionStyle, language: Language = Language.EN) -> CaptionTrack:
    narration, script = slow(language, TEXT)
    return lay_out(
        narration, script, style=style, position=CaptionPosition.CENTER, language=language, frame=SMALL
    )


def band(show: Screen, frame: int, box: tuple[slice, slice]) -> npt.NDArray[np.float64]:
    return show.rgb(frame)[box].astype(np.float64)


@pytest.mark.parametrize("style", CaptionStyle)
def test_the_active_word_shows_on_exactly_its_nearest_frame(style: CaptionStyle) -> None:
    track = slow_track(style)
    show = screen(track)
    letters = lettering(load_style(style), track.language)
    checked = 0
    for page in track.pages:
        geometry = lay_page(page, letters=letters, position=track.position, frame=SMALL, safe_area="organic")
        for placed in geometry.words[1:]:
            onset = nearest_frame(placed.word.span.start, FPS)
            box = placed.box.grown(4, 4)
            cut = (slice(int(box.top), int(box.bottom)), slice(int(box.left), int(box.right)))
            still = np.abs(band(show, onset - 1, cut) - band(show, onset - 2, cut)).mean()
            onset_change = np.abs(band(show, onset, cut) - band(show, onset - 1, cut)).mean()
            assert onset_change > max(CHANGE, 2 * still), (placed.word.text, onset_change, still)
            checked += 1
    assert checked >= 3


@pytest.mark.parametrize("style", CaptionStyle)
def test_what_stands_still_is_what_would_be_drawn_anew(style: CaptionStyle) -> None:
    track = slow_track(style)
    playing, jumping = (open_captions(track, width=406, height=718, fps=FPS) for _ in range(2))
    stop = nearest_frame(track.pages[-1].span.end, FPS)
    for frame in range(0, stop, 2):
        placed = playing.placed_at(frame)
        jumping.placed_at((frame + stop // 2) % stop)
        for one, other in zip(placed, jumping.placed_at(frame), strict=True):
            assert (one.x, one.y, one.opacity) == (other.x, other.y, other.opacity)
            assert np.array_equal(one.sprite.y, other.sprite.y)
            assert np.array_equal(one.sprite.keep, other.sprite.keep)


def test_the_lit_word_is_the_last_that_has_begun() -> None:
    page = slow_track(CaptionStyle.TIKTOK).pages[0]
    starts = [nearest_frame(word.span.start, FPS) for word in words_of(page)]
    for index, start in enumerate(starts):
        assert active_word(page, start, FPS) == index
        assert active_word(page, start - 1, FPS) == index - 1


@pytest.mark.parametrize("style", CaptionStyle)
def test_captions_stand_on_the_frames_of_their_pages_and_nowhere_else(style: CaptionStyle) -> None:
    track = track_of(style)
    overlay = open_captions(track, width=SMALL.width, height=SMALL.height, fps=FPS)
    shown = {frame for page in track.pages for frame in nearest_frames(page.span, FPS)}
    for frame in range(max(shown) + 20):
        assert bool(overlay.placed_at(frame)) == (frame in shown)


@pytest.mark.parametrize("style", CaptionStyle)
def test_the_same_moment_looks_the_same_at_any_frame_rate_and_in_any_order(style: CaptionStyle) -> None:
    track = slow_track(style)
    slow_rate, fast_rate = screen(track, fps=30), screen(track, fps=60)
    for frame in (17, 9, 40, 24, 5):
        one, other = slow_rate.planes(frame), fast_rate.planes(2 * frame)
        assert np.array_equal(one.y, other.y)
        assert np.array_equal(one.u, other.u)


def test_painted_pages_are_dropped_behind_the_playhead() -> None:
    track = track_of(CaptionStyle.NEON_PINK, text=" ".join([TEXT] * 6))
    overlay = open_captions(track, width=SMALL.width, height=SMALL.height, fps=FPS)
    assert isinstance(overlay, CaptionOverlay)
    kept = []
    for page in track.pages:
        overlay.placed_at(nearest_frame(page.span.start, FPS))
        assert len(overlay._painted) <= KEPT_PAGES
        kept.append(overlay.kept_bytes)
    assert len(track.pages) > 3 * KEPT_PAGES
    assert 0 < max(kept[len(kept) // 2 :]) <= 1.5 * max(kept[: len(kept) // 2])


@pytest.mark.parametrize("style", [CaptionStyle.HORMOZI, CaptionStyle.MRBEAST, CaptionStyle.STREAMER])
def test_a_growing_word_does_not_move_its_neighbours(style: CaptionStyle) -> None:
    track = slow_track(style)
    letters = lettering(load_style(style), track.language)
    page = next(page for page in track.pages if len(words_of(page)) > 1)
    geometry = lay_page(page, letters=letters, position=track.position, frame=SMALL, safe_area="organic")
    overlay = open_captions(track, width=SMALL.width, height=SMALL.height, fps=FPS)
    assert isinstance(overlay, CaptionOverlay)
    second = nearest_frame(geometry.words[1].word.span.start, FPS)
    cast = overlay._sprites_of(track.pages.index(page))
    assert isinstance(cast, PageSprites)
    neighbour = cast.painted(Part.SAID, 0)
    for frame in range(second, second + 8):
        placed = [item for item in overlay.placed_at(frame) if item.sprite is neighbour.sprite]
        assert [(item.x, item.y) for item in placed] == [(neighbour.x, neighbour.y)]


def test_every_pair_of_styles_is_visibly_different() -> None:
    stills = {}
    for style in CaptionStyle:
        track = slow_track(style)
        page = next(page for page in track.pages if len(words_of(page)) > 1)
        frame = nearest_frame(words_of(page)[1].span.start, FPS) + 12
        picture = screen(track).rgb(frame)[330:630]
        stills[style] = cv2.resize(picture, (135, 75), interpolation=cv2.INTER_AREA).astype(np.float64)
    for one, other in combinations(CaptionStyle, 2):
        assert np.abs(stills[one] - stills[other]).mean() > CHANGE, (one, other)


@pytest.mark.parametrize("ease", Ease)
def test_easing_starts_at_zero_and_rests_at_one(ease: Ease) -> None:
    assert EASES[ease](0.0) == pytest.approx(0.0, abs=1e-9)
    assert eased(ease, 1.0, 1.0) == 1.0
    assert eased(ease, 0.9999, 1.0) == pytest.approx(1.0, abs=0.01)
    assert max(eased(ease, k / 100, 1.0) for k in range(101)) < 1.15


def test_typing_starts_at_once_and_ends_with_the_word() -> None:
    for duration in (0.1, 0.4, 2.0):
        counts = [typed(6, k * duration / 50, duration) for k in range(51)]
        assert counts[0] == 1
        assert counts[-1] == 6
        assert counts == sorted(counts)


def test_flickers_keep_their_distance() -> None:
    bounds = [Fraction(part, 10) for part in (0, 10, 12, 25, 30, 39, 60, 61)]
    spans = [TimeRange(*pair) for pair in pairwise(bounds)]
    flickering = [span for span, may in zip(spans, flicker_pages(spans), strict=True) if may]
    assert [span.start for span in flickering] == [0, Fraction(12, 10), Fraction(39, 10)]
    assert all(span.duration >= FLASH_GAP for span in flickering)


@pytest.mark.parametrize("style", CaptionStyle)
def test_movements_come_to_rest(style: CaptionStyle) -> None:
    loaded = load_style(style)
    assert page_pose(loaded.enter, 5.0) == page_pose((), 0.0)
    rest = word_pose(loaded.activate, 5.0, may_flicker=True)
    assert rest == word_pose((), 0.0, may_flicker=False)
