from __future__ import annotations

import os

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.support.golden_captions import CASES, GOLDEN, draw, refresh

MEAN = 0.6
WORST = 24
"""Tolerances in levels of 0-255, after a 3x3 mean.

Rasterisers and SIMD code paths of other CPUs and library versions may round a pixel's coverage the other
way, which the mean swallows; a different glyph, colour, position or effect moves whole groups of pixels
by far more than `WORST`.
"""


@pytest.fixture(scope="module", autouse=True)
def _refreshed() -> None:
    if os.environ.get("GOLDEN") == "refresh":
        refresh()


@pytest.mark.parametrize("name", CASES)
def test_picture_is_as_it_was_when_somebody_looked_at_it(name: str) -> None:
    wanted = np.asarray(Image.open(GOLDEN / f"{name}.png").convert("RGB"), np.float32)
    drawn = draw(*CASES[name]).astype(np.float32)
    assert drawn.shape == wanted.shape
    apart = np.abs(cv2.blur(drawn, (3, 3)) - cv2.blur(wanted, (3, 3)))
    assert apart.mean() <= MEAN, f"{name}: look at it, then `make golden`"
    assert apart.max() <= WORST, f"{name}: look at it, then `make golden`"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(CASES)
