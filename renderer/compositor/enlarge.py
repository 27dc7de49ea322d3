"""Enlarging a plane about one of its pixels, which stays where it is at every size."""

from __future__ import annotations

from renderer.compositor.planes import Plane
from renderer.kernels.places import steps_about
from renderer.kernels.resampling import Ways, resample

Pin = tuple[tuple[int, int], tuple[int, int]]
"""A pixel corner (x, y) of the target and the one of the source that lies under it at every size."""


def ways_about(scale: float, pin: Pin) -> Ways:
    """Places across and down at `scale` source pixels to a target pixel."""
    (x, y), (source_x, source_y) = pin
    return steps_about(x, source_x, scale), steps_about(y, source_y, scale)


def halved(pin: Pin) -> Pin:
    """The same even pixels in planes of half the size."""
    (x, y), (source_x, source_y) = pin
    return (x // 2, y // 2), (source_x // 2, source_y // 2)


def enlarge_about(source: Plane, scale: float, pin: Pin, target: Plane) -> None:
    """Fill `target` from `source` at `scale` source pixels to a target pixel, linear between pixels."""
    resample(target, source, *ways_about(scale, pin))
