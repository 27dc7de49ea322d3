"""Camera moves: all stay inside the raster, slides keep their zoom, opposites are opposites."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.core.camera import View
from renderer.visuals.camera.moves import MOVES, SLIDES
from renderer.visuals.film.raster import OVERSAMPLE, raster_side

REACHES = st.floats(0.2, 2.0)
"""The range that style packs may ask for."""
SEEDS = st.integers(0, 2**32 - 1)


def views(name: str, seed: int, reach: float) -> tuple[View, View]:
    return MOVES[name](np.random.Generator(np.random.PCG64(seed)), reach)


@pytest.mark.parametrize("name", MOVES)
@given(seed=SEEDS, reach=REACHES)
def test_a_move_never_leaves_the_raster(name: str, seed: int, reach: float) -> None:
    for view in views(name, seed, reach):
        assert view.zoom >= 1
        half = 0.5 / view.zoom
        assert half - 0.5 <= 1e-9
        assert abs(view.x - 0.5) <= 0.5 - half + 0.021
        assert abs(view.y - 0.5) <= 0.5 - half + 0.071


@pytest.mark.parametrize("name", sorted(SLIDES))
@given(seed=SEEDS, reach=REACHES)
def test_a_slide_keeps_its_zoom_and_goes_through_the_middle(name: str, seed: int, reach: float) -> None:
    start, end = views(name, seed, reach)
    assert start.zoom == end.zoom == OVERSAMPLE
    middle = ((start.x + end.x) / 2, (start.y + end.y) / 2)
    assert middle[0] == pytest.approx(0.5, abs=0.021)
    assert middle[1] == pytest.approx(0.5, abs=0.021)
    assert (start.x, start.y) != (end.x, end.y)


@pytest.mark.parametrize(
    ("one", "other"), [("push_in", "pull_out"), ("pan_right", "pan_left"), ("tilt_up", "tilt_down")]
)
@given(seed=SEEDS, reach=REACHES)
def test_opposites_are_each_other_backwards(one: str, other: str, seed: int, reach: float) -> None:
    assert views(one, seed, reach) == views(other, seed, reach)[::-1]


@given(seed=SEEDS, reach=REACHES)
def test_a_push_gets_nearer_and_farther_reach_gets_nearer_still(seed: int, reach: float) -> None:
    start, end = views("push_in", seed, reach)
    assert end.zoom > start.zoom
    assert views("push_in", seed, reach + 0.1)[1].zoom > end.zoom


def test_holding_is_no_move_and_takes_no_number_of_the_generator() -> None:
    generator = np.random.Generator(np.random.PCG64(1))
    start, end = MOVES["hold"](generator, 1.0)
    assert start == end == View()
    assert generator.random() == np.random.Generator(np.random.PCG64(1)).random()


@given(side=st.integers(2, 8000).map(lambda half: 2 * (half // 2) or 2))
def test_a_raster_is_even_and_holds_the_frame_at_its_zoom(side: int) -> None:
    raster = raster_side(side)
    assert raster % 2 == 0
    assert side * OVERSAMPLE <= raster < side * OVERSAMPLE + 2
