"""What has hardly moved is shown as before, at whatever time, and never off by a visible amount."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.compositor.planes import allocate
from renderer.core.camera import CameraMove, View
from renderer.painters.drawing.motion import breathing, drawing, drifting
from renderer.painters.layered_picture import Layer, Motion, Placement, standing
from renderer.visuals.film.cel import Cel
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.holding import FADE, SHIFT, Held, Moment, held_at
from renderer.visuals.film.layered_film import filmed_layers
from renderer.visuals.grade import Grade

FPS = 30
SECONDS = 4
ALPHA = 120
SIDE = 20


def cel_of(motion: Motion) -> Cel:
    image = np.full((SIDE, SIDE, 4), ALPHA, np.uint8)
    return prepare(Layer(image=image, motion=motion), Grade())


def still_view(_seconds: float) -> View:
    return View()


def moments_of(cels: list[Cel], view: Callable[[float], View] = still_view) -> Callable[[float], Moment]:
    return lambda seconds: (view(seconds), [cel.layer.motion(seconds) for cel in cels])


def shown(cels: list[Cel], view: Callable[[float], View] = still_view) -> list[Moment]:
    """The state of each frame in order, as a film is drawn."""
    at, last = moments_of(cels, view), Held()
    return [held_at(number / FPS, at, cels, last=last) for number in range(SECONDS * FPS)]


def changes(moments: list[Moment]) -> int:
    return sum(one != other for one, other in pairwise(moments))


drifts = st.builds(
    drifting,
    st.floats(0, 100),
    st.floats(0, 100),
    by=st.tuples(st.floats(0, 40), st.floats(0, 40)),
    period=st.floats(1, 9),
    phase=st.floats(0, 1),
)
lights = st.builds(
    breathing,
    st.just(0.0),
    st.just(0.0),
    depth=st.floats(0, 1),
    period=st.floats(0.5, 9),
    phase=st.floats(0, 1),
)


@given(st.lists(drifts | lights, min_size=1, max_size=4))
def test_nothing_is_off_by_more_than_is_allowed(motions: list[Motion]) -> None:
    cels = [cel_of(motion) for motion in motions]
    for number, (_, placements) in enumerate(shown(cels)):
        for cel, placed in zip(cels, placements, strict=True):
            true = cel.layer.motion(number / FPS)
            assert math.hypot(placed.x - true.x, placed.y - true.y) <= SHIFT
            assert abs(placed.opacity - true.opacity) * cel.cover <= FADE + 1e-9


@given(st.lists(drifts | lights, min_size=1, max_size=3), st.lists(st.integers(0, SECONDS * FPS - 1)))
def test_it_does_not_matter_what_was_asked_for_before(motions: list[Motion], numbers: list[int]) -> None:
    cels = [cel_of(motion) for motion in motions]
    in_order, last = shown(cels), Held()
    for number in numbers:
        assert held_at(number / FPS, moments_of(cels), cels, last=last) == in_order[number]


@pytest.mark.parametrize(
    ("motion", "least", "most"),
    [
        (drifting(9, 9, by=(5, 0), period=6.0), 20, 60),  # a sixth of a pixel a frame
        (drifting(9, 9, by=(60, 60), period=4.0), 115, 119),  # three pixels a frame
        (standing(3, 4), 0, 0),
        (drawing(9, 9, start=0, end=SECONDS), 50, 80),
        (lambda seconds: Placement(x=9, y=9, angle=0.4 * seconds), 0, 25),
        (lambda seconds: Placement(x=9, y=9, angle=90 * seconds), 119, 119),
        (lambda seconds: Placement(x=9, y=9, scale=1 + 2 * seconds), 119, 119),
    ],
)
def test_only_what_is_slow_is_held(motion: Motion, least: int, most: int) -> None:
    assert least <= changes(shown([cel_of(motion)])) <= most


def test_one_that_is_fast_takes_all_along() -> None:
    slow, fast = drifting(9, 9, by=(1, 0), period=9.0), drifting(9, 9, by=(90, 90), period=3.0)
    assert changes(shown([cel_of(slow), cel_of(fast)])) == SECONDS * FPS - 1


def test_under_a_camera_that_moves_nothing_is_held() -> None:
    slow = [cel_of(drifting(9, 9, by=(1, 0), period=9.0))]
    assert changes(shown(slow, lambda seconds: View(zoom=1 + 0.001 * seconds))) == SECONDS * FPS - 1


def test_light_is_weighed_by_what_it_covers() -> None:
    swells = breathing(9, 9, depth=0.5, period=4.0)
    strong, weak = (
        cel_of(swells),
        prepare(Layer(image=np.full((4, 4, 4), 9, np.uint8), motion=swells), Grade()),
    )
    assert changes(shown([weak])) < changes(shown([strong])) / 2


def test_moments_between_those_of_thirty_a_second_are_held_no_longer() -> None:
    cels = [cel_of(drifting(9, 9, by=(60, 60), period=4.0))]
    at, last = moments_of(cels), Held()
    moments = [held_at(number / 60, at, cels, last=last) for number in range(SECONDS * 60)]
    assert changes(moments) > 0.95 * SECONDS * 60


def test_a_picture_looks_the_same_while_its_dust_is_held() -> None:
    cels = (cel_of(drifting(9, 9, by=(5, 0), period=6.0)),)
    picture = filmed_layers(allocate(32, 32), cels, move=CameraMove(), size=(32, 32), duration=SECONDS)
    looks = [picture.look(number / FPS) for number in range(SECONDS * FPS)]
    assert looks == shown(list(cels))
