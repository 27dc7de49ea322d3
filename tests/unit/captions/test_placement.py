"""Pages move clear of faces and text in the picture: as little as needed, and together within a shot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.placement import AROUND, STEPS, placed_clear
from renderer.captions.layout.safe_area import Frame, Rect, safe_rect
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import TimeRange
from tests.support.captions import SMALL, track_of

WIDE = Frame(width=960, height=540)
SAFE = safe_rect(SMALL, "organic")
ONE_SHOT: Callable[[Page], int] = lambda _page: 0  # noqa: E731 - a shot number for every page

LOWER = Rect(0, 0.62 * SMALL.height, SMALL.width, 0.80 * SMALL.height)
ALL = Rect(0, 0, SMALL.width, SMALL.height)


def blocks(track: CaptionTrack, frame: Frame = SMALL) -> list[Rect]:
    letters = lettering(load_style(track.style), track.language)
    return [
        lay_page(page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area).block
        for page in track.pages
    ]


def placed(
    track: CaptionTrack,
    *rects: Rect,
    frame: Frame = SMALL,
    shot_of: Callable[[Page], int] = ONE_SHOT,
) -> CaptionTrack:
    return placed_clear(track, frame=frame, occupied=lambda _span: rects, shot_of=shot_of)


def area_shared(one: Rect, other: Rect) -> float:
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, width) * max(0.0, height)


@pytest.fixture(scope="module")
def track() -> CaptionTrack:
    return track_of()


def test_where_nothing_is_in_the_way_nothing_moves(track: CaptionTrack) -> None:
    upper = Rect(0, 0, SMALL.width, 0.3 * SMALL.height)
    for rects in ((), (upper,)):
        assert placed(track, *rects) == track


@pytest.mark.parametrize("position", list(CaptionPosition))
@pytest.mark.parametrize("style", [CaptionStyle.TIKTOK, CaptionStyle.HORMOZI])
@pytest.mark.parametrize("language", [Language.EN, Language.AR, Language.JA])
def test_a_page_leaves_what_it_would_cover_and_stays_where_captions_may_be(
    style: CaptionStyle, language: Language, position: CaptionPosition
) -> None:
    made = track_of(style, language, position=position)
    home = blocks(made)
    middle = (min(block.top for block in home) + max(block.bottom for block in home)) / 2
    face = Rect(0.2 * SMALL.width, middle - 30, 0.8 * SMALL.width, middle + 30)
    assert any(block.overlaps(face) for block in home)
    moved = placed(made, face)
    assert moved.notes == made.notes
    for block in blocks(moved):
        assert not block.overlaps(face)
        assert block.top >= SAFE.top - 1
        assert block.bottom <= SAFE.bottom + 1


def test_pages_of_a_shot_move_together(track: CaptionTrack) -> None:
    shifts = {page.shift for page in placed(track, LOWER).pages}
    assert len(shifts) == 1
    assert shifts != {0.0}


def test_each_shot_moves_by_itself(track: CaptionTrack) -> None:
    assert len(track.pages) >= 2
    last = track.pages[-1].span

    def occupied(span: TimeRange) -> Sequence[Rect]:
        return [LOWER] if span == last else []

    number = {id(page): place for place, page in enumerate(track.pages)}
    moved = placed_clear(track, frame=SMALL, occupied=occupied, shot_of=lambda page: number[id(page)])
    assert [page.shift != 0 for page in moved.pages] == [False] * (len(track.pages) - 1) + [True]


def test_no_smaller_move_would_have_been_enough(track: CaptionTrack) -> None:
    """One step closer to home, a page would cover something or come within the letters' bounce."""
    moved = placed(track, LOWER)
    shift, step = moved.pages[0].shift, SAFE.height / STEPS / SMALL.height
    assert shift < 0
    nearer = replace(track, pages=tuple(replace(page, shift=shift + step) for page in track.pages))
    room = AROUND * SMALL.height
    assert all(area_shared(block.grown(room, room), LOWER) == 0 for block in blocks(moved))
    assert any(area_shared(block.grown(room, room), LOWER) > 0 for block in blocks(nearer))


def test_where_everything_is_taken_it_says_so_for_every_page(track: CaptionTrack) -> None:
    moved = placed(track, ALL)
    assert moved.notes == (
        *track.notes,
        f"captions: {len(track.pages)} pages found no place clear of faces and text",
    )
    for block in blocks(moved):
        assert block.top >= SAFE.top - 1
        assert block.bottom <= SAFE.bottom + 1


def test_with_no_free_place_the_least_is_covered(track: CaptionTrack) -> None:
    """A small face below, a crowd elsewhere: the page stays on the face rather than on the crowd."""
    block = blocks(track)[0]
    small = Rect(block.left, block.top, block.left + 20, block.bottom)
    crowd = Rect(0, 0, SMALL.width, block.top - 30)
    low = Rect(0, block.bottom + 30, SMALL.width, SMALL.height)
    one = replace(track, pages=track.pages[:1])
    assert placed(one, small, crowd, low).pages[0].shift == pytest.approx(0.0, abs=0.03)


def test_pages_that_cannot_move_together_move_alone(track: CaptionTrack) -> None:
    """The first page has to leave one place, the second every other place."""
    first, second = track.pages[0].span, track.pages[1].span
    top = min(block.top for block in blocks(track)[:2]) - 20
    gap = Rect(0, top, SMALL.width, SMALL.height)

    def occupied(span: TimeRange) -> Sequence[Rect]:
        if span == first:
            return [gap]
        return [Rect(0, 0, SMALL.width, top)] if span == second else []

    two = replace(track, pages=track.pages[:2])
    moved = placed_clear(two, frame=SMALL, occupied=occupied, shot_of=ONE_SHOT)
    assert moved.pages[0].shift < 0
    assert moved.pages[1].shift == pytest.approx(0.0, abs=0.02)
    assert moved.notes == two.notes


@given(
    left=st.floats(0, 0.8), top=st.floats(0, 0.9), width=st.floats(0.05, 0.5), height=st.floats(0.02, 0.25)
)
@settings(max_examples=20, deadline=None)
def test_one_thing_of_any_place_and_size_is_always_avoided(
    left: float, top: float, width: float, height: float
) -> None:
    made = replace(TRACK, pages=TRACK.pages[:2])
    thing = Rect(
        left * SMALL.width, top * SMALL.height, (left + width) * SMALL.width, (top + height) * SMALL.height
    )
    moved = placed(made, thing)
    assert moved.notes == made.notes
    assert all(area_shared(block, thing) == 0 for block in blocks(moved))


TRACK = track_of()


def test_a_wide_frame_has_room_beside_what_is_there() -> None:
    made = track_of(frame=WIDE)
    corner = Rect(0, 0.7 * WIDE.height, 0.1 * WIDE.width, WIDE.height)
    assert placed(made, corner, frame=WIDE) == made
    low = Rect(0.3 * WIDE.width, 0.7 * WIDE.height, 0.7 * WIDE.width, WIDE.height)
    assert all(not block.overlaps(low) for block in blocks(placed(made, low, frame=WIDE), WIDE))
