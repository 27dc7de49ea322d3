"""How unlike two marks are: light changes no structure, another picture does, small shifts are allowed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.analysis.likeness import PLAIN, REACH, Unlike, changes, parts, unlike
from tests.support.footage.noted import Mark, blobs, noted, plain


def between(
    one: Mark, other: Mark, *, chroma: tuple[float, float] = (128, 128), reach: int = REACH
) -> Unlike:
    watched = noted([one, other], chroma=chroma)
    return unlike(watched, np.array([0]), np.array([1]), reach=reach)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_picture_has_not_changed(seed: int) -> None:
    found = between(blobs(seed), blobs(seed))
    assert found.change[0] == 0
    assert found.structure[0] == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_another_picture_has_another_structure(seed: int) -> None:
    found = between(blobs(seed), blobs(seed + 100))
    assert found.structure[0] > 0.3
    assert found.change[0] > 10


@given(light=st.floats(-40, 40), contrast=st.floats(0.4, 1.2), seed=st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_more_or_less_light_is_the_same_picture(light: float, contrast: float, seed: int) -> None:
    """As long as levels are rounded but not clipped, a picture keeps its structure in any light."""
    picture = blobs(seed, low=70, high=180)
    other = np.asarray(np.clip(125 + contrast * (picture - 125) + light, 1, 254), np.float64)
    assert between(picture, other).structure[0] < 0.06


def test_light_alone_is_a_change_without_structure() -> None:
    found = between(blobs(1, low=60, high=160), blobs(1, low=110, high=210))
    assert found.change[0] == pytest.approx(50, abs=3)
    assert found.structure[0] < 0.02


def test_a_negative_has_the_most_unlike_structure() -> None:
    picture = blobs(3)
    assert between(picture, 255 - picture, reach=0).structure[0] == pytest.approx(2.0, abs=0.02)


@pytest.mark.parametrize(("down", "right"), [(0, 1), (2, 0), (-2, 2), (1, -2)])
def test_a_shift_within_reach_is_the_same_picture(down: int, right: int) -> None:
    moved = np.roll(blobs(7), (down, right), axis=(0, 1))
    within, short = between(blobs(7), moved), between(blobs(7), moved, reach=0)
    assert within.change[0] == 0
    assert within.structure[0] == pytest.approx(0.0, abs=1e-5)
    assert short.change[0] > 1
    assert short.structure[0] > 0.01


def test_a_shift_beyond_reach_is_not_forgiven() -> None:
    moved = np.roll(blobs(7), 9, axis=1)
    assert between(blobs(7), moved).structure[0] > 0.2


def test_a_plain_picture_and_one_that_shows_something_are_half_way_apart() -> None:
    assert between(plain(90), blobs(2)).structure[0] == 1.0
    assert between(blobs(2), plain(90)).structure[0] == 1.0
    assert between(plain(90), plain(200)).structure[0] == 0.0


@pytest.mark.parametrize(("deviation", "shows"), [(0.6 * PLAIN, False), (2.0 * PLAIN, True)])
def test_what_hardly_spreads_shows_nothing(deviation: float, *, shows: bool) -> None:
    """A chequered mark of a known deviation, compared with a plain one."""
    board = 120 + deviation * (2 * (np.indices((32, 32)).sum(axis=0) % 2) - 1.0)
    assert bool(between(board, plain(120)).structure[0] == 1.0) is shows


def test_colour_counts_as_change() -> None:
    found = between(blobs(4), blobs(4), chroma=(128, 150))
    assert found.change[0] == pytest.approx(22)
    assert found.structure[0] == pytest.approx(0.0, abs=1e-5)


def test_pairs_are_told_in_order_and_none_gives_none() -> None:
    watched = noted([blobs(1), blobs(2), blobs(1), plain(10)])
    first, second = np.array([0, 0, 1]), np.array([2, 1, 3])
    found = unlike(watched, first, second)
    assert found.change.tolist() == changes(watched, first, second).tolist()
    assert found.change[0] == 0 < found.change[1]
    assert found.structure[2] == 1.0
    none = unlike(watched, np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert (len(none.change), len(none.structure)) == (0, 0)


@given(count=st.integers(0, 9000))
@settings(max_examples=30, deadline=None)
def test_stretches_cover_every_pair_once(count: int) -> None:
    seen = np.zeros(count, np.int64)
    for part in parts(count):
        seen[part] += 1
    assert (seen == 1).all()


def test_a_long_row_of_pairs_is_the_same_as_its_pieces() -> None:
    """Pairs are compared in stretches; at their borders no pair is lost or counted twice."""
    rng = np.random.default_rng(4)
    watched = noted([blobs(seed) for seed in range(6)])
    first, second = rng.integers(0, 6, 2060), rng.integers(0, 6, 2060)
    whole = unlike(watched, first, second, reach=0)
    some = [0, 5, 2046, 2047, 2048, 2049, 2059]
    alone = unlike(watched, first[some], second[some], reach=0)
    assert whole.change[some] == pytest.approx(alone.change)
    assert whole.structure[some] == pytest.approx(alone.structure, abs=1e-6)
