"""A level follower: a one-pole filter with different rates upwards and downwards."""

from __future__ import annotations

import numpy as np

from renderer.kernels.library import library
from renderer.kernels.sound import checks, reference
from renderer.kernels.sound.checks import Doubles


def followed(values: Doubles, *, up: float, down: float) -> Doubles:
    """The level after each value (count,), starting at the first one.

    It moves by the share `up` of the difference to a higher value, and by `down` to a lower one.

    Raises:
        ValueError: the values are not one row, or too many.
    """
    if values.ndim != 1 or len(values) > checks.MOST:
        message = f"values of shape {values.shape} are not one row"
        raise ValueError(message)
    given = np.ascontiguousarray(values, np.float64)
    smooth = np.empty(len(given))
    level = float(given[0]) if len(given) else 0.0
    compiled = library()
    if not compiled:
        smooth[:] = reference.followed(given.tolist(), level, up=up, down=down)
        return smooth
    compiled.clipwright_follow(checks.address(smooth), checks.address(given), len(given), level, up, down)
    return smooth
