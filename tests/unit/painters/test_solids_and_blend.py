"""Shapes painted directly on a canvas, and grounds mixed in one pass, compared with the longer way."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.painters.drawing import blend, curve, light, solids
from renderer.painters.drawing.canvas import stain, tinted
from renderer.painters.drawing.pixels import plain

SIZE = (120, 90)
BLUE = (20, 60, 200)
WARM = (240, 180, 90)
ROUNDING = 6
"""Levels at antialiased rims, where a thick ring blends the joints of its spans more than once."""


@pytest.mark.parametrize(("strength", "width"), [(1.0, -1.0), (0.6, -1.0), (1.0, 9.0), (0.6, 9.0)])
@pytest.mark.parametrize("centre", [(60.0, 45.0), (3.5, 88.0), (300.0, -200.0)])
def test_a_disc_is_what_a_stain_through_its_mask_would_be(
    centre: tuple[float, float], strength: float, width: float
) -> None:
    straight = plain(WARM, SIZE[::-1])
    stained = straight.copy()
    mask = np.zeros(straight.shape[:2], np.uint8)
    curve.disc(mask, centre, 30.0, width=width)
    stain(stained, mask, BLUE, strength=strength)
    solids.disc(straight, centre, 30.0, BLUE, strength=strength, width=width)
    assert np.abs(straight.astype(int) - stained).max() <= ROUNDING


@pytest.mark.parametrize("strength", [1.0, 0.5])
def test_a_filled_outline_is_what_a_stain_through_its_mask_would_be(strength: float) -> None:
    straight = plain(WARM, SIZE[::-1])
    stained = straight.copy()
    outline = np.array([[-10, 50], [50.3, 20.7], [140, 44], [90, 120]], np.float32)
    mask = np.zeros(straight.shape[:2], np.uint8)
    curve.fill(mask, [outline])
    stain(stained, mask, BLUE, strength=strength)
    solids.fill(straight, [outline], BLUE, strength=strength)
    assert np.abs(straight.astype(int) - stained).max() <= ROUNDING


def test_a_lit_ramp_is_a_tinted_field_with_light_added() -> None:
    shape = (70, 50)
    field, amount = light.distance(shape, (0.2, 0.1)) * np.float32(0.5), light.glow(shape, (0.4, 0.6), 0.3)
    expected = tinted(field, BLUE, WARM)
    light.add_light(expected, amount, (255, 220, 180), strength=0.7)
    found = blend.lit_ramp(field, BLUE, WARM, lamp=(255, 220, 180), amount=amount, strength=0.7)
    assert np.allclose(found, expected, atol=1e-4)


def test_a_ramp_and_dimming_multiply_every_channel() -> None:
    shape = (70, 50)
    field, factor = light.distance(shape, (0.2, 0.1)) * np.float32(0.5), light.vignette(shape, strength=0.5)
    expected = tinted(field, BLUE, WARM)
    found = blend.ramp(field, BLUE, WARM, factor=factor)
    blend.dim(expected, factor)
    assert np.allclose(found, expected, atol=1e-4)
    assert np.allclose(found, tinted(field, BLUE, WARM) * factor[..., None], atol=1e-4)
