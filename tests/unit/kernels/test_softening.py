"""Softening moves samples towards a blurred copy, the same in C and in numpy."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels import reference, softening
from renderer.kernels.places import steps
from tests.unit.kernels.modes import Plane, Shape, alike_on_surface, noise, noisy_picture

STRENGTH = np.clip(np.arange(256) * 6, 0, 255).astype(np.uint8)
seeds = st.integers(0, 2**32 - 1)


def middle_of(plane: Plane, patch: softening.Patch) -> Plane:
    """The blurred copy at the size of the patch."""
    (left, top), (rows, columns) = patch.corner, patch.detail.shape
    small = reference.shrunk(plane[top : top + rows, left : left + columns], patch.shrink)
    soft = reference.out_of_focus(small, patch.weights, STRENGTH)
    way = steps(0.5 / patch.shrink - 0.5, 1 / patch.shrink)
    return reference.resampled(soft, patch.detail.shape, way, way).astype(np.uint8)


@settings(max_examples=80, deadline=None)
@given(
    st.tuples(st.integers(1, 40), st.integers(1, 40)),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.integers(1, 12),
    st.tuples(st.floats(0.3, 9.0), st.floats(0.3, 5.0)),
    seeds,
)
def test_no_sample_stays_farther_from_the_copy_than_its_detail(
    small: Shape, corner: Shape, shrink: int, sigmas: tuple[float, float], seed: int
) -> None:
    rows, columns = (min(side, 120 // shrink) * shrink for side in small)
    half = max(1, rows // 2 // shrink) * shrink, max(1, columns // 2 // shrink) * shrink
    ground = noisy_picture(seed, (2 * (rows + 20), 2 * (columns + 20)))
    luma = softening.patch(corner, noise(seed + 3, (rows, columns)), shrink=shrink, sigmas=sigmas)
    chroma = softening.patch(corner, noise(seed + 4, half), shrink=shrink, sigmas=sigmas)
    drawn = alike_on_surface(lambda target: softening.soften(target, luma, chroma, STRENGTH), ground)
    for plane, before, patch in zip(drawn, ground, (luma, chroma, chroma), strict=True):
        expected, (left, top) = before.copy(), patch.corner
        here = np.s_[top : top + patch.detail.shape[0], left : left + patch.detail.shape[1]]
        reach, middle = patch.detail.astype(int), middle_of(before, patch).astype(int)
        assert (np.abs(plane[here] - middle) <= reach).all()
        expected[here] = np.clip(before[here], middle - reach, middle + reach)
        assert np.array_equal(plane, expected)


@settings(max_examples=60, deadline=None)
@given(st.tuples(st.integers(1, 90), st.integers(1, 90)), st.integers(1, 30), seeds)
def test_shrinking_is_the_mean_of_boxes(shape: Shape, factor: int, seed: int) -> None:
    source, factor = noise(seed, shape), min(factor, *shape)
    small = reference.shrunk(source, factor)
    assert small.shape == (shape[0] // factor, shape[1] // factor)
    assert abs(small[0, 0] - source[:factor, :factor].mean()) <= 0.5
    assert abs(small[-1, -1] - box_mean(source, small.shape, factor)) <= 0.5


def box_mean(source: Plane, shape: tuple[int, ...], factor: int) -> float:
    top, left = ((side - 1) * factor for side in shape)
    return float(source[top : top + factor, left : left + factor].mean())


@settings(max_examples=60, deadline=None)
@given(st.tuples(st.integers(1, 60), st.integers(1, 60)), st.floats(0.3, 9.0), seeds)
def test_blurring_stays_in_the_range_and_keeps_what_is_even(shape: Shape, sigma: float, seed: int) -> None:
    source, weights = noise(seed, shape), softening.gaussian(sigma)
    soft = reference.blurred(source, weights)
    assert source.min() <= soft.min() <= soft.max() <= source.max()
    assert (reference.blurred(np.full(shape, 93, np.uint8), weights) == 93).all()
    assert int(weights.sum()) == softening.WHOLE


def test_edges_go_and_grain_stays() -> None:
    rng = np.random.default_rng(4)
    ground = noisy_picture(1, (160, 160))
    ground[0][:] = 100 + rng.integers(-2, 3, (160, 160))
    ground[0][:, 80:] += 90
    detail = np.full((120, 120), 4, np.uint8)
    luma = softening.patch((20, 20), detail, shrink=6, sigmas=(4.0, 2.0))
    chroma = softening.patch((10, 10), detail[:60, :60], shrink=3, sigmas=(4.0, 2.0))
    drawn = alike_on_surface(lambda target: softening.soften(target, luma, chroma, STRENGTH), ground)[0]
    steps_across = np.abs(np.diff(drawn[40:120].astype(int), axis=1))
    assert steps_across[:, 78:82].max() < 16
    assert np.abs(np.diff(ground[0][40:120].astype(int), axis=1))[:, 79].min() > 80
    assert drawn[40:120, 25:35].std() > 0.5
