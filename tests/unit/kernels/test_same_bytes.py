"""The compiled kernels against numpy and against exact maths, wide registers or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels import blending, blurring, drawing, resampling, shrinking
from renderer.kernels.drawing import drawn_planes
from renderer.kernels.library import library
from renderer.kernels.places import steps

Plane = npt.NDArray[np.uint8]
Shape = tuple[int, int]

shapes = st.tuples(st.integers(1, 90), st.integers(1, 90))
corners = st.tuples(st.floats(-20, 100), st.floats(-20, 100))
seeds = st.integers(0, 2**32 - 1)
scales = st.one_of(st.just(1.0), st.floats(0.01, 3.0), st.sampled_from([0.5, 0.9259, 1.08]))
opacities = st.one_of(st.just(256), st.integers(0, 256))
WAY = steps(0.0, 1.0)
MODES = ("numpy", "portable", "best")


@contextmanager
def drawn_by(mode: str) -> Iterator[None]:
    """Kernels in numpy, in C for any processor, or in the best C there is."""
    with pytest.MonkeyPatch.context() as patch:
        if mode == "numpy":
            for module in (blending, blurring, drawing, resampling, shrinking):
                patch.setattr(module, "library", lambda: None)
        compiled = library()
        assert compiled
        compiled.clipwright_portable(int(mode == "portable"))
        try:
            yield
        finally:
            compiled.clipwright_portable(0)


def noise(seed: int, shape: Shape) -> Plane:
    """A view of a larger array: bytes, and among them nothing and all."""
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


def linear(source: Plane, shape: Shape, corner: tuple[float, float], scale: float) -> npt.NDArray[np.float64]:
    across, down = (corner[way] + scale * np.arange(shape[1 - way]) for way in (0, 1))
    columns = np.array([np.interp(across, np.arange(source.shape[1]), row) for row in source])
    return np.array([np.interp(down, np.arange(source.shape[0]), column) for column in columns.T]).T


@settings(max_examples=150, deadline=None)
@given(shapes, shapes, corners, scales, seeds)
def test_resampling_is_linear_and_the_same_everywhere(
    there: Shape, shape: Shape, corner: tuple[float, float], scale: float, seed: int
) -> None:
    source = noise(seed, there)
    across, down = (steps(at, scale) for at in corner)
    drawn = alike(lambda target: resampling.resample(target, source, across, down), np.zeros(shape, np.uint8))
    # a 256th of a sample beside its place, across, is up to 255 / 256 of a level
    assert np.abs(drawn - linear(source, shape, corner, scale)).max() <= 255 / 256 + 0.55


@settings(max_examples=60, deadline=None)
@given(shapes, shapes, scales, seeds)
def test_clamping_keeps_each_sample_within_its_detail(
    there: Shape, shape: Shape, scale: float, seed: int
) -> None:
    source, detail, ground = noise(seed, there), noise(seed + 1, shape), noise(seed + 2, shape)
    way = steps(scale / 2 - 0.5, scale)
    drawn = alike(lambda target: resampling.clamp(target, detail, source, way, way), ground)
    middle = np.empty_like(ground)
    resampling.resample(middle, source, way, way)
    assert (np.abs(drawn.astype(int) - middle) <= detail).all()
    near = np.abs(ground.astype(int) - middle) <= detail
    assert np.array_equal(drawn[near], ground[near])


@settings(max_examples=150, deadline=None)
@given(shapes, opacities, st.sampled_from([0, 255]), seeds)
def test_blending_is_exact_to_half_a_level(shape: Shape, opacity: int, flip: int, seed: int) -> None:
    ground, cover, colour = (noise(seed + number, shape) for number in range(3))
    drawn = alike(
        lambda target: blending.blend_plane(target, colour, cover, opacity=opacity, keeps=flip > 0), ground
    )
    assert np.abs(drawn - blended(ground, colour, cover ^ np.uint8(flip), opacity / 256)).max() <= 0.5 + 1e-9


def blended(
    ground: Plane, colour: Plane, cover: Plane, visible: float | npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    exact = np.minimum(ground * (1 - cover / 255 * visible) + colour * visible, 255)
    return np.where(cover > 0, exact, ground)


@settings(max_examples=80, deadline=None)
@given(shapes, seeds, st.sampled_from(["steep", "any"]))
def test_revealing_is_exact_to_half_a_level(shape: Shape, seed: int, kind: str) -> None:
    ground, cover, colour, shown = (noise(seed + number, shape) for number in range(4))
    table = np.random.default_rng(seed).integers(0, 256, 256, np.uint8)
    if kind == "steep":
        table = np.where(np.arange(256) < 99, 255, 0).astype(np.uint8)
    planes = drawn_planes((colour,), cover, shown)
    drawn = alike(lambda target: drawing.draw_resampled((target,), planes, (WAY, WAY), table=table), ground)
    visible = (table.astype(int) + (table >> 7))[shown] / 256
    assert np.abs(drawn - blended(ground, colour, cover, visible)).max() <= 0.5 + 1e-9


@settings(max_examples=120, deadline=None)
@given(
    st.tuples(shapes, shapes),
    corners,
    opacities,
    st.sampled_from(["between", "down only", "across only", "whole", "smaller"]),
    seeds,
)
def test_drawing_is_resampling_and_then_blending(
    sizes: tuple[Shape, Shape], corner: tuple[float, float], opacity: int, where: str, seed: int
) -> None:
    (there, shape), (x, y) = sizes, corner
    ways = (
        steps(round(x) if where in {"down only", "whole"} else x, 0.9 if where == "smaller" else 1.0),
        steps(round(y) if where in {"across only", "whole"} else y, 0.9 if where == "smaller" else 1.0),
    )
    colours, cover = (noise(seed, there), noise(seed + 1, there)), noise(seed + 2, there)
    ground, other = noise(seed + 3, shape), noise(seed + 4, shape)
    planes = drawn_planes(colours, cover)

    def expected(number: int, under: Plane) -> Plane:
        at = [np.empty(shape, np.uint8) for _ in range(2)]
        for target, plane in zip(at, (colours[number], cover), strict=True):
            resampling.resample(target, plane, *ways)
        result = under.copy()
        blending.blend_plane(result, *at, opacity=opacity)
        return result

    def draw(target: Plane) -> None:
        second = other.copy()
        drawing.draw_resampled((target, second), planes, ways, opacity=opacity)
        assert np.array_equal(second, expected(1, other))

    assert np.array_equal(alike(draw, ground), expected(0, ground))


@settings(max_examples=60, deadline=None)
@given(shapes, st.integers(1, 30), seeds)
def test_shrinking_is_the_mean_of_boxes(shape: Shape, factor: int, seed: int) -> None:
    source, factor = noise(seed, shape), min(factor, *shape)
    results = []
    for mode in MODES:
        with drawn_by(mode):
            results.append(shrinking.shrunk(source, factor))
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    assert abs(results[0][0, 0] - source[:factor, :factor].mean()) <= 0.5


@settings(max_examples=60, deadline=None)
@given(shapes, st.floats(0.3, 9.0), seeds)
def test_blurring_is_the_same_everywhere_and_keeps_the_mean(shape: Shape, sigma: float, seed: int) -> None:
    source = noise(seed, shape)
    results = []
    for mode in MODES:
        with drawn_by(mode):
            results.append(blurring.blurred(source, sigma))
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
    assert source.min() <= results[0].min() <= results[0].max() <= source.max()


def test_what_stands_on_whole_samples_is_copied() -> None:
    source, target = noise(3, (60, 80)), np.empty((40, 50), np.uint8)
    resampling.resample(target, source, steps(11.0, 1.0), steps(7.0, 1.0))
    assert np.array_equal(target, source[7:47, 11:61])


PLANE = np.zeros((20, 30), np.uint8)
READ_ONLY = np.broadcast_to(np.uint8(3), (20, 30))


@pytest.mark.parametrize(
    "target",
    [READ_ONLY, PLANE[:, ::2], PLANE.T, PLANE[:0], PLANE[0], PLANE.astype(np.int8), PLANE[1:]],
    ids=["read-only", "every second", "turned", "empty", "a row", "signed", "what is read"],
)
def test_what_cannot_be_written_is_refused(target: npt.NDArray[np.uint8]) -> None:
    draws: list[Callable[[], None]] = [
        lambda: resampling.resample(target, PLANE, WAY, WAY),
        lambda: blending.blend_plane(target, PLANE, PLANE),
        lambda: drawing.draw_resampled((target,), drawn_planes((PLANE,), PLANE), (WAY, WAY)),
    ]
    for draw in draws:
        with pytest.raises(ValueError, match=r"plane|written"):
            draw()


def test_what_would_be_read_outside_is_refused() -> None:
    target, small = np.empty((20, 30), np.uint8), PLANE[:19]
    for draw in (
        lambda: blending.blend_plane(target, small, PLANE),
        lambda: blending.blend_plane(target, PLANE, PLANE, opacity=257),
        lambda: resampling.clamp(target, small, PLANE, WAY, WAY),
        lambda: resampling.resample(target, PLANE, steps(2.0**30, 1.0), WAY),
        lambda: resampling.resample(target, PLANE, steps(0.0, -1.0), WAY),
        lambda: drawn_planes((small,), PLANE),
        lambda: drawing.draw_resampled((target, target[:5]), drawn_planes((PLANE, PLANE), PLANE), (WAY, WAY)),
        lambda: drawing.draw_resampled((target, target), drawn_planes((PLANE, PLANE), PLANE), (WAY, WAY)),
        lambda: drawing.draw_resampled((target,), drawn_planes((PLANE,), PLANE), (WAY, WAY), table=PLANE[0]),
        lambda: shrinking.shrunk(PLANE, 21),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
            draw()
