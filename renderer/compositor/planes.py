"""A frame as three planes: 4:2:0, BT.709, limited range (ITU-R BT.709-6; luma 16-235, chroma 16-240).

Chroma is the mean of its 2 x 2 pixels. OpenCV's own I420 conversion is BT.601 and is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.kernels.checks import Surface, surface

Plane = npt.NDArray[np.uint8]
Rgb = npt.NDArray[np.uint8]

_RGB_GAINS: Final = np.linalg.inv(np.vstack([LUMA_OF_RGB, CHROMA_OF_RGB])[:, :3])
_RGB_OF_YUV: Final = np.hstack([_RGB_GAINS, _RGB_GAINS @ np.array([[-16.0], [-128.0], [-128.0]])])


@dataclass(frozen=True, eq=False)
class Planes:
    """`y` has shape (height, width), `u` and `v` (height / 2, width / 2); height and width are even."""

    y: Plane
    u: Plane
    v: Plane

    @property
    def width(self) -> int:
        """Luma columns."""
        return int(self.y.shape[1])

    @property
    def height(self) -> int:
        """Luma rows."""
        return int(self.y.shape[0])

    @cached_property
    def surface(self) -> Surface:
        """The planes as kernels draw on them, checked once: one set of planes serves thousands of frames.

        Raises:
            ValueError: the planes do not belong together or cannot be used as they lie in memory.
        """
        return surface(self.y, self.u, self.v)


def allocate(width: int, height: int) -> Planes:
    """Black planes in memory of their own; both sides even."""
    shape = (height // 2, width // 2)
    return Planes(
        np.full((height, width), 16, np.uint8),
        np.full(shape, 128, np.uint8),
        np.full(shape, 128, np.uint8),
    )


def copy_into(target: Planes, source: Planes) -> None:
    """Overwrite `target` with `source` of the same size."""
    np.copyto(target.y, source.y)
    np.copyto(target.u, source.u)
    np.copyto(target.v, source.v)


def copied(planes: Planes) -> Planes:
    """A copy of the planes."""
    return Planes(planes.y.copy(), planes.u.copy(), planes.v.copy())


def crop(planes: Planes, *, x: int, y: int, width: int, height: int) -> Planes:
    """A view (no copy) of an even-aligned rectangle that lies inside `planes`."""
    cx, cy, cw, ch = x // 2, y // 2, width // 2, height // 2
    return Planes(
        planes.y[y : y + height, x : x + width],
        planes.u[cy : cy + ch, cx : cx + cw],
        planes.v[cy : cy + ch, cx : cx + cw],
    )


def rgb_to_planes(rgb: Rgb) -> Planes:
    """Planes of an 8-bit BT.709 picture, shape (height, width, 3); an odd last row or column is dropped."""
    even = _even(rgb)
    half = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)
    chroma = cv2.transform(half, CHROMA_OF_RGB)
    return Planes(
        _bytes(cv2.transform(even, LUMA_OF_RGB)),
        _bytes(cv2.extractChannel(chroma, 0)),
        _bytes(cv2.extractChannel(chroma, 1)),
    )


def planes_to_rgb(planes: Planes) -> Rgb:
    """The 8-bit RGB picture of `planes`, shape (height, width, 3), chroma interpolated linearly."""
    size = (planes.width, planes.height)
    u = _bytes(cv2.resize(planes.u, size, interpolation=cv2.INTER_LINEAR))
    v = _bytes(cv2.resize(planes.v, size, interpolation=cv2.INTER_LINEAR))
    return rgb_of(planes.y, u, v)


def rgb_of(luma: Plane, blue: Plane, red: Plane) -> Rgb:
    """The 8-bit RGB picture of three planes of one size."""
    return _bytes(cv2.transform(cv2.merge([luma, blue, red]), _RGB_OF_YUV))


def _even(rgb: Rgb) -> Rgb:
    height, width = rgb.shape[0] // 2 * 2, rgb.shape[1] // 2 * 2
    return np.ascontiguousarray(rgb[:height, :width])


def _bytes(image: object) -> Plane:
    return np.asarray(image, np.uint8)
