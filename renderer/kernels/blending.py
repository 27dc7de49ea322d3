"""Blending premultiplied colour over a plane by its cover, in one pass and rounded once."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import library

OPAQUE: Final = 256
"""The opacity of what is not faded."""

_BYTES: Final = 256


def blend_plane(
    target: Samples, colour: Samples, cover: Samples, *, opacity: int = OPAQUE, keeps: bool = False
) -> None:
    """`target * (1 - cover * opacity) + colour * opacity`, at most 255; all planes of one shape.

    `opacity` is in [0, 256]; with `keeps`, `cover` holds what is left of the target instead.

    Raises:
        ValueError: an array cannot be used as it is, or the opacity is outside its range.
    """
    if not 0 <= opacity <= OPAQUE:
        message = f"opacity {opacity} is outside [0, {OPAQUE}]"
        raise ValueError(message)
    colour, cover = (checks.source(plane, shape=target.shape) for plane in (colour, cover))
    checks.target(target, colour, cover)
    flip = 255 if keeps else 0
    compiled = library()
    if not compiled:
        reference.blend(target, colour, cover ^ np.uint8(flip), np.int64(opacity))
        return
    height, width = target.shape
    planes = *checks.place(colour), *checks.place(cover)
    compiled.clipwright_blend(*checks.place(target), width, height, *planes, None, 0, None, opacity, flip)


def reveal_plane(
    target: Samples, colour: Samples, cover: Samples, *, reveal: Samples, table: Samples
) -> None:
    """Blend as `blend_plane` does, each sample as visible as `table` (256 bytes) says for its `reveal`.

    Raises:
        ValueError: an array cannot be used as it is.
    """
    colour, cover, reveal = (checks.source(plane, shape=target.shape) for plane in (colour, cover, reveal))
    checks.target(target, colour, cover, reveal)
    if table.shape != (_BYTES,) or table.dtype != np.uint8:
        message = f"a table of {table.shape} {table.dtype} is not one of 256 bytes"
        raise ValueError(message)
    compiled = library()
    if not compiled:
        visible = table.astype(np.int64)[reveal]
        reference.blend(target, colour, cover, visible + (visible >> 7))
        return
    table = np.ascontiguousarray(table)
    height, width = target.shape
    planes = *checks.place(colour), *checks.place(cover), *checks.place(reveal)
    compiled.clipwright_blend(
        *checks.place(target), width, height, *planes, table.__array_interface__["data"][0], OPAQUE, 0
    )
