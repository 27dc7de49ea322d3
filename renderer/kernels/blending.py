"""Blending premultiplied colour over planes by its cover, in one pass and rounded once.

Where cover is 0 nothing is drawn, whatever the colour says.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import library

OPAQUE: Final = 256
"""The opacity of what is not faded."""


def blend_plane(
    target: Samples, colour: Samples, cover: Samples, *, opacity: int = OPAQUE, keeps: bool = False
) -> None:
    """`target * (1 - cover * opacity) + colour * opacity`, at most 255; all planes of one shape.

    `opacity` is in [0, 256]; with `keeps`, `cover` holds what is left of the target instead.

    Raises:
        ValueError: an array cannot be used as it is, or the opacity is outside its range.
    """
    check_opacity(opacity)
    at, ((colour, adds), (cover, hides)) = checks.beside(target, colour, cover)
    flip = 255 if keeps else 0
    compiled = library()
    if not compiled:
        target[:] = reference.blended(target, colour, cover ^ np.uint8(flip), np.int64(opacity))
        return
    height, width = target.shape
    compiled.clipwright_blend(*at, width, height, *adds, *hides, opacity, flip)


def check_opacity(opacity: int) -> None:
    """Refuse an opacity outside [0, 256].

    Raises:
        ValueError: it is.
    """
    if not 0 <= opacity <= OPAQUE:
        message = f"opacity {opacity} is outside [0, {OPAQUE}]"
        raise ValueError(message)
