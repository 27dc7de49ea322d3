"""The one moving thing is followed on motion maps, past a rushing ground, gaps and flicker."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.analysis.motion_maps import MotionMapper
from renderer.analysis.mover import FASTEST, mover_places
from renderer.analysis.watched import MOTION_SHAPE

ROWS, COLUMNS = MOTION_SHAPE
WIDTH, HEIGHT = 320, 180

Maps = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]


def spots(*paths: list[tuple[float, float]], strength: tuple[float, ...] = (60.0,)) -> Maps:
    """Motion maps with a soft spot on each path; places (x, y) are fractions, strengths go by path."""
    rows, columns = np.mgrid[:ROWS, :COLUMNS]
    maps = np.zeros((len(paths[0]), ROWS, COLUMNS))
    for number, path in enumerate(paths):
        for step, (x, y) in enumerate(path):
            far = (columns + 0.5 - x * COLUMNS) ** 2 + (rows + 0.5 - y * ROWS) ** 2
            maps[step] += strength[number % len(strength)] * np.exp(-far / 3.0)
    return maps


def line(start: tuple[float, float], end: tuple[float, float], count: int) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in zip(*map(np.linspace, start, end, [count] * 2), strict=True)]


def off(places: Maps, path: list[tuple[float, float]]) -> float:
    """Largest distance of any place from the path, in cells."""
    apart = (places - np.array(path)) * (COLUMNS, ROWS)
    return float(np.hypot(*apart.T).max())


@given(
    start=st.tuples(st.floats(0.1, 0.9), st.floats(0.15, 0.85)),
    end=st.tuples(st.floats(0.1, 0.9), st.floats(0.15, 0.85)),
    count=st.integers(15, 25),
)
@settings(max_examples=12, deadline=None)
def test_a_single_mover_is_followed_to_less_than_a_cell(
    start: tuple[float, float], end: tuple[float, float], count: int
) -> None:
    path = line(start, end, count)
    assert off(mover_places(spots(path), np.arange(count)), path) < 1.0


def test_of_two_the_one_that_moves_more_is_followed() -> None:
    one, other = line((0.1, 0.5), (0.4, 0.5), 12), line((0.9, 0.2), (0.7, 0.8), 12)
    places = mover_places(spots(one, other, strength=(30.0, 80.0)), np.arange(12))
    assert off(places, other) < 1.0


def test_what_flickers_here_and_there_is_not_followed() -> None:
    """Samples with something stronger, each time elsewhere, cannot pull the path towards it."""
    path, rng = line((0.2, 0.6), (0.6, 0.4), 20), np.random.default_rng(3)
    maps = spots(path)
    for step in (4, 9, 15):
        place = [(float(rng.uniform(0.7, 0.95)), float(rng.uniform(0.1, 0.9)))] * 20
        maps[step] += spots(place, strength=(90.0,))[0]
    assert off(mover_places(maps, np.arange(20)), path) < 1.5


def test_no_step_of_the_way_is_longer_than_it_may_be() -> None:
    """Two spots alternate at opposite ends, and the path cannot jump between them."""
    turns = [(0.1, 0.5) if step % 2 else (0.9, 0.5) for step in range(14)]
    places = mover_places(spots(turns), np.arange(14))
    steps = np.abs(np.diff(places, axis=0)) * (COLUMNS, ROWS)
    assert steps.max() <= 2 * FASTEST + 1  # the path's own step, and the centroid around each end


def test_where_samples_are_missing_the_mover_may_have_gone_farther() -> None:
    numbers = np.array([0, 1, 2, 7, 8, 9])
    path = [(0.15, 0.5), (0.18, 0.5), (0.21, 0.5), (0.55, 0.5), (0.58, 0.5), (0.61, 0.5)]
    assert off(mover_places(spots(path), numbers), path) < 1.0


@pytest.mark.parametrize("count", [1, 2])
def test_the_shortest_row_of_maps_has_places(count: int) -> None:
    path = [(0.3, 0.7)] * count
    places = mover_places(spots(path), np.arange(count))
    assert places.shape == (count, 2)
    assert off(places, path) < 1.0


def test_maps_on_which_nothing_moves_give_places_in_the_picture() -> None:
    places = mover_places(np.zeros((4, ROWS, COLUMNS)), np.arange(4))
    assert np.isfinite(places).all()
    assert ((places >= 0) & (places <= 1)).all()


def ground(seed: int = 1) -> Picture:
    """A soft texture larger than the frame, of which the camera sees parts."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(40, 210, (16, 28))
    rows, columns = np.linspace(0, 14.99, 260), np.linspace(0, 26.99, 440)
    r, c = rows.astype(int), columns.astype(int)
    fr, fc = (rows - r)[:, None], (columns - c)[None, :]
    soft = (
        coarse[np.ix_(r, c)] * (1 - fr) * (1 - fc)
        + coarse[np.ix_(r + 1, c)] * fr * (1 - fc)
        + coarse[np.ix_(r, c + 1)] * (1 - fr) * fc
        + coarse[np.ix_(r + 1, c + 1)] * fr * fc
    )
    return np.asarray(soft, np.uint8)


