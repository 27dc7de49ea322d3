"""Shrinking a plane by a whole factor."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library

MOST: Final = 257
"""The largest factor: sums of so many bytes have 16 bits."""


def shrunk(plane: Samples, factor: int) -> Samples:
    """The plane with each box of `factor` x `factor` samples as their rounded mean; what is over is left out.

    Raises:
        ValueError: the plane cannot be used as it is, or holds no such box.
    """
    plane = checks.source(plane)
    if not 0 < factor <= min(MOST, *plane.shape):
        message = f"a plane of {plane.shape} is not shrunk {factor} times"
        raise ValueError(message)
    height, width = (side // factor for side in plane.shape)
    small = np.empty((height, width), np.uint8)
    compiled = library()
    if compiled:
        check(compiled.clipwright_shrink(*checks.place(small), width, height, *checks.place(plane), factor))
    else:
        small[:] = reference.shrunk(plane, factor)
    return small
