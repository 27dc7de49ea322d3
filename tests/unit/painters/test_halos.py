"""Halos and chains of discs: the same as drawn one by one over the whole raster."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.painters.drawing import curve
from renderer.painters.drawing.pixels import blurred, halo, shrunk

SIDE = 211


@pytest.mark.parametrize("step", [1, 3, 4])
@pytest.mark.parametrize("at", [(0, 0), (97, 120), (205, 180)])
def test_a_halo_is_a_blur_of_the_whole(at: tuple[int, int], step: int) -> None:
    mask = np.zeros((SIDE, SIDE + 6), np.uint8)
    mask[at[1] : at[1] + 17, at[0] : at[0] + 23] = 255
    soft, whole = halo(mask, 9.0, step=step), blurred(mask, 9.0)
    assert soft.shape == mask.shape
    inner = np.s_[12:-12, 12:-12]  # a blur mirrors what is at the edge
    assert np.abs(soft[inner].astype(int) - whole[inner]).max() <= 8
    assert soft[inner].mean() == pytest.approx(whole[inner].mean(), abs=0.35)


def test_nothing_has_no_halo() -> None:
    assert not halo(np.zeros((40, 50), np.uint8), 5.0, step=2).any()


def test_shrinking_keeps_the_mean_of_what_does_not_divide() -> None:
    mask = np.full((22, 31), 90, np.uint8)
    mask[:10] = 200
    small = shrunk(mask, 5)
    assert small.shape == (5, 7)
    assert small[0].tolist() == [200] * 7
    assert small[-1].tolist() == [90] * 7


@pytest.mark.parametrize("width", [-1.0, 3.0])
def test_discs_are_each_disc(width: float) -> None:
    centres = [(20.0, 20.0), (60.25, 41.75), (2.0, 97.5), (130.0, 60.0), (-40.0, 10.0)]
    together, apart = np.zeros((100, 120), np.uint8), np.zeros((100, 120), np.uint8)
    curve.discs(together, centres, 11.0, width=width)
    for centre in centres:
        curve.disc(apart, centre, 11.0, width=width)
    error = np.abs(together.astype(int) - apart)
    assert apart.any()
    assert error[:80, :100].max() <= 20
    assert error.mean() < 0.1  # OpenCV draws the edge of a clipped disc slightly differently
