"""The compiled kernels against numpy and against exact maths, wide registers or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels import blending, resampling, shrinking
from renderer.kernels.library import library
from renderer.kernels.places import steps

Plane = npt.NDArray[np.uint8]

Shape = tuple[int, int]

shapes = st.tuples(st.integers(1, 90), st.integers(1, 90))
seeds = st.integers(0, 2**32 - 1)
places = st.floats(-20, 100, allow_nan=False)
scales = st.one_of(st.just(1.0), st.floats(0.01, 3.0), st.sampled_from([0.5, 0.9259, 1.08]))
MODES = ("numpy", "portable", "best")


@contextmanager
def drawn_by(mode: str) -> Iterator[None]:
    """Kernels in numpy, in C for any processor, or in the best C there is."""
    with pytest.MonkeyPatch.context() as patch:
        if mode == "numpy":
            for module in (blending, resampling, shrinking):
                patch.setattr(module, "library", lambda: None)
        compiled = library()
        assert compiled
        compiled.clipwright_portable(int(mode == "portable"))
        try:
            yield
        finally:
            compiled.clipwright_portable(0)


def noise(seed: int, shape: Shape) -> Plane:
    """A view of a larger array: bytes with a few runs of nothing and of all."""
    rng, (rows, columns) = np.random.default_rng(seed), shape
    whole = rng.integers(0, 256, (rows + 3, columns + 40), np.uint8)
    whole[rng.random(whole.shape) < 0.2] = 0
    whole[: rows // 2, : columns // 2] = rng.choice([0, 255])
    return whole[1 : rows + 1, 7 : columns + 7]


def alike(draw: Callable[[Plane], None], ground: Plane) -> Plane:
    """What all modes draw on the ground, nothing around it touched."""
    results = []
    for mode in MODES:
        paper = np.full((ground.shape[0] + 2, ground.shape[1] + 50), 77, np.uint8)
        window = paper[1:-1, 9 : 9 + ground.shape[1]]
        window[:] = ground
        with drawn_by(mode):
            draw(window)
        results.append(window.copy())
        window[:] = 77
        assert (paper == 77).all()
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    return results[0]


def linear(
    source: Plane, shape: tuple[int, int], x: float, y: float, scale: float
) -> npt.NDArray[np.float64]:
    across = x + scale * np.arange(shape[1])
    down = y + scale * np.arange(shape[0])
    columns = np.array([np.interp(across, np.arange(source.shape[1]), row) for row in source])
    return np.array([np.interp(down, np.arange(source.shape[0]), column) for column in columns.T]).T


@settings(max_examples=150, deadline=None)
@given(shapes, shapes, st.tuples(places, places), scales, seeds)
def test_resampling_is_linear_and_the_same_everywhere(
    there: Shape, shape: Shape, corner: tuple[float, float], scale: float, seed: int
) -> None:
    x, y = corner
    source = noise(seed, there)
    drawn = alike(
        lambda target: resampling.resample(target, source, steps(x, scale), steps(y, scale)),
        np.zeros(shape, np.uint8),
    )
    # a 256th of a sample beside its place, across, is up to 255 / 256 of a level
    assert np.abs(drawn - linear(source, shape, x, y, scale)).max() <= 255 / 256 + 0.55


@settings(max_examples=60, deadline=None)
@given(shapes, shapes, scales, seeds)
def test_clamping_keeps_each_sample_within_its_detail(
    there: Shape, shape: Shape, scale: float, seed: int
) -> None:
    source, detail, ground = (
        noise(seed, rows, columns),
        noise(seed + 1, height, width),
        noise(seed + 2, height, width),
    )
    way = steps(scale / 2 - 0.5, scale)
    drawn = alike(lambda target: resampling.clamp(target, detail, source, way, way), ground)
    middle = np.empty_like(ground)
    resampling.resample(middle, source, way, way)
    assert (np.abs(drawn.astype(int) - middle) <= np.maximum(detail, 0)).all()
    near = np.abs(ground.astype(int) - middle) <= detail
    assert np.array_equal(drawn[near], ground[near])


@settings(max_examples=150, deadline=None)
@given(sides, sides, st.one_of(st.just(256), st.integers(0, 256)), st.integers(0, 1), seeds)
def test_blending_is_exact_to_half_a_level(
    height: int,
    width: int,
    opacity: int,
    keeps: int,
    seed: int,
) -> None:
    ground, cover, colour = (noise(seed + number, height, width) for number in range(3))
    drawn = alike(
        lambda target: blending.blend_plane(target, colour, cover, opacity=opacity, keeps=bool(keeps)), ground
    )
    hides = (255 - cover if keeps else cover) / 255.0 * (opacity / 256)
    exact = np.minimum(ground * (1 - hides) + colour * (opacity / 256), 255)
    assert np.abs(drawn - exact).max() <= 0.5 + 1e-9


@settings(max_examples=80, deadline=None)
@given(sides, sides, seeds)
def test_revealing_is_exact_to_half_a_level(height: int, width: int, seed: int) -> None:
    ground, cover, colour, reveal = (noise(seed + number, height, width) for number in range(4))
    table = np.random.default_rng(seed).integers(0, 256, 256, np.uint8)
    drawn = alike(
        lambda target: blending.reveal_plane(target, colour, cover, reveal=reveal, table=table), ground
    )
    visible = (table.astype(int) + (table >> 7))[reveal] / 256
    exact = np.minimum(ground * (1 - cover / 255 * visible) + colour * visible, 255)
    assert np.abs(drawn - exact).max() <= 0.5 + 1e-9


@settings(max_examples=60, deadline=None)
@given(sides, sides, st.integers(1, 30), seeds)
def test_shrinking_is_the_mean_of_boxes(rows: int, columns: int, factor: int, seed: int) -> None:
    source = noise(seed, rows, columns)
    factor = min(factor, rows, columns)
    results = []
    for mode in MODES:
        with drawn_by(mode):
            results.append(shrinking.shrunk(source, factor))
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    corner = source[:factor, :factor].mean()
    assert abs(results[0][0, 0] - corner) <= 0.5


def test_what_stands_on_whole_samples_is_copied() -> None:
    source = noise(3, 60, 80)
    target = np.empty((40, 50), np.uint8)
    resampling.resample(target, source, steps(11.0, 1.0), steps(7.0, 1.0))
    assert np.array_equal(target, source[7:47, 11:61])
