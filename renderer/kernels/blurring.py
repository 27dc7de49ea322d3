"""Blurring a small plane."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library

WHOLE: Final = 1 << 14
"""What the weights of a blur sum to."""

_REACH: Final = 3.0
"""Standard deviations beyond which nothing counts."""


def blurred(plane: Samples, sigma: float) -> Samples:
    """The plane under a Gaussian of standard deviation `sigma` (samples, above 0); edges are repeated.

    Raises:
        ValueError: the plane cannot be used as it is.
    """
    plane = checks.source(plane)
    weights = _gaussian(sigma)
    soft = np.empty(plane.shape, np.uint8)
    compiled = library()
    if not compiled:
        soft[:] = reference.blurred(plane, weights)
        return soft
    height, width = plane.shape
    given = *checks.place(soft), width, height, *checks.place(plane)
    check(compiled.clipwright_blur(*given, checks.address(weights), len(weights) // 2))
    return soft


@lru_cache(maxsize=16)
def _gaussian(sigma: float) -> npt.NDArray[np.uint16]:
    """An odd number of weights that sum to `WHOLE`; read only."""
    reach = max(1, round(_REACH * sigma))
    falling = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights = np.rint(falling / falling.sum() * WHOLE).astype(np.int64)
    weights[reach] += WHOLE - weights.sum()
    made: npt.NDArray[np.uint16] = weights.astype(np.uint16)
    made.flags.writeable = False
    return made
