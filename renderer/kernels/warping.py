"""Warps cels: resamples interleaved channels directly into the planes of sheets."""

from __future__ import annotations

import struct
from typing import Final, TypeAlias

from renderer.kernels import checks, pictures, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import library
from renderer.kernels.pictures import Pixels
from renderer.kernels.sheets import Sheets, room

_ONE: Final = 1 << 20
"""One pixel in the fixed point of places."""

Map: TypeAlias = tuple[float, float, float, float, float, float]
"""x' = [0] x + [1] y + [2]; y' = [3] x + [4] y + [5]: from indices of the target to those of the source."""

_Places: TypeAlias = tuple[int, int, int, int, int, int]
"""A map in fixed point."""

_SOURCES: Final = struct.Struct("@" + "Pn6q2i" * 2)
"""The second part of `Warp` of warp.c."""

_CHANNELS: Final = 4
_FARTHEST: Final = _ONE << 24


def warped(
    luma: Pixels, chroma: Pixels, size: tuple[int, int], *, by: tuple[Map, Map], revealed: bool = False
) -> Sheets:
    """Sheets of a `size` (width, height), both even, resampled as `by` maps luma and chroma.

    Both pictures have shape (height, width, 4): Y, cover, reveal map and an unused channel; U, V, cover and
    reveal map. Interpolation is linear, with 0 beyond the picture. Reveal maps are left out unless
    `revealed`.

    Raises:
        ValueError: a picture or the size cannot be used, or places are too far away.
    """
    luma, chroma = pictures.picture(luma, _CHANNELS), pictures.picture(chroma, _CHANNELS)
    bright, colour = _places(by[0], size), _places(by[1], size)
    target = room(size, revealed=revealed)
    if compiled := library():
        sources = _SOURCES.pack(*_read(luma, bright), *_read(chroma, colour))
        compiled.clipwright_warp(target.record + sources)
        return target
    (first, blue, red), (cover, small) = target.colours, target.cover
    _fill([first, cover, *target.reveal[:1]], luma, bright)
    _fill([blue, red, small, *target.reveal[1:]], chroma, colour)
    return target


def _places(by: Map, size: tuple[int, int]) -> _Places:
    xx, xy, x, yx, yy, y = (round(part * _ONE) for part in by)
    farthest = max(
        abs(x) + abs(xx) * size[0] + abs(xy) * size[1], abs(y) + abs(yx) * size[0] + abs(yy) * size[1]
    )
    if farthest > _FARTHEST:
        message = f"{by} leads too far away"
        raise ValueError(message)
    return xx, xy, x, yx, yy, y


def _read(source: Pixels, places: _Places) -> tuple[int, ...]:
    return checks.address(source), source.strides[0], *places, source.shape[1], source.shape[0]


def _fill(planes: list[Samples], source: Pixels, places: _Places) -> None:
    found = reference.warped(source, planes[0].shape, places)
    for number, plane in enumerate(planes):
        plane[:] = found[..., number]
