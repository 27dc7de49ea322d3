"""Laying grounds again in boxes gives the same bytes by every path."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.kernels.checks import Surface, surface
from renderer.kernels.laying import lay_boxes
from tests.unit.kernels.modes import alike_on_surface, drawn_by, noisy_picture

WINDOWS = [(0, 0, 10, 12), (4, 2, 20, 8), (4, 2, 20, 8), (20, 4, 40, 30), (38, 0, 40, 2)]


@pytest.mark.parametrize("many", [1, 30])
def test_boxes_are_laid_and_nothing_else(many: int) -> None:
    ground = noisy_picture(1, (30, 40))
    below = noisy_picture(9, (30, 40))

    def laid(target: Surface) -> None:
        lay_boxes(target, surface(*ground), WINDOWS * many)

    done = alike_on_surface(laid, below)
    for number, (plane, own, old) in enumerate(zip(done, ground, below, strict=True)):
        inside, shift = np.zeros(plane.shape, bool), min(number, 1)
        for left, top, right, bottom in WINDOWS:
            inside[top >> shift : bottom >> shift, left >> shift : right >> shift] = True
        assert np.array_equal(plane, np.where(inside, own, old))


@pytest.mark.parametrize("mode", ["numpy", "best"])
@pytest.mark.parametrize("box", [(1, 0, 4, 4), (0, 0, 42, 4), (0, -2, 4, 4), (6, 6, 4, 8)])
def test_boxes_elsewhere_are_refused(box: tuple[int, int, int, int], mode: str) -> None:
    target = surface(*(plane.copy() for plane in noisy_picture(1, (30, 40))))
    with drawn_by(mode), pytest.raises(ValueError, match=r"fit|box"):
        lay_boxes(target, surface(*noisy_picture(4, (30, 40))), [box])


@pytest.mark.parametrize("mode", ["numpy", "best"])
def test_a_ground_in_the_target_is_refused(mode: str) -> None:
    target = surface(*(plane.copy() for plane in noisy_picture(1, (30, 40))))
    with drawn_by(mode), pytest.raises(ValueError, match="read"):
        lay_boxes(target, target, [(0, 0, 4, 4)])
