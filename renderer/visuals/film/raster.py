"""The raster that a picture is painted on, larger than the frame where the camera moves."""

from __future__ import annotations

import math
from typing import Final

OVERSAMPLE: Final = 1.08
"""Raster size relative to the frame under a moving camera: at this zoom it is shown one to one."""


def raster_side(side: int) -> int:
    """Even number of raster pixels for a side of the frame under a moving camera."""
    return 2 * math.ceil(side * OVERSAMPLE / 2)
