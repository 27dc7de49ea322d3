"""The compiled kernels for colours compared with numpy and exact maths, with wide registers and without."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels import dithering, grading, painting, premultiplying, turning
from renderer.kernels.library import library
from renderer.kernels.premultiplying import GAIN, LEVEL, MATRIX, LayerTables

Bytes = npt.NDArray[np.uint8]
Shape = tuple[int, int]

MODULES = (dithering, grading, painting, premultiplying, turning)
MODES = ("numpy", "portable", "best")
shapes = st.tuples(st.integers(1, 150), st.integers(1, 150))
seeds = st.integers(0, 2**32 - 1)
WEIGHTS = np.array([0.2126, 0.7152, 0.0722])


@contextmanager
def made_by(mode: str) -> Iterator[None]:
    """Run kernels in numpy, in C for any processor, or in the fastest C available."""
    with pytest.MonkeyPatch.context() as patch:
        if mode == "numpy":
            for module in MODULES:
                patch.setattr(module, "library", lambda: None)
        compiled = library()
        assert compiled
        compiled.clipwright_portable(int(mode == "portable"))
        try:
            yield
        finally:
            compiled.clipwright_portable(0)


Made = tuple[npt.NDArray[Any], ...]


def alike(make: Callable[[], Made]) -> Made:
    """What all modes make, the same in each."""
    results = []
    for mode in MODES:
        with made_by(mode):
            results.append(make())
    for other in results[1:]:
        assert all(np.array_equal(one, same) for one, same in zip(results[0], other, strict=True))
    return results[0]


def picture(seed: int, shape: Shape, channels: int) -> Bytes:
    """A view of a larger array."""
    whole = np.random.default_rng(seed).integers(0, 256, (shape[0] + 3, shape[1] + 9, channels), np.uint8)
    return whole[1 : shape[0] + 1, 4 : shape[1] + 4]


def mask(seed: int, shape: Shape) -> Bytes:
    """Random weights, with stretches of 0 and of 255 among them."""
    weights = picture(seed, shape, 1)[..., 0]
    weights[: shape[0] // 2] = 0
    weights[: shape[0] // 4, : shape[1] // 2] = 255
    return weights


@settings(max_examples=100, deadline=None)
@given(shapes, st.one_of(st.just(256), st.integers(0, 256)), st.booleans(), seeds)
def test_covering_is_exact_to_a_level(shape: Shape, strength: int, plain: bool, seed: int) -> None:  # noqa: FBT001 - a strategy's value
    ground, weights = picture(seed, shape, 3), mask(seed + 1, shape)
    paint = (9, 250, 128) if plain else picture(seed + 2, shape, 3)

    def covered() -> tuple[Bytes]:
        canvas = np.full((shape[0] + 2, shape[1] + 2, 3), 77, np.uint8)
        part = canvas[1:-1, 1:-1]
        part[:] = ground
        painting.cover(part, weights, paint, strength=strength)
        done = part.copy()
        part[:] = 77
        assert (canvas == 77).all()
        return (done,)

    (found,) = alike(covered)
    share = weights[..., None] / 255 * strength / 256
    exact = ground * (1 - share) + np.array(paint) * share
    assert np.abs(found.astype(np.float64) - exact).max() <= 1.01 if strength < 256 else 0.51


@settings(max_examples=60, deadline=None)
@given(shapes, st.integers(0, 600), seeds)
def test_light_is_added_and_clipped(shape: Shape, strength: int, seed: int) -> None:
    ground, weights, paint = picture(seed, shape, 3), mask(seed + 1, shape), picture(seed + 2, shape, 3)

    def lit() -> tuple[Bytes]:
        done = ground.copy()
        painting.add_light(done, weights, paint, strength=strength)
        return (done,)

    (found,) = alike(lit)
    exact = np.minimum(ground + paint * (weights[..., None] / 255 * strength / 256), 255)
    assert np.abs(found.astype(np.float64) - exact).max() <= 0.5 + 0.5 * max(strength / 256, 1)


@settings(max_examples=60, deadline=None)
@given(shapes, st.integers(0, 1), st.integers(0, 1), seeds)
def test_doubling_is_linear_and_keeps_the_mean(shape: Shape, over: int, beyond: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    ground = rng.uniform(-0.2, 1.2, (*shape, 3)).astype(np.float32)
    noise = dithering.strewn(rng.integers(-300, 301, (32, 32)).astype(np.int16))
    strength = int(rng.integers(0, 60))
    size = 2 * shape[1] - over, 2 * shape[0] - beyond
    row, column = corner = int(rng.integers(0, 200)), int(rng.integers(0, 200))
    (found,) = alike(lambda: (dithering.doubled(ground, size, noise, corner=corner, strength=strength),))
    places = [np.clip((np.arange(2 * side) + 0.5) / 2 - 0.5, 0, side - 1) for side in shape]
    levels = np.clip(ground, 0, 1).astype(np.float64) * 255
    for axis, at in enumerate(places):
        low = np.floor(at).astype(int)
        part = (at - low).reshape([-1 if way == axis else 1 for way in range(3)])
        above = levels.take(np.minimum(low + 1, shape[axis] - 1), axis)
        levels = levels.take(low, axis) * (1 - part) + above * part
    rows, columns = ((first + np.arange(count)) % 32 for first, count in ((row, size[1]), (column, size[0])))
    strewn = noise[rows[:, None], columns[None, :] % 2, columns[None, :] // 2] / 128 * strength / 16
    exact = np.clip(levels[: size[1], : size[0]] + strewn, 0, 255)
    assert np.abs(found - exact).max() <= 0.5 + 0.06


@settings(max_examples=60, deadline=None)
@given(st.tuples(st.integers(1, 60), st.integers(1, 60)), seeds)
def test_grading_adds_up_shares_shades_and_dust(half: Shape, seed: int) -> None:
    rng, shape = np.random.default_rng(seed), (2 * half[0], 2 * half[1])
    image = picture(seed, shape, 3)
    levels = rng.uniform(-50, 50, (3, 256, 3))
    dust = (rng.integers(2048, 2177, (32, 32)), rng.integers(16384, 16513, (32, 32)))
    tables = grading.grading_tables(levels, (dust[0].astype(np.int16), dust[1].astype(np.int16)))
    shade = rng.integers(0, 32768, half).astype(np.uint16)
    corners = tuple((int(row), int(column)) for row, column in rng.integers(0, 99, (3, 2)))

    def planes() -> tuple[Bytes, Bytes, Bytes]:
        made = np.empty(shape, np.uint8), np.empty(half, np.uint8), np.empty(half, np.uint8)
        grading.grade(made, image, tables, shade=shade, corners=corners)
        return made

    luma, blue, red = alike(planes)
    sums = sum(levels[channel][image[..., channel]] for channel in range(3))
    shades = shade / 32768
    exact = np.clip(sums[..., 0] * shades.repeat(2, axis=0).repeat(2, axis=1) + 16, 16, 235)
    assert np.abs(luma - exact).max() <= 1.1
    means = sums[..., 1:].reshape(half[0], 2, half[1], 2, 2).mean(axis=(1, 3)) * shades[..., None] + 128
    for plane, wanted in ((blue, means[..., 0]), (red, means[..., 1])):
        assert np.abs(plane - np.clip(wanted, 16, 240)).max() <= 1.1


@settings(max_examples=80, deadline=None)
@given(shapes, st.booleans(), seeds)
def test_layers_are_graded_and_premultiplied(shape: Shape, light: bool, seed: int) -> None:  # noqa: FBT001 - a strategy's value
    rng = np.random.default_rng(seed)
    image = picture(seed, shape, 4)
    image[rng.random(shape) < 0.4] = 0
    image[: shape[0] // 3] = 0
    matrix = np.eye(3) + rng.uniform(-0.2, 0.2, (3, 3))
    gains = np.array([WEIGHTS * 219 / 255, [-0.1, -0.34, 0.44], [0.44, -0.4, -0.04], WEIGHTS])
    tables = LayerTables(
        tone=(np.arange(256) * LEVEL).astype(np.int16),
        matrix=np.rint(matrix * MATRIX).astype(np.int16),
        gains=np.rint(gains * GAIN).astype(np.int16),
        zero=0 if light else 16 * LEVEL,
        light=light,
    )
    luma, chroma = alike(lambda: premultiplying.premultiplied(image, tables, margin=2))
    assert luma.shape == (*(side + side % 2 + 4 for side in shape), 4)
    assert not luma[:2].any()
    assert not luma[:, -2:].any()
    colours, alpha = image[..., :3].astype(np.float64), image[..., 3].astype(np.float64)
    if light:
        peak = image[..., :3].max(axis=-1).astype(np.float64)
        colours, alpha = colours * (255 / np.maximum(peak, 1))[..., None], alpha * peak / 255
    graded = np.clip(colours @ matrix.T, 0, 255)
    exact = (graded @ gains[0] + (0 if light else 16)) * alpha / 255
    inner = luma[2 : shape[0] + 2, 2 : shape[1] + 2]
    assert np.abs(inner[..., 0] - exact).max() <= 1.6
    assert np.abs(inner[..., 1] - (graded @ WEIGHTS * alpha / 255 if light else alpha)).max() <= 1.6
    even = np.zeros((*(side + side % 2 for side in shape), 4))
    even[: shape[0], : shape[1]] = np.dstack([graded * alpha[..., None] / 255, alpha])
    means = even.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2, 4).mean(axis=(1, 3))
    for channel in (0, 1):
        wanted = means[..., :3] @ gains[channel + 1] + 128 * means[..., 3] / 255
        assert np.abs(chroma[1:-1, 1:-1, channel] - np.clip(wanted, 0, 255)).max() <= 1.6


@settings(max_examples=60, deadline=None)
@given(shapes, shapes, st.floats(-180, 180), seeds)
def test_turning_is_linear_and_shows_nothing_beyond(
    there: Shape, shape: Shape, degrees: float, seed: int
) -> None:
    source, alpha = picture(seed, there, 3), mask(seed, there)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    across, down = (there[1] * 0.3, cosine, sine), (there[0] * 0.4, -sine, cosine)
    size = shape[1], shape[0]
    rgb, seen = alike(lambda: turning.turned(source, alpha, size, across=across, down=down))
    columns, rows = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    x, y = (way[0] + way[1] * columns + way[2] * rows for way in (across, down))
    around = np.pad(alpha.astype(np.float64), 2)
    colours = np.pad(source.astype(np.float64), ((2, 2), (2, 2), (0, 0)), "edge")
    at = np.clip(x, -1.5, there[1] + 0.5) + 2, np.clip(y, -1.5, there[0] + 0.5) + 2
    near = (x >= -1) & (y >= -1) & (x < there[1] - 0.01) & (y < there[0] - 0.01)
    for found, whole in ((seen, around), (rgb, colours)):
        left, top = (np.floor(place).astype(int) for place in at)
        beside = (at[0] - left).reshape(*shape, *(1,) * (whole.ndim - 2))
        below = (at[1] - top).reshape(*shape, *(1,) * (whole.ndim - 2))
        upper = whole[top, left] * (1 - beside) + whole[top, left + 1] * beside
        lower = whole[top + 1, left] * (1 - beside) + whole[top + 1, left + 1] * beside
        error = np.abs(found - upper * (1 - below) - lower * below)
        assert error[near].max(initial=0.0) <= 2 * 255 / 256 + 0.6
    assert not seen[(x < -1) | (y < -1) | (x > there[1]) | (y > there[0])].any()


@settings(max_examples=60, deadline=None)
@given(shapes, st.floats(0, 1), seeds)
def test_extents_are_where_something_shows(shape: Shape, empty: float, seed: int) -> None:
    image = picture(seed, shape, 4)
    image[np.random.default_rng(seed).random(shape) < empty, 3] = 0
    (found,) = alike(lambda: (premultiplying.extents(image),))
    for row, (first, last) in zip(image[..., 3], found.tolist(), strict=True):
        seen = np.flatnonzero(row)
        assert (first, last) == ((seen[0], seen[-1] + 1) if seen.size else (shape[1], 0))


GROUND = np.zeros((20, 30, 3), np.uint8)
MASK = np.zeros((20, 30), np.uint8)


@pytest.mark.parametrize(
    "ground",
    [
        np.broadcast_to(np.uint8(3), (20, 30, 3)),
        GROUND[:, ::2],
        GROUND[..., ::-1],
        GROUND[:0],
        GROUND[..., :2],
        GROUND.astype(np.int8),
        GROUND[:19],
    ],
    ids=["read-only", "every second", "turned", "empty", "two channels", "signed", "smaller"],
)
def test_what_cannot_be_painted_is_refused(ground: Bytes) -> None:
    with pytest.raises(ValueError, match=r"plane|picture|written"):
        painting.cover(ground, MASK, (1, 2, 3))


def test_what_would_be_read_outside_is_refused() -> None:
    noise = dithering.strewn(np.zeros((8, 8), np.int16))
    soft = np.zeros((10, 15, 3), np.float32)
    dust = np.zeros((8, 8), np.int16)
    tables = grading.grading_tables(np.zeros((3, 256, 3)), (dust, dust))
    planes = (np.zeros((20, 30), np.uint8), np.zeros((10, 15), np.uint8), np.zeros((10, 15), np.uint8))
    shade, corners = np.zeros((10, 15), np.uint16), ((0, 0),) * 3
    for make in (
        lambda: painting.cover(GROUND, MASK, GROUND),
        lambda: painting.cover(GROUND, MASK, GROUND[:19].copy()),
        lambda: painting.cover(GROUND, MASK, (1, 2, 3), strength=257),
        lambda: painting.add_light(GROUND, MASK, (1, 2, 3), strength=-1),
        lambda: dithering.doubled(soft, (31, 20), noise),
        lambda: dithering.doubled(soft.astype(np.float64), (30, 20), noise),
        lambda: dithering.doubled(soft, (30, 20), noise[:, :, :3]),
        lambda: grading.grade(planes, GROUND[:, :29], tables, shade=shade, corners=corners),
        lambda: grading.grade(planes, GROUND, tables, shade=shade[:9], corners=corners),
        lambda: grading.grade(planes[:1] + planes[:2], GROUND, tables, shade=shade, corners=corners),
        lambda: grading.grading_tables(np.full((3, 256, 3), [[0.0] * 3, [200.0] * 3] * 128), (dust, dust)),
        lambda: premultiplying.extents(GROUND),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
            make()
