from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from renderer.compositor.planes import Planes, allocate, rgb_to_planes
from renderer.compositor.transition import TRANSITIONS, painter_of
from renderer.errors import ClipwrightError

WIDTH, HEIGHT = 90, 160


def picture(seed: int) -> Planes:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(40, 220, (8, 5, 3), dtype=np.uint8)
    return rgb_to_planes(np.repeat(np.repeat(blocks, 20, axis=0), 18, axis=1))


def apply(kind: str, target: Planes, *, outgoing: Planes, incoming: Planes, progress: float) -> None:
    """Draw the transition into `target`; progress outside [0, 1] counts as its nearer end."""
    painter_of(kind)(target, outgoing, incoming, min(1.0, max(0.0, progress)))


def drawn(kind: str, progress: float) -> Planes:
    target = allocate(WIDTH, HEIGHT)
    apply(kind, target, outgoing=picture(1), incoming=picture(2), progress=progress)
    return target


def distance(one: Planes, other: Planes) -> float:
    planes = ((one.y, other.y), (one.u, other.u), (one.v, other.v))
    return max(float(np.abs(a.astype(int) - b).mean()) for a, b in planes)


MOVING = sorted(set(TRANSITIONS) - {"cut"})


@pytest.mark.parametrize("kind", MOVING)
def test_it_begins_with_the_old_picture_and_ends_with_the_new(kind: str) -> None:
    assert distance(drawn(kind, 0.0), picture(1)) <= 1
    assert distance(drawn(kind, 1.0), picture(2)) <= 1


@pytest.mark.parametrize("kind", MOVING)
def test_it_goes_on_step_by_step_without_a_jump(kind: str) -> None:
    steps = [drawn(kind, n / 24) for n in range(25)]
    moves = [distance(a, b) for a, b in pairwise(steps)]
    assert all(move > 0 for move in moves[2:-2])
    assert max(moves) < 0.5 * distance(picture(1), picture(2))


@pytest.mark.parametrize("kind", sorted(TRANSITIONS))
def test_luma_stays_in_the_legal_range_and_sources_are_left_alone(kind: str) -> None:
    old, new, target = picture(1), picture(2), allocate(WIDTH, HEIGHT)
    for progress in (-1.0, 0.0, 0.3, 0.5, 0.8, 1.0, 2.0):
        apply(kind, target, outgoing=old, incoming=new, progress=progress)
        assert target.y.min() >= 15
        assert target.y.max() <= 236
    assert distance(old, picture(1)) == distance(new, picture(2)) == 0


def test_a_cut_shows_the_new_picture_at_once() -> None:
    assert distance(drawn("cut", 0.0), picture(2)) == 0


def test_a_wipe_comes_from_the_left() -> None:
    half = drawn("wipe", 0.5)
    assert np.array_equal(half.y[:, :30], picture(2).y[:, :30])
    assert np.array_equal(half.y[:, 62:], picture(1).y[:, 62:])


def test_a_fade_passes_through_black() -> None:
    black = drawn("fade", 0.5)
    assert np.abs(black.y.astype(int) - 16).max() <= 1


def test_a_light_leak_is_brighter_and_warmer_than_the_dissolve_below_it() -> None:
    leak, plain = drawn("light_leak", 0.5), drawn("dissolve", 0.5)
    assert leak.y.mean() > plain.y.mean() + 10
    assert leak.v.mean() > plain.v.mean() + 3
    assert leak.u.mean() < plain.u.mean() - 3


def test_an_unknown_kind_says_which_exist() -> None:
    with pytest.raises(ClipwrightError, match="dissolve") as caught:
        drawn("star_wipe", 0.5)
    assert caught.value.code == "unknown_choice"
