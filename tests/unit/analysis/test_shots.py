"""Borders between shots on composed footage, all of whose borders are known."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from renderer.analysis.shots import shot_borders, shot_ranges
from tests.support.footage.composed_video import Composed, Join, Scene, compose, marked, scene, texture

WIDTH, HEIGHT = 96, 54
SEEDS = range(200, 210)
SHOTS = 10


def composed(seed: int, joins: tuple[Join, ...], *, flashes: int = 3) -> Composed:
    rng = np.random.default_rng(seed)
    scenes = [
        scene(rng, WIDTH, HEIGHT, frames=int(rng.integers(40, 90)), flashes=int(rng.integers(0, flashes)))
        for _ in range(SHOTS)
    ]
    chosen = [(joins[int(rng.integers(len(joins)))], int(rng.integers(8, 28))) for _ in scenes[1:]]
    return compose(scenes, chosen)


def counted(made: Composed) -> Counter[str]:
    """Counts of borders found, of true ones and of right ones: each used once, at most two frames off."""
    found = list(shot_borders(marked(made.frames)))
    count = Counter({"found": len(found)})
    for border in made.borders:
        count["there"] += 1
        hit = next((one for one in found if border.first - 2 <= one <= border.last + 2), None)
        if hit is not None:
            found.remove(hit)
            count["right"] += 1
    return count


@pytest.mark.parametrize(
    ("joins", "recall", "precision"),
    [
        (("cut",), 0.99, 0.97),
        (("cut", "fade", "white fade"), 0.98, 0.95),
        (("dissolve",), 0.95, 0.95),
    ],
    ids=["cuts", "cuts and fades", "dissolves"],
)
def test_borders_are_found_among_flashes_and_moving_cameras(
    joins: tuple[Join, ...], recall: float, precision: float
) -> None:
    count: Counter[str] = Counter()
    for seed in SEEDS:
        count += counted(composed(seed, joins))
    assert count["there"] == len(SEEDS) * (SHOTS - 1)
    assert count["right"] / count["there"] >= recall
    assert count["right"] / count["found"] >= precision


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_a_flash_is_no_cut_and_a_cut_is_on_its_very_frame(frames: int) -> None:
    rng = np.random.default_rng(7)
    first, second = (scene(rng, WIDTH, HEIGHT, frames=60, camera="still") for _ in range(2))
    flashing = Scene(draw=first.draw, frames=60, flashes=((30, frames),))
    assert shot_borders(marked(compose([flashing, second], [("cut", 1)]).frames)) == (60,)


def test_a_flash_that_hides_a_cut_is_one_border() -> None:
    rng = np.random.default_rng(8)
    first = scene(rng, WIDTH, HEIGHT, frames=60, camera="still")
    second = Scene(draw=scene(rng, WIDTH, HEIGHT, frames=60).draw, frames=60, flashes=((0, 2),))
    assert shot_borders(marked(compose([first, second], [("cut", 1)]).frames)) == (60,)


def test_one_take_is_one_shot_however_the_camera_moves() -> None:
    rng = np.random.default_rng(9)
    for camera in ("still", "pan", "zoom", "shake"):
        watched = marked(compose([scene(rng, WIDTH, HEIGHT, frames=150, camera=camera)], []).frames)
        assert shot_ranges(watched) == (range(150),), camera


def test_shots_cover_all_frames_of_the_shortest_videos() -> None:
    picture = texture(np.random.default_rng(1), WIDTH, HEIGHT)
    for count in (1, 2, 3, 7):
        assert shot_ranges(marked([picture] * count)) == (range(count),)
