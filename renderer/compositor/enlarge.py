"""Enlarging a plane about one of its pixels, which stays where it is at every size."""

from __future__ import annotations

from renderer.compositor.planes import Plane
from renderer.kernels.places import steps_about
from renderer.kernels.resampling import resample

Pin = tuple[tuple[int, int], tuple[int, int]]
"""A pixel corner (x, y) of the target and the one of the source that lies under it at every size."""


def enlarge_about(source: Plane, scale: float, pin: Pin, target: Plane) -> None:
    """Fill `target` from `source` at `scale` source pixels to a target pixel, linear between pixels."""
    across, down = (steps_about(here, there, scale) for here, there in zip(*pin, strict=True))
    resample(target, source, across, down)
