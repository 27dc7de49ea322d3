from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.compositor.planes import (
    allocate,
    copy_into,
    crop,
    planes_to_rgb,
    rgb_to_planes,
)

# Published 8-bit BT.709 codes of the colour bars at 100 %.
BARS = {
    (0, 0, 0): (16, 128, 128),
    (255, 255, 255): (235, 128, 128),
    (255, 0, 0): (63, 102, 240),
    (0, 255, 0): (173, 42, 26),
    (0, 0, 255): (32, 240, 118),
    (255, 255, 0): (219, 16, 138),
    (0, 255, 255): (188, 154, 16),
    (255, 0, 255): (78, 214, 230),
}


@pytest.mark.parametrize(("rgb", "yuv"), BARS.items())
def test_colour_bars_have_their_published_codes(rgb: tuple[int, int, int], yuv: tuple[int, int, int]) -> None:
    planes = rgb_to_planes(np.full((4, 6, 3), rgb, np.uint8))
    found = (planes.y[1, 1], planes.u[1, 1], planes.v[1, 1])
    assert found == pytest.approx(yuv, abs=1)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_any_flat_colour_comes_back(rgb: tuple[int, int, int]) -> None:
    back = planes_to_rgb(rgb_to_planes(np.full((2, 2, 3), rgb, np.uint8)))
    assert np.abs(back.astype(int) - rgb).max() <= 3


def test_chroma_is_the_mean_of_its_four_pixels() -> None:
    rgb = np.zeros((2, 2, 3), np.uint8)
    rgb[0] = (255, 0, 0)
    half_red = rgb_to_planes(np.full((2, 2, 3), (128, 0, 0), np.uint8))
    mixed = rgb_to_planes(rgb)
    assert int(mixed.v[0, 0]) == pytest.approx(int(half_red.v[0, 0]), abs=1)
    assert mixed.y[0, 0] > mixed.y[1, 0]


def test_an_odd_last_row_and_column_are_dropped() -> None:
    planes = rgb_to_planes(np.zeros((5, 7, 3), np.uint8))
    assert (planes.width, planes.height) == (6, 4)


def test_a_crop_is_a_view() -> None:
    planes = allocate(16, 12)
    part = crop(planes, x=4, y=2, width=6, height=8)
    copy_into(part, rgb_to_planes(np.full((8, 6, 3), 255, np.uint8)))
    assert planes.y[2:10, 4:10].min() == 235
    assert planes.y.sum() == 235 * 48 + 16 * (16 * 12 - 48)
    assert (part.u.shape, part.v.shape) == ((4, 3), (4, 3))
