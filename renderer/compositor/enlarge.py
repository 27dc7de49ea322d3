"""Enlarging a plane about one of its pixels, which stays where it is at every size."""

from __future__ import annotations

from renderer.compositor.planes import Plane
from renderer.kernels.places import steps
from renderer.kernels.resampling import resample

Pin = tuple[tuple[int, int], tuple[int, int]]
"""A pixel corner (x, y) of the target and the one of the source that lies under it at every size."""


def enlarge_about(source: Plane, scale: float, pin: Pin, target: Plane) -> None:
    """Fill `target` from `source` at `scale` source pixels to a target pixel, linear between pixels."""
    here, there = pin
    # middles of pixels lie half a pixel from their corners
    across, down = (steps(there[way] + (0.5 - here[way]) * scale - 0.5, scale) for way in (0, 1))
    resample(target, source, across, down)
