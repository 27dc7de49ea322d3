from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from renderer.compositor.planes import planes_to_rgb, rgb_to_planes
from renderer.compositor.resizing import means, resized, rgb_at

Bytes = npt.NDArray[np.uint8]


def _picture(rows: int, columns: int, *, seed: int) -> Bytes:
    """Noise as soft as through a lens, with detail of every size."""
    noise = np.random.default_rng(seed).integers(0, 256, (rows, columns, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.8), np.uint8)


def _psnr(one: Bytes, other: Bytes) -> float:
    return float(10 * np.log10(255**2 / np.square(one.astype(float) - other).mean()))


@pytest.mark.parametrize("shrink", [1.05, 1.1, 1.157, 1.2])
def test_a_picture_that_shrinks_a_little_stays_sharp(shrink: float) -> None:
    """Compared with Pillow's Lanczos filter, which uses as many pixels as are needed."""
    picture = _picture(600, 480, seed=1)[..., 0]
    size = round(480 / shrink), round(600 / shrink)
    wanted = np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS))
    areas = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    assert _psnr(resized(picture, size), wanted) > _psnr(areas, wanted) + 5


@pytest.mark.parametrize("shrink", [1.5, 2.0, 3.7])
def test_fine_lines_that_shrink_a_lot_become_grey(shrink: float) -> None:
    """Alternating black and white lines of one pixel must not turn into broad stripes."""
    lines = np.tile(np.array([0, 255], np.uint8), (600, 300))
    small = resized(lines, (round(600 / shrink), round(600 / shrink))).astype(float)
    broad = cv2.GaussianBlur(small, (0, 0), 3.0)[20:-20, 20:-20]
    assert np.ptp(broad) < 26


def test_the_picture_of_planes_at_their_own_size_is_theirs() -> None:
    planes = rgb_to_planes(_picture(120, 90, seed=2))
    assert np.array_equal(rgb_at(planes, (90, 120)), planes_to_rgb(planes))


@pytest.mark.parametrize("size", [(76, 104), (200, 260), (40, 52)])
def test_colours_survive_at_any_size(size: tuple[int, int]) -> None:
    picture = np.zeros((120, 90, 3), np.uint8)
    picture[:60], picture[60:] = (200, 40, 30), (20, 90, 210)
    rgb = rgb_at(rgb_to_planes(picture), size).astype(int)
    rows = len(rgb)
    assert np.abs(rgb[: rows // 2 - 8] - (200, 40, 30)).max() <= 3
    assert np.abs(rgb[rows // 2 + 8 :] - (20, 90, 210)).max() <= 3


@pytest.mark.parametrize("shape", [(2400, 1350), (1200, 675), (901, 1603), (70, 64), (64, 64)])
def test_means_are_those_of_the_areas(shape: tuple[int, int]) -> None:
    plane = cv2.GaussianBlur(_picture(*shape, seed=3)[..., 0], (0, 0), 4.0)
    wanted = cv2.resize(plane, (64, 64), interpolation=cv2.INTER_AREA)
    assert np.abs(means(np.asarray(plane, np.uint8), (64, 64)).astype(int) - wanted).max() <= 3
