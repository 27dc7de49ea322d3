"""Paints colour on an RGB picture through a mask, in place and in one pass."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.kernels import checks, colour_reference, pictures
from renderer.kernels.checks import Samples, Span
from renderer.kernels.library import library

FULL: Final = 256
"""The strength of an unweakened mask."""

_MOST_LIGHT: Final = 16 * FULL
_RGB: Final = 3
_Colour = tuple[int, int, int]


def cover(ground: Samples, mask: Samples, paint: Samples | _Colour, *, strength: int = FULL) -> None:
    """Paint `ground * (1 - mask) + paint * mask`, rounded once; the mask is scaled by `strength` / 256.

    `ground` (height, width, 3) is painted in place; `mask` is (height, width), `paint` a picture of the
    ground's size or one colour, `strength` in [0, 256].

    Raises:
        ValueError: an array cannot be used as it is, or the strength is out of range.
    """
    _lay(ground, mask, paint, strength=strength, most=FULL)


def add_light(ground: Samples, mask: Samples, paint: Samples | _Colour, *, strength: int = FULL) -> None:
    """Paint `ground + paint * mask * strength / 256`, at most 255, in place; `strength` in [0, 4096].

    Raises:
        ValueError: an array cannot be used as it is, or the strength is out of range.
    """
    _lay(ground, mask, paint, strength=strength, most=_MOST_LIGHT)


def _lay(ground: Samples, mask: Samples, paint: Samples | _Colour, *, strength: int, most: int) -> None:
    if not 0 <= strength <= most:
        message = f"strength {strength} is outside [0, {most}]"
        raise ValueError(message)
    mask = checks.source(mask, shape=ground.shape[:2])
    read: tuple[Span, ...] = (pictures.span(mask),)
    from_picture: tuple[int | None, int] = (None, 0)
    colour = bytes(_RGB)
    if isinstance(paint, tuple):
        colour = bytes(paint)
        if len(colour) != _RGB:
            message = f"{paint} is no colour"
            raise ValueError(message)
    else:
        paint = pictures.picture(paint, _RGB, shape=ground.shape)
        read, from_picture = (*read, pictures.span(paint)), pictures.place(paint)
    onto = pictures.painted(ground, _RGB, read=read)
    adds = most > FULL
    compiled = library()
    if not compiled:
        over = np.broadcast_to(np.array(paint, np.uint8), ground.shape)
        painted = colour_reference.added if adds else colour_reference.covered
        ground[:] = painted(ground, mask, over, strength)
        return
    height, width = ground.shape[:2]
    through = checks.place(mask)
    compiled.clipwright_paint(*onto, width, height, *from_picture, colour, *through, strength, adds)