def seen(at: tuple[int, int] = (0, 0), *, square: tuple[int, int] | None = None, light: int = 0) -> Picture:
    """The camera's picture at a place of the ground, with a bright square on it, in varying light."""
    picture = ground()[at[1] : at[1] + HEIGHT, at[0] : at[0] + WIDTH].astype(np.int_) + light
    if square:
        x, y = square
        picture[y : y + 30, x : x + 30] = 250
    return np.clip(picture, 0, 255).astype(np.uint8)


def moved(*pictures: Picture) -> list[npt.NDArray[np.uint8]]:
    mapper = MotionMapper()
    return [mapper.moved(picture) for picture in pictures]


def test_the_first_picture_and_a_picture_that_stands_still_have_no_motion() -> None:
    first, second = moved(seen(), seen())
    assert first.shape == second.shape == MOTION_SHAPE
    assert not first.any()
    assert not second.any()


def test_what_moved_is_where_it_was_and_where_it_is() -> None:
    found = moved(seen(square=(60, 60)), seen(square=(90, 60)))[1]
    rows, columns = np.nonzero(found > 8)
    assert columns.min() >= 60 / 10 - 1
    assert columns.max() <= 120 / 10 + 1
    assert rows.min() >= 60 / 10 - 1
    assert rows.max() <= 90 / 10 + 1
    assert found.max() > 30


@pytest.mark.parametrize("step", [(6, 0), (0, 5), (9, 4), (20, 0)])
def test_a_camera_that_moves_leaves_nothing(step: tuple[int, int]) -> None:
    still = moved(seen((40, 30)), seen((40 + step[0], 30 + step[1])))[1]
    assert still.mean() < 0.5
    plain = np.abs(seen((40, 30)).astype(int) - seen((40 + step[0], 30 + step[1]))).mean()
    assert plain > 4 * still.mean() + 2


def test_under_a_moving_camera_what_moves_by_itself_is_seen() -> None:
    found = moved(seen((40, 30), square=(200, 90)), seen((48, 30), square=(225, 90)))[1]
    rows, columns = np.unravel_index(int(found.argmax()), found.shape)
    assert abs(columns - 22) <= 4
    assert abs(rows - 10) <= 2
    elsewhere = found[:, :14]
    assert found.max() > 5 * max(float(elsewhere.max()), 1.0)


def test_noise_below_its_limit_is_no_motion() -> None:
    rng = np.random.default_rng(5)
    grainy = [
        np.clip(seen().astype(int) + rng.integers(-6, 7, (HEIGHT, WIDTH)), 0, 255).astype(np.uint8)
        for _ in range(2)
    ]
    assert moved(*grainy)[1].max() <= 1


def test_a_lamp_that_is_switched_on_is_seen_everywhere() -> None:
    found = moved(seen(light=-30), seen(light=20))[1]
    assert (found > 20).mean() > 0.8


@pytest.mark.parametrize("size", [(1920, 1080), (270, 480), (96, 54), (64, 64)])
def test_pictures_of_any_size_are_taken(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(2)
    pictures = [rng.integers(0, 255, (size[1], size[0]), dtype=np.uint8) for _ in range(2)]
    assert moved(*pictures)[1].shape == MOTION_SHAPE
