"""Warped cels have the same bytes by every path, and agree with exact maths."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels.sheets import Sheets
from renderer.kernels.warping import Map, warped
from tests.unit.kernels.modes import MODES, Plane, Shape, drawn_by, noise

SAME: Map = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
shapes = st.tuples(st.integers(1, 70), st.integers(1, 70))
halves = st.tuples(st.integers(1, 90), st.integers(1, 90))
seeds = st.integers(0, 2**32 - 1)
PLACE = 255 / 128
"""Error in levels of a place wrong by 1/256 of a pixel, between pixels of the greatest difference."""


def pixels(seed: int, shape: Shape) -> npt.NDArray[np.uint8]:
    """A view of a larger picture of four channels."""
    return np.dstack([noise(seed + channel, (shape[0], shape[1] + 5)) for channel in range(4)])[:, 3:-2]


def turn(degrees: float, scale: float, middle: tuple[float, float], to: tuple[float, float]) -> Map:
    """Map from indices of the target to those of the source that takes `to` to `middle`."""
    cosine, sine = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale
    x, y = middle[0] - cosine * to[0] - sine * to[1], middle[1] + sine * to[0] - cosine * to[1]
    return cosine, sine, x, -sine, cosine, y


def planes_of(made: Sheets) -> tuple[list[Plane], list[Plane]]:
    """Planes made of luma's channels, and those made of chroma's."""
    (luma, blue, red), (cover, small) = made.colours, made.cover
    return [luma, cover, *made.reveal[:1]], [blue, red, small, *made.reveal[1:]]


def alike(
    luma: npt.NDArray[np.uint8],
    chroma: npt.NDArray[np.uint8],
    half: Shape,
    by: tuple[Map, Map],
    *,
    revealed: bool,
) -> tuple[list[Plane], list[Plane]]:
    """What all modes make, the same in each."""
    made = []
    for mode in MODES:
        with drawn_by(mode):
            size = 2 * half[1], 2 * half[0]
            made.append(planes_of(warped(luma, chroma, size, by=by, revealed=revealed)))
    for one, other in ((made[0], made[1]), (made[0], made[2])):
        for planes, same in zip(one, other, strict=True):
            assert all(np.array_equal(*pair) for pair in zip(planes, same, strict=True))
    return made[0]


def exact(source: npt.NDArray[np.uint8], shape: Shape, by: Map) -> npt.NDArray[np.float64]:
    """Linear interpolation between pixels, in floats."""
    columns, rows = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
    x, y = by[0] * columns + by[1] * rows + by[2], by[3] * columns + by[4] * rows + by[5]
    wide = np.pad(source.astype(np.float64), ((2, 2), (2, 2), (0, 0)))
    x, y = np.clip(x, -1.5, source.shape[1] + 0.5) + 2, np.clip(y, -1.5, source.shape[0] + 0.5) + 2
    left, above = np.floor(x).astype(int), np.floor(y).astype(int)
    right, below = (x - left)[..., None], (y - above)[..., None]
    upper = wide[above, left] * (1 - right) + wide[above, left + 1] * right
    lower = wide[above + 1, left] * (1 - right) + wide[above + 1, left + 1] * right
    return np.asarray(upper * (1 - below) + lower * below, np.float64)


@settings(max_examples=150, deadline=None)
@given(st.tuples(shapes, shapes), halves, st.floats(-180, 180), st.floats(0.2, 3), seeds)
def test_warping_is_linear_and_shows_nothing_beyond(
    there: tuple[Shape, Shape], half: Shape, degrees: float, scale: float, seed: int
) -> None:
    sources = pixels(seed, there[0]), pixels(seed + 9, there[1])
    whole = 2 * half[0], 2 * half[1]
    maps = [
        turn(degrees, scale, (side[1] / 2 + seed % 19 - 9, side[0] / 2), (size[1] / 2, size[0] / 2))
        for side, size in zip(there, (whole, half), strict=True)
    ]
    found = alike(*sources, half, (maps[0], maps[1]), revealed=bool(seed % 2))
    for planes, source, by in zip(found, sources, maps, strict=True):
        wanted = exact(source, planes[0].shape, by)
        for channel, plane in enumerate(planes):
            assert np.abs(plane - wanted[..., channel]).max() <= PLACE / 2 + 0.55


@settings(max_examples=60, deadline=None)
@given(halves, st.integers(-40, 40), st.integers(-40, 40), st.sampled_from([1.0, -1.0]), seeds)
def test_what_only_moves_by_whole_pixels_is_copied(
    half: Shape, right: int, down: int, way: float, seed: int
) -> None:
    luma, chroma = pixels(seed, (60, 72)), pixels(seed + 9, (30, 36))
    by = (way, 0.0, float(right), 0.0, way, float(down))
    found = alike(luma, chroma, half, (by, by), revealed=True)
    for planes, source in zip(found, (luma, chroma), strict=True):
        for channel, plane in enumerate(planes):
            assert np.array_equal(plane, exact(source, plane.shape, by)[..., channel])


@pytest.mark.parametrize("there", [(3, 5000), (4200, 3), (4096, 9), (9, 4096)])
def test_long_pictures_are_sampled_to_their_ends(there: Shape) -> None:
    luma, chroma = pixels(1, there), pixels(2, (2, 2))
    by = turn(0.02, 25.0, (there[1] / 2, there[0] / 2), (90, 90))
    found, _ = alike(luma, chroma, (90, 90), (by, SAME), revealed=False)
    wanted = exact(luma, (180, 180), by)
    assert max(np.abs(plane - wanted[..., channel]).max() for channel, plane in enumerate(found)) <= 2


@pytest.mark.parametrize("rows", [slice(None, None, -1), slice(None, None, 3)])
def test_rows_may_lie_in_any_order(rows: slice) -> None:
    luma, chroma = pixels(5, (90, 60))[rows], pixels(6, (60, 50))[rows]
    by = turn(33, 0.9, (30, luma.shape[0] / 2), (40, 40))
    found = alike(luma, chroma, (40, 40), (by, by), revealed=True)
    straight = alike(luma.copy(), chroma.copy(), (40, 40), (by, by), revealed=True)
    assert all(
        np.array_equal(*pair) for pair in zip(found[0] + found[1], straight[0] + straight[1], strict=True)
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("size", "by", "channels"),
    [
        ((9, 8), SAME, 4),
        ((8, 9), SAME, 4),
        ((0, 8), SAME, 4),
        ((8, 8), (1.0, 0.0, 2.0**25, 0.0, 1.0, 0.0), 4),
        ((8, 8), (2.0**23, 0.0, 0.0, 0.0, 1.0, 0.0), 4),
        ((8, 8), SAME, 3),
    ],
    ids=["odd across", "odd down", "empty", "far away", "wide steps", "three channels"],
)
def test_what_cannot_be_warped_is_refused(size: Shape, by: Map, channels: int, mode: str) -> None:
    source = np.zeros((8, 8, channels), np.uint8)
    with drawn_by(mode), pytest.raises(ValueError, match=r"sheets|leads|picture"):
        warped(source, source, size, by=(by, SAME))
