"""Enlarging about a pin: the pin stays, everything else moves away from it in proportion."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.compositor.enlarge import ways_about
from renderer.compositor.planes import Plane
from renderer.kernels.resampling import resample

WIDTH, HEIGHT = 96, 128


def soft() -> Plane:
    """Smooth noise, which linear sampling reproduces closely."""
    rng = np.random.Generator(np.random.PCG64(4))
    coarse = rng.integers(0, 255, (16, 12), np.uint8)
    return np.asarray(cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8)


@settings(max_examples=30, deadline=None)
@given(x=st.integers(1, WIDTH // 2 - 1), y=st.integers(1, HEIGHT // 2 - 1), scale=st.floats(0.4, 1.0))
def test_it_is_the_warp_about_the_pin(x: int, y: int, scale: float) -> None:
    source, pin = soft(), (2 * x, 2 * y)
    drawn = np.empty_like(source)
    resample(drawn, source, *ways_about(scale, (pin, pin)))
    shift = [(1 - scale) * at - 0.5 + 0.5 * scale for at in pin]
    warped = cv2.warpAffine(
        source,
        np.array([[scale, 0, shift[0]], [0, scale, shift[1]]]),
        (WIDTH, HEIGHT),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    inside = (slice(2, -2), slice(2, -2))
    assert np.abs(drawn[inside].astype(int) - warped[inside]).mean() < 1.0


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_nothing_of_the_target_is_left_undrawn(scale: float) -> None:
    drawn = np.full((HEIGHT, WIDTH), 1, np.uint8)
    resample(drawn, np.full_like(drawn, 200), *ways_about(scale, ((40, 60), (40, 60))))
    assert (drawn == 200).all()
