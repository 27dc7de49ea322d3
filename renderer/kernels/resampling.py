"""Separable linear resampling of planes: zooms, slides and enlargements in one pass over the target.

Places are rounded to 1/128 of a sample horizontally and 1/32768 vertically; samples are interpolated
linearly, within 1.5 levels of exact arithmetic even between black and white neighbours. Places outside the
source take its nearest sample.
"""

from __future__ import annotations

import struct
from typing import Final

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples, Surface
from renderer.kernels.library import check, library, packed
from renderer.kernels.places import Steps, check_places

Ways = tuple[Steps, Steps]
"""Horizontal and vertical places."""

_VIEW: Final = struct.Struct("@8q")
"""`View` of resample.c."""


def resample(target: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """Fill `target` from `source` at these places for its columns and rows.

    Raises:
        ValueError: an array cannot be used as it is, or places are too far away.
    """
    source = checks.source(source)
    there = checks.place(source)
    here = checks.target(target, [checks.span(source, there)])
    check_places(across, down, target.shape)
    compiled = library()
    if not compiled:
        target[:] = reference.resampled(source, target.shape, across, down)
        return
    height, width = target.shape
    rows, columns = source.shape
    check(compiled.clipwright_resample(*here, width, height, *there, columns, rows, *across, *down))


def view(target: Surface, source: Surface, luma: Ways, chroma: Ways) -> None:
    """Fill all planes of `target` from those of `source`, at places for luma and for both chroma planes.

    Raises:
        ValueError: the target cannot be written or shares memory with the source, or places are too far away.
    """
    compiled = library()
    if compiled:
        check(
            compiled.clipwright_view(
                target.record, source.record, packed(_VIEW, *luma[0], *luma[1], *chroma[0], *chroma[1])
            )
        )
        return
    target.check_target(*source.planes)
    ways = luma, chroma, chroma
    for plane, way in zip(target.planes, ways, strict=True):
        check_places(*way, plane.shape)
    for plane, other, way in zip(target.planes, source.planes, ways, strict=True):
        plane[:] = reference.resampled(other, plane.shape, *way)
