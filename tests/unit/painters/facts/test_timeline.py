"""A timeline's marks are in the order and at the distances of their years, each over its label."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import PainterSpec
from renderer.painters.documentary import timeline
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer
from tests.support.painted import DURATION, FACTS, filmed, luma_at, scene_of, spec_of

UPRIGHT, WIDE = (270, 480), (480, 270)
LINE = 0.765
"""Height of the ruler without captions."""


def told(*years: int, language: Language = Language.EN) -> PainterSpec:
    spec = spec_of("timeline", artwork=())
    return structs.replace(spec, facts=replace(FACTS, years=years), language=language)


def rings(spec: PainterSpec, size: tuple[int, int]) -> list[float]:
    """Final places of the marks as fractions of the width, in the order in which they land."""
    on_line = [
        layer
        for layer in scene_of(spec, size).layers
        if _small(layer, size) and abs(layer.motion(60.0).y / size[1] - LINE) < 0.01
    ]
    return [layer.motion(60.0).x / size[0] for layer in on_line]


def _small(layer: Layer, size: tuple[int, int]) -> bool:
    return layer.window == (0, 0) and 4 < layer.image.shape[1] < 0.2 * size[0]


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize(
    "years", [(1914, 1939, 1969), (1800, 1900, 2000), (1900, 1945, 2000), (1969, 1914, 1939)]
)
def test_marks_stand_at_the_distances_of_their_years(years: tuple[int, ...], size: tuple[int, int]) -> None:
    places, told_in_order = rings(told(*years), size), sorted(years)
    span = told_in_order[-1] - told_in_order[0]
    wanted = [(year - told_in_order[0]) / span for year in told_in_order]
    shown = [(place - places[0]) / (places[-1] - places[0]) for place in places]
    assert len(places) == len(years)
    assert shown == pytest.approx(wanted, abs=0.01)


def test_a_year_named_twice_has_one_mark() -> None:
    assert len(rings(told(1914, 1939, 1914), UPRIGHT)) == 2


def test_a_single_year_stands_in_the_middle() -> None:
    assert rings(told(1969), UPRIGHT) == [pytest.approx(0.5)]


YEARS = st.lists(st.integers(1000, 2100), min_size=2, max_size=5, unique=True).map(sorted)


@given(years=YEARS)
@settings(max_examples=50, deadline=None)
def test_places_keep_their_order_their_gap_and_the_sheet(years: list[int]) -> None:
    places = timeline._places(years)
    gaps = [later - before for before, later in pairwise(places)]
    assert min(places) >= 0.14 - 1e-9
    assert max(places) <= 0.86 + 1e-9
    assert min(gaps) >= min(0.16, 0.72 / len(gaps)) - 1e-9


@given(years=YEARS)
@settings(max_examples=50, deadline=None)
def test_places_are_in_proportion_wherever_there_is_room(years: list[int]) -> None:
    span = years[-1] - years[0]
    exact = [0.14 + 0.72 * (year - years[0]) / span for year in years]
    if min(later - before for before, later in pairwise(exact)) >= 0.16:
        assert timeline._places(years) == pytest.approx(exact)


@pytest.mark.parametrize("years", [(1900, 1998, 1999, 2000), (1492, 1914, 1918, 1939, 1945), (1999, 2000)])
def test_labels_of_years_that_crowd_at_the_end_never_touch(years: tuple[int, ...]) -> None:
    """Between the labels of consecutive years there is blank paper."""
    width = 1080
    letters = [lettering(str(year), size=62, face=LetteringFace.SERIF).shape[1] / 2 / width for year in years]
    places = timeline._places(list(years))
    for (one, half), (other, next_half) in pairwise(zip(places, letters, strict=True)):
        assert other - next_half - (one + half) > 0.005


def test_the_labels_are_written_under_their_marks() -> None:
    """Two sheets differ in one year's label only, and the differing ink is right under that year's mark."""
    size = (540, 960)
    one, other = (scene_of(told(1900, year, 2000), size).base.astype(np.int_) for year in (1950, 1951))
    differs = np.abs(one - other).max(axis=2) > 40
    rows, columns = np.nonzero(differs)
    assert len(rows) > 10
    assert rows.min() > LINE * size[1]
    assert columns.mean() / size[0] == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("years", [(1900, 1950, 2000), (1900, 1910, 1975)])
def test_the_red_line_ends_at_the_last_year(years: tuple[int, ...]) -> None:
    """No part of the line is right of the last mark, and at the end the line reaches it."""
    line = scene_of(told(*years), UPRIGHT).layers[0]
    last, place = rings(told(*years), UPRIGHT)[-1], line.motion(DURATION)
    inked = np.flatnonzero((line.image[..., 3] > 128).any(axis=0))
    right = place.x - line.anchor[0] * line.image.shape[1] + inked[-1]
    assert right / UPRIGHT[0] == pytest.approx(last, abs=0.02)
    assert place.reveal == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
def test_in_arabic_time_runs_from_the_right(size: tuple[int, int]) -> None:
    """Marks and line are mirrored; the line is drawn from the right edge."""
    years = (1900, 1910, 1975)
    mirrored = [1 - place for place in rings(told(*years), size)]
    assert rings(told(*years, language=Language.AR), size) == pytest.approx(mirrored, abs=0.01)
    line = scene_of(told(*years, language=Language.AR), size).layers[0]
    inked = np.flatnonzero((line.image[..., 3] > 128).any(axis=0))
    left = line.motion(DURATION).x - line.image.shape[1] / 2
    assert (left + inked[0]) / size[0] == pytest.approx(mirrored[-1], abs=0.03)
    assert (left + inked[-1]) / size[0] > 0.97
    middle = line.reveal[line.reveal.shape[0] // 2].astype(np.int_)
    assert middle[inked[-1] - 2] < 10
    assert middle[inked[0] + 2] > 200


def middle_of_change(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> tuple[float, float]:
    rows, columns = np.nonzero(np.abs(one.astype(np.int_) - other) > 25)
    assert len(rows) > 20
    return float(columns.mean()), float(rows.mean())


def test_the_year_that_rolls_up_is_the_last_of_the_story() -> None:
    """The order of telling does not change the picture; another last year changes it above the line."""
    one, other = (
        luma_at(filmed(told(*years), UPRIGHT), DURATION, UPRIGHT).copy()
        for years in ((1900, 1950), (1950, 1900))
    )
    assert np.array_equal(one, other)
    later = luma_at(filmed(told(1900, 1958), UPRIGHT), DURATION, UPRIGHT)
    above = slice(0, int(0.72 * UPRIGHT[1]))
    x, _ = middle_of_change(one[above], later[above])
    assert x > UPRIGHT[0] / 2  # the last digit
