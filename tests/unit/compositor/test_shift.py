"""Windows at fractions of a pixel: linear everywhere, however they are cut."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.compositor.shift import shift_into, window_at

SIZE = (14, 18)
PLANE = np.random.Generator(np.random.PCG64(4)).integers(0, 256, (30, 24), np.uint8)

fractions = st.one_of(st.just(0.0), st.floats(0, 0.999))


def linear(corner: tuple[float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The window, computed from the definition."""
    rows, columns = corner[1] + np.arange(SIZE[1]), corner[0] + np.arange(SIZE[0])
    down = np.array([np.interp(rows, np.arange(PLANE.shape[0]), column) for column in PLANE.T]).T
    return np.array([np.interp(columns, np.arange(PLANE.shape[1]), row) for row in down])


@given(x=st.integers(0, 9), y=st.integers(0, 11), right=fractions, down=fractions)
def test_every_window_is_linear_between_pixels(x: int, y: int, right: float, down: float) -> None:
    corner = (x + right, y + down)
    target = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    shift_into(target, PLANE, corner)
    assert np.array_equal(target, window_at(PLANE, corner, SIZE))
    assert (
        np.abs(target - linear(corner)).max() <= 1.51
    )  # half a level, and places rounded to 1/128 of a pixel


def test_a_window_at_whole_pixels_is_no_copy() -> None:
    assert np.shares_memory(window_at(PLANE, (3.0, 4.00001), SIZE), PLANE)


@pytest.mark.parametrize("corner", [(2.5, 3.0), (2.0, 3.25), (9.75, 11.0)])
def test_mixing_two_windows_is_the_general_cut(corner: tuple[float, float]) -> None:
    centre = (corner[0] + (SIZE[0] - 1) / 2, corner[1] + (SIZE[1] - 1) / 2)
    general = cv2.getRectSubPix(PLANE, SIZE, centre)
    assert np.abs(window_at(PLANE, corner, SIZE).astype(int) - general.astype(int)).max() <= 1
