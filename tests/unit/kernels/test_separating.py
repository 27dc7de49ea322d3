"""Rasters separated into the planes of sprites: the same everywhere and close to exact maths."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels.premultiplying import separated
from tests.unit.kernels.modes import MODES, drawn_by

Raster = npt.NDArray[np.uint8]

GAINS = np.array(
    [[0.18, 0.61, 0.06, 16 / 255], [-0.1, -0.34, 0.44, 128 / 255], [0.44, -0.4, -0.04, 128 / 255]], np.float32
)
halves = st.tuples(st.integers(1, 70), st.integers(1, 70))


def raster(seed: int, half: tuple[int, int]) -> Raster:
    """A view of a larger array: premultiplied colours, many of them transparent."""
    rng, shape = np.random.default_rng(seed), (2 * half[0] + 3, 2 * half[1] + 9)
    alpha = rng.integers(0, 256, (*shape, 1))
    alpha[rng.random(shape) < 0.3] = rng.choice([0, 255])
    colours = np.rint(rng.integers(0, 256, (*shape, 3)) * alpha / 255)
    return np.concatenate([colours, alpha], axis=2).astype(np.uint8)[1:-2, 4:-5]


@settings(max_examples=120, deadline=None)
@given(halves, st.integers(0, 2**32 - 1))
def test_planes_are_the_same_everywhere_and_exact_to_half_a_level(half: tuple[int, int], seed: int) -> None:
    image, made = raster(seed, half), []
    for mode in MODES:
        with drawn_by(mode):
            made.append(separated(image, GAINS))
    for other in made[1:]:
        assert all(np.array_equal(*pair) for pair in zip(made[0], other, strict=True))
    luma, blue, red, kept, kept_half = made[0]
    assert np.array_equal(kept, 255 - image[..., 3])
    assert np.abs(luma - image @ GAINS[0].astype(np.float64)).max() <= 0.5 + 1e-4
    small = cv2.resize(np.ascontiguousarray(image), (half[1], half[0]), interpolation=cv2.INTER_AREA)
    assert np.array_equal(kept_half, 255 - small[..., 3])
    for plane, gains in ((blue, GAINS[1]), (red, GAINS[2])):
        assert np.abs(plane - small @ gains.astype(np.float64)).max() <= 0.5 + 1e-4


def test_sums_beyond_a_byte_are_clipped() -> None:
    image = np.full((2, 2, 4), 255, np.uint8)
    gains = np.array([[0.9] * 4, [-0.9] * 4, [0.25] * 4], np.float32)
    for mode in MODES:
        with drawn_by(mode):
            luma, blue, red, kept, kept_half = separated(image, gains)
        assert (luma == 255).all()
        assert (red == 255).all()
        assert not any(plane.any() for plane in (blue, kept, kept_half))


@pytest.mark.parametrize("shape", [(3, 2, 4), (2, 3, 4), (2, 2, 3), (0, 2, 4)])
def test_what_has_no_chroma_of_half_its_size_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each says it in words of its own
        separated(np.zeros(shape, np.uint8), GAINS)
    with pytest.raises(ValueError, match="no gains"):
        separated(np.zeros((2, 2, 4), np.uint8), GAINS[:2])
