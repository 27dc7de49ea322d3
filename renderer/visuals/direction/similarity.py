"""Structural similarity (SSIM) of small stills: how alike two pictures look."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.core.picture_spec import PainterSpec
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.style_pack import StylePackFile

PaintStill = Callable[[PainterSpec, StylePackFile, float], ByteImage]
"""Takes a painter's spec, its pack and its seconds on screen; returns luma of its middle frame, of fixed
size.
"""

_C1: Final = (0.01 * 255) ** 2
_C2: Final = (0.03 * 255) ** 2


def no_painted_still(_spec: PainterSpec, _pack: StylePackFile, _seconds: float) -> ByteImage:
    """A `PaintStill` for when comparing pictures is not worth the time."""
    return no_picture()


def no_picture() -> ByteImage:
    """An empty image, which counts as unlike any other."""
    return np.zeros((0, 0), np.uint8)


class LazyStill:
    """A painter's picture as a small still, drawn on first access and then kept."""

    def __init__(self, painter: str, draw: Callable[[], ByteImage]) -> None:
        self.painter = painter
        self._draw = draw

    @cached_property
    def image(self) -> ByteImage:
        """The still."""
        return self._draw()


def empty_still() -> LazyStill:
    """The still to use where there is no painted picture."""
    return LazyStill("", no_picture)


class Moments(Struct, frozen=True):
    """An image with the means and variances of all its windows, for comparing it with many."""

    values: npt.NDArray[np.float32]
    mean: npt.NDArray[np.float32]
    variance: npt.NDArray[np.float32]


def moments(image: ByteImage) -> Moments:
    """Measure an image that is not empty."""
    values = image.astype(np.float32)
    mean = _mean(values)
    return Moments(values, mean, _mean(values * values) - mean * mean)


def ssim_of(one: Moments, other: Moments) -> float:
    """Like `ssim`, for images that have been measured."""
    product = one.mean * other.mean
    both = _mean(one.values * other.values) - product
    above = (2 * product + _C1) * (2 * both + _C2)
    below = (one.mean * one.mean + other.mean * other.mean + _C1) * (one.variance + other.variance + _C2)
    return float((above / below).mean())


def ssim(one: ByteImage, other: ByteImage) -> float:
    """Mean structural similarity in [-1, 1] (Wang et al., 2004); 0 where either image is empty."""
    return ssim_of(moments(one), moments(other)) if one.size and other.size else 0.0


def _mean(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(values, (11, 11), 1.5), np.float32)
