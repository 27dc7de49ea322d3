"""Faces and text that captions keep clear of, seen through the crops of an export."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.documents import ReframedSource
from pipelines.project.occupied import OccupiedPlaces
from renderer.captions.layout.safe_area import Rect
from renderer.contract.remix.analysis import OccupiedBox
from renderer.contract.vocabulary import StylePack
from renderer.core.captions import Page
from renderer.core.picture_spec import SourceSpec
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from tests.unit.pipelines.project.values import ms

FPS, WIDTH, HEIGHT = 25, 360, 640
LEFT, RIGHT = ((0.0, 0.0, 0.0),), ((0.0, 0.5, 0.0),)
Path = tuple[tuple[float, float, float], ...]


def shot(start: int, end: int, path: Path = LEFT, *, whole: bool = False) -> Shot:
    """A shot, in milliseconds, that shows half of the picture's width, or with `whole` all of it."""
    spec = SourceSpec(
        media="m",
        fps=FPS,
        first=0,
        extent=(1.0, 1.0) if whole else (0.5, 1.0),
        path=path,
        whole=whole,
    )
    return Shot(span=ms(start, end), scene="r0", picture=spec)


def reframed(
    *shots: Shot, cuts: tuple[int, ...] = (), shown: tuple[float, float] = (1.0, 1.0)
) -> ReframedSource:
    return ReframedSource(
        width=WIDTH,
        height=HEIGHT,
        fps=FPS,
        frame_count=250,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=shots),
        cuts=cuts,
        shown=shown,
        untouched=False,
    )


def box(start: int, end: int, *place: float) -> OccupiedBox:
    left, top, width, height = place
    return OccupiedBox(
        start_ms=start, end_ms=end, kind="face", left=left, top=top, width=width, height=height
    )


def seen(source: ReframedSource, found: OccupiedBox, span: TimeRange) -> tuple[Rect, ...]:
    return OccupiedPlaces([found], source).during(span)


def test_a_box_is_where_the_crop_shows_it_in_pixels_of_the_frame() -> None:
    source = reframed(shot(0, 4000, RIGHT))
    assert seen(source, box(0, 4000, 0.75, 0.25, 0.125, 0.5), ms(0, 1000)) == (Rect(180, 160, 270, 480),)


def test_what_the_crop_leaves_out_is_nowhere_and_what_it_cuts_ends_with_the_frame() -> None:
    source = reframed(shot(0, 4000, LEFT))
    assert seen(source, box(0, 4000, 0.6, 0.0, 0.2, 1.0), ms(0, 1000)) == ()
    assert seen(source, box(0, 4000, 0.4, 0.0, 0.4, 0.5), ms(0, 1000)) == (Rect(288, 0, 360, 320),)


def test_a_box_that_only_touches_the_crop_takes_no_place() -> None:
    assert seen(reframed(shot(0, 4000, LEFT)), box(0, 4000, 0.5, 0.0, 0.2, 1.0), ms(0, 1000)) == ()


@pytest.mark.parametrize("span", [ms(0, 1000), ms(2000, 3000), ms(1500, 1500)])
def test_a_box_beside_the_page_in_time_takes_no_place(span: TimeRange) -> None:
    assert seen(reframed(shot(0, 4000)), box(1000, 2000, 0.0, 0.0, 0.2, 0.2), span) == ()


def test_of_a_box_that_shares_one_millisecond_with_the_page_it_keeps_clear() -> None:
    source = reframed(shot(0, 4000))
    assert seen(source, box(999, 2000, 0.0, 0.0, 0.25, 0.25), ms(0, 1000)) == (Rect(0, 0, 180, 160),)


@pytest.mark.parametrize(
    ("found", "span"),
    [
        (box(0, 2000, 0.6, 0.0, 0.2, 0.5), ms(500, 2500)),
        (box(0, 3000, 0.6, 0.0, 0.2, 0.5), ms(500, 2000)),
    ],
)
def test_what_ends_with_a_shot_is_not_seen_through_the_crop_of_the_next(
    found: OccupiedBox, span: TimeRange
) -> None:
    """The face is outside the first crop; page or face ends where the second begins to show its place."""
    source = reframed(shot(0, 2000, LEFT), shot(2000, 4000, RIGHT))
    assert seen(source, found, span) == ()


def test_what_goes_on_over_a_cut_is_seen_through_both_crops() -> None:
    source = reframed(shot(0, 2000, LEFT), shot(2000, 4000, RIGHT))
    found = seen(source, box(0, 4000, 0.375, 0.0, 0.25, 1.0), ms(1000, 3000))
    assert set(found) == {Rect(270, 0, 360, 640), Rect(0, 0, 90, 640)}


def test_along_a_moving_crop_every_look_gives_a_place_the_first_and_the_last_among_them() -> None:
    source = reframed(shot(0, 4000, ((0.0, 0.0, 0.0), (100.0, 0.5, 0.0))))
    found = seen(source, box(0, 4000, 0.5, 0.0, 0.1, 1.0), ms(0, 4000))
    lefts = sorted(round(rect.left) for rect in found)
    assert lefts[0] == 0  # where the crop is by then
    assert lefts[-1] == 288  # the first look after the crop's start, still outside it
    assert len(found) == 5


def test_a_whole_picture_over_its_blurred_copy_is_in_the_middle_of_the_frame() -> None:
    """The picture takes all of the frame's width and half of its height."""
    source = reframed(shot(0, 4000, whole=True), shown=(1.0, 0.5))
    assert seen(source, box(0, 4000, 0.0, 0.0, 1.0, 1.0), ms(0, 1000)) == (Rect(0, 160, 360, 480),)


def test_the_shot_of_a_page_is_that_of_the_frame_nearest_to_its_beginning() -> None:
    places = OccupiedPlaces([], reframed(shot(0, 10_000), cuts=(0, 50, 100)))

    def cut_at(moment: Fraction) -> int:
        return places.cut_of(Page(span=TimeRange(moment, moment + 1), lines=()))

    half = Fraction(1, 2 * FPS)
    assert [cut_at(Fraction(0)), cut_at(Fraction(2)), cut_at(Fraction(9))] == [1, 2, 3]
    assert [cut_at(2 - half), cut_at(2 - half - Fraction(1, 1000))] == [2, 1]


SHARES = st.integers(0, 100).map(lambda share: share / 100)


@settings(max_examples=50, deadline=None)
@given(
    st.tuples(SHARES, SHARES, SHARES, SHARES),
    st.tuples(st.integers(0, 3999), st.integers(1, 4000)),
    st.lists(SHARES, min_size=1, max_size=4),
)
def test_every_place_is_inside_the_frame_and_has_an_area(
    place: tuple[float, ...], when: tuple[int, int], ways: list[float]
) -> None:
    path = tuple((number * 20.0, way / 2, 0.0) for number, way in enumerate(ways))
    source = reframed(shot(0, 2000, path), shot(2000, 9000, path[::-1][:1]))
    for rect in seen(source, box(when[0], sum(when), *place), ms(1000, 3000)):
        assert 0 <= rect.left < rect.right <= WIDTH
        assert 0 <= rect.top < rect.bottom <= HEIGHT
