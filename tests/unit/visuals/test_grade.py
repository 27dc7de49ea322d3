"""Grading changes what it should and leaves no bands."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.compositor.planes import planes_to_rgb, rgb_to_planes
from renderer.painters.drawing.canvas import developed
from renderer.visuals.grade import Grade, develop, tone_curve

HEIGHT, WIDTH = 320, 180
PLAIN = Grade()


def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rng = np.random.Generator(np.random.PCG64(5))
    blocks = rng.integers(30, 220, (20, 12, 3), np.uint8)
    return np.asarray(blocks.repeat(16, axis=0).repeat(15, axis=1), np.uint8)


def test_a_plain_grade_keeps_the_picture() -> None:
    image = picture()
    wanted, found = rgb_to_planes(image), develop(image, PLAIN, seed=1)
    assert np.abs(found.y.astype(int) - wanted.y.astype(int)).max() <= 1
    assert np.abs(found.u.astype(int) - wanted.u.astype(int)).max() <= 1


def test_a_look_of_too_strong_colours_is_held_back() -> None:
    planes = develop(picture(), Grade(saturation=2.0, tint=(0, 0, 255), tint_strength=1.0), seed=1)
    assert planes.u.min() >= 16
    assert planes.u.max() <= 240
    assert planes.u.std() > planes.v.std()


def test_developing_is_deterministic_and_grain_follows_the_seed() -> None:
    grade = Grade(grain=2.0)
    one, two, other = (develop(picture(), grade, seed=seed) for seed in (4, 4, 5))
    assert np.array_equal(one.y, two.y)
    assert not np.array_equal(one.y, other.y)


@pytest.mark.parametrize("grain", [0.0, 1.2])
def test_a_dark_gradient_has_no_bands(grain: float) -> None:
    ramp = np.linspace(0.03, 0.09, HEIGHT * 4, dtype=np.float32)
    ground = np.repeat(np.repeat(ramp[::2, None, None], WIDTH // 2, axis=1), 3, axis=2)
    image = developed(ground, (WIDTH, HEIGHT * 4), np.random.default_rng(3))
    planes = develop(image, Grade(grain=grain), seed=2)
    rows = planes.y.astype(np.float64).mean(axis=1)
    wanted = 16 + ramp.astype(np.float64) * 219
    assert np.abs(rows - wanted).max() < 0.25 + 0.4 * grain
    steps = (planes.y[1:] != planes.y[:-1]).mean()
    assert steps > 0.2  # plain rounding changes value in 1 of 100 rows


def test_grain_has_the_asked_strength() -> None:
    image = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    spread = develop(image, Grade(grain=3.0), seed=9).y.astype(np.float64).std()
    assert spread == pytest.approx(3.0, abs=0.25)


def test_no_saturation_is_grey() -> None:
    planes = develop(picture(), Grade(saturation=0.0), seed=1)
    assert np.abs(planes.u.astype(int) - 128).max() <= 1
    assert np.abs(planes.v.astype(int) - 128).max() <= 1


def test_a_tint_turns_grey_and_keeps_its_brightness() -> None:
    image = np.full((8, 8, 3), 120, np.uint8)
    planes = develop(image, Grade(tint=(255, 200, 140), tint_strength=0.5), seed=1)
    red, green, blue = planes_to_rgb(planes).reshape(-1, 3).mean(axis=0)
    assert red > green > blue
    assert 0.2126 * red + 0.7152 * green + 0.0722 * blue == pytest.approx(120, abs=1.5)


def test_a_vignette_darkens_corners_and_spares_the_middle() -> None:
    image = np.full((HEIGHT, WIDTH, 3), 180, np.uint8)
    rgb = planes_to_rgb(develop(image, Grade(vignette=0.5), seed=1)).astype(int)
    assert abs(rgb[HEIGHT // 2, WIDTH // 2] - 180).max() <= 3
    assert rgb[2, 2].max() < 110


def test_tone_curves_rise() -> None:
    for contrast in (0.5, 1.0, 1.8):
        curve = tone_curve(Grade(contrast=contrast, fade=0.1, gamma=1.3))
        assert (np.diff(curve) >= -1e-4).all()
        assert curve[-1] == pytest.approx(255)
