"""A month's leaf: the ring is on the day's number, under its weekday, and all days before are crossed out."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import CalendarDay, PainterSpec
from renderer.painters.layered_picture import Layer
from tests.support.painted import DURATION, FACTS, filmed, luma_at, scene_of, spec_of

UPRIGHT, WIDE = (270, 480), (480, 270)
WEEK = ("M", "T", "W", "T", "F", "S", "S")

Ink = npt.NDArray[np.bool_]


def leaf(
    day: int,
    *,
    first: int = 1,
    days: int = 30,
    weekdays: tuple[str, ...] = WEEK,
    month: str = "April 1912",
    artwork: tuple[str, ...] = (),
    language: Language = Language.EN,
) -> PainterSpec:
    date = CalendarDay(year=1912, month=month, day=day, days=days, first=first, weekdays=weekdays)
    spec = spec_of("calendar_leaf", artwork=artwork)
    return structs.replace(spec, facts=replace(FACTS, date=date), language=language)


def ink_of(one: PainterSpec, other: PainterSpec, size: tuple[int, int]) -> Ink:
    """What is printed on one sheet and not on the other."""
    sheets = [scene_of(spec, size).base.astype(np.int_) for spec in (one, other)]
    return np.asarray(np.abs(sheets[0] - sheets[1]).max(axis=2) > 40)


def middle(ink: Ink) -> tuple[float, float]:
    rows, columns = np.nonzero(ink)
    assert len(rows) > 5
    return (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2


def shown(layer: Layer, size: tuple[int, int]) -> Ink:
    """Where a layer has ink in the frame, once it is fully drawn."""
    at, (tall, wide) = layer.motion(DURATION), layer.image.shape[:2]
    left, top = round(at.x - layer.anchor[0] * wide), round(at.y - layer.anchor[1] * tall)
    whole = np.zeros((size[1] + 2 * tall, size[0] + 2 * wide), np.bool_)
    whole[top + tall : top + 2 * tall, left + wide : left + 2 * wide] = layer.image[..., 3] > 100
    return whole[tall:-tall, wide:-wide]


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize(
    ("day", "first", "days"), [(1, 0, 30), (2, 6, 28), (15, 1, 30), (29, 4, 29), (30, 6, 30), (31, 6, 31)]
)
def test_the_ring_lies_on_the_number_of_the_day(
    day: int, first: int, days: int, size: tuple[int, int]
) -> None:
    """The number is found as the ink that a month shorter by one day lacks."""
    number = ink_of(leaf(1, first=first, days=day), leaf(1, first=first, days=day - 1), size)
    x, y = middle(number)
    ring = shown(scene_of(leaf(day, first=first, days=days), size).layers[-1], size)
    rows, columns = np.nonzero(ring)
    ring_x, ring_y = (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2
    across, down = np.ptp(columns) / 2, np.ptp(rows) / 2
    assert abs(ring_x - x) < 0.35 * across
    assert abs(ring_y - y) < 0.45 * down
    assert columns.min() < np.nonzero(number)[1].min()
    assert columns.max() > np.nonzero(number)[1].max()


@pytest.mark.parametrize(("day", "first", "column"), [(1, 0, 0), (1, 6, 6), (15, 1, 1), (7, 3, 2)])
def test_the_day_stands_under_its_weekday(day: int, first: int, column: int) -> None:
    named = [*WEEK]
    named[column] = "Q"
    x, y = middle(ink_of(leaf(1), leaf(1, weekdays=tuple(named)), UPRIGHT))
    ring = shown(scene_of(leaf(day, first=first, days=31), UPRIGHT).layers[-1], UPRIGHT)
    rows, columns = np.nonzero(ring)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(x, abs=5)
    assert rows.min() > y


@pytest.mark.parametrize(("day", "first"), [(1, 0), (15, 1), (31, 6)])
def test_an_arabic_week_begins_on_the_right(day: int, first: int) -> None:
    """Days and weekdays are mirrored about the middle of the leaf, and the ring with them."""
    middles = []
    for language in (Language.EN, Language.AR):
        number = ink_of(
            leaf(1, first=first, days=day, language=language),
            leaf(1, first=first, days=day - 1, language=language),
            UPRIGHT,
        )
        ring = np.nonzero(
            shown(scene_of(leaf(day, first=first, days=31, language=language), UPRIGHT).layers[-1], UPRIGHT)
        )
        middles.append(
            (middle(number), ((ring[1].min() + ring[1].max()) / 2, (ring[0].min() + ring[0].max()) / 2))
        )
    for (x, y), (mirrored, same) in zip(*middles, strict=True):
        assert x + mirrored == pytest.approx(UPRIGHT[0], abs=5)
        assert same == pytest.approx(y, abs=3)
    named = ink_of(
        leaf(1, language=Language.AR), leaf(1, weekdays=("Q", *WEEK[1:]), language=Language.AR), UPRIGHT
    )
    assert middle(named)[0] > 0.75 * UPRIGHT[0]


@pytest.mark.parametrize("day", [1, 2, 9, 23, 30])
def test_the_days_before_are_crossed_and_no_others(day: int) -> None:
    *crossings, ring = scene_of(leaf(day), UPRIGHT).layers
    crossed = np.zeros(UPRIGHT[::-1], np.bool_)
    for layer in crossings:
        crossed |= shown(layer, UPRIGHT)
    x0, y0 = middle(ink_of(leaf(1, days=1), leaf(1, days=0), UPRIGHT))
    x1, y1 = middle(ink_of(leaf(1, days=9), leaf(1, days=8), UPRIGHT))
    cell, pitch = x1 - x0, y1 - y0  # from the first to the ninth is one column and one row
    for number in range(1, 31):
        row, column = divmod(number, 7)  # the first is in column one
        x, y = x0 + (column - 1) * cell, y0 + row * pitch
        around = np.s_[round(y - pitch / 4) : round(y + pitch / 4), round(x - cell / 4) : round(x + cell / 4)]
        assert bool(crossed[around].any()) is (number < day), number
    assert shown(ring, UPRIGHT).any()


def test_days_are_crossed_one_after_the_other_and_the_ring_comes_last() -> None:
    picture = filmed(leaf(20), UPRIGHT)
    frames = [luma_at(picture, at, UPRIGHT).astype(np.int_) for at in (0.0, 0.6, 1.2, DURATION)]
    lowest = []
    for before, after in pairwise(frames):
        rows = np.nonzero(np.abs(after - before) > 20)[0]
        lowest.append(float(np.median(rows)))
    assert lowest[0] < lowest[1]
    assert luma_at(picture, DURATION - 0.5, UPRIGHT).astype(np.int_).tolist() == frames[-1].tolist()


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize(
    ("month", "artwork"),
    [("September 1939", ("octopus",)), ("सितंबर 1939", ()), ("سبتمبر 1939", ()), ("1939年9月", ())],
)
def test_the_month_is_written_whole_on_the_leaf(
    month: str, artwork: tuple[str, ...], size: tuple[int, int]
) -> None:
    ink = ink_of(leaf(1, month=month, artwork=artwork), leaf(1, month="·", artwork=artwork), size)
    rows, columns = np.nonzero(ink)
    assert len(rows) > 60
    assert min(rows.min(), columns.min()) > 3
    assert columns.max() < size[0] - 4
    top_day = middle(ink_of(leaf(1, days=1, artwork=artwork), leaf(1, days=0, artwork=artwork), size))[1]
    assert rows.max() < top_day


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
def test_a_month_in_six_weeks_stays_on_the_frame(size: tuple[int, int]) -> None:
    x, y = middle(ink_of(leaf(1, first=6, days=31), leaf(1, first=6, days=30), size))
    assert 0 < x < size[0]
    assert y < 0.97 * size[1]
