"""Crops of users' videos: resting ones show whole pixels, moving ones interpolate between pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from renderer.compositor.planes import Planes, allocate
from renderer.core.picture_spec import SourceSpec
from renderer.reframing.crops import CropPoint
from renderer.visuals.film.source_film import CroppedSource

WIDTH, HEIGHT = 64, 32


def frame() -> Planes:
    """A picture in which every pixel differs from its neighbours."""
    dice = np.random.default_rng(4)
    planes = allocate(WIDTH, HEIGHT)
    for plane in (planes.y, planes.u, planes.v):
        plane[:] = dice.integers(16, 235, plane.shape, dtype=np.uint8)
    return planes


def cropped(shown: Planes, *points: tuple[float, float], size: tuple[int, int]) -> Planes:
    """The first frame of a crop of 24 x 32 pixels along these points (frame, left in pixels)."""
    path = tuple((float(at), left / WIDTH, 0.0) for at, left in points)
    spec = SourceSpec(media="m", fps=10, first=0, extent=(24 / WIDTH, 1.0), path=path, whole=False)
    crops = tuple(CropPoint(at=at, left=left, top=top) for at, left, top in path)
    wide = np.full((size[1], size[0] + 8), 7, np.uint8)
    half = [np.full((size[1] // 2, size[0] // 2 + 8), 7, np.uint8) for _ in range(2)]
    target = Planes(wide[:, : size[0]], half[0][:, : size[0] // 2], half[1][:, : size[0] // 2])
    CroppedSource(frames=[shown] * 3, spec=spec, path=crops).draw(target, 0.0)
    assert (wide[:, size[0] :] == 7).all(), "nothing is drawn beside the frame"
    return target


@pytest.mark.parametrize(("left", "whole"), [(6.25, 6), (6.9, 6), (7.2, 8), (0.4, 0), (40.0, 40)])
def test_a_crop_that_rests_shows_whole_pixels_of_all_planes(left: float, whole: int) -> None:
    shown = frame()
    seen = cropped(shown, (0, left), size=(24, 32))
    np.testing.assert_array_equal(seen.y, shown.y[:, whole : whole + 24])
    np.testing.assert_array_equal(seen.u, shown.u[:, whole // 2 : whole // 2 + 12])
    np.testing.assert_array_equal(seen.v, shown.v[:, whole // 2 : whole // 2 + 12])


def test_a_crop_that_moves_lies_between_pixels() -> None:
    shown = frame()
    seen = cropped(shown, (0, 6.5), (10, 20), size=(24, 32))
    mixed = (shown.y[:, 6:30].astype(int) + shown.y[:, 7:31]) / 2
    assert np.abs(seen.y - mixed).max() <= 1


def test_an_enlarged_crop_fills_the_frame_where_it_lies() -> None:
    shown = frame()
    seen = cropped(shown, (0, 8.0), size=(48, 64))
    enlarged = cv2.resize(np.ascontiguousarray(shown.y[:, 8:32]), (48, 64), interpolation=cv2.INTER_LINEAR)
    np.testing.assert_array_equal(seen.y, enlarged)
