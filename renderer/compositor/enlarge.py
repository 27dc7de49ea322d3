"""Enlarging a plane about one of its pixels, which stays where it is at every size."""

from __future__ import annotations

from renderer.kernels.places import steps_about
from renderer.kernels.resampling import Ways

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
