"""Blends small premultiplied pictures onto a surface, clipped to it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples, Surface
from renderer.kernels.library import check, library
from renderer.kernels.places import OPAQUE, check_opacity

_PLANES: Final = struct.Struct("@5P5n2i")
_PLACED: Final = struct.Struct("@4i")
"""The two parts of `Sprite` of sprites.c."""


class SpritePlanes(Struct, frozen=True, eq=False):
    """Colours and how much ground they keep, checked once for any number of draws; see `sprite_planes`.

    `keep` is for luma and for chroma. `record` is the structure passed to C.
    """

    colours: tuple[Samples, Samples, Samples]
    keep: tuple[Samples, Samples]
    record: bytes


class PlacedPlanes(NamedTuple):
    """Planes with their corner at (`left`, `top`), even; `opacity` in [0, 256]."""

    planes: SpritePlanes
    left: int
    top: int
    opacity: int = OPAQUE


def sprite_planes(colours: tuple[Samples, Samples, Samples], keep: tuple[Samples, Samples]) -> SpritePlanes:
    """The planes as `blend_sprites` takes them: the chroma planes are half as wide and high as luma.

    Raises:
        ValueError: an array cannot be used as it is, or the shapes do not match.
    """
    rows, columns = shape = colours[0].shape
    half = rows // 2, columns // 2
    if rows % 2 or columns % 2:
        message = f"a sprite of {shape} has no chroma of half its size"
        raise ValueError(message)
    shapes = shape, half, half, shape, half
    (luma, blue, red, kept, kept_half), at = checks.sources(zip((*colours, *keep), shapes, strict=True))
    addresses, strides = zip(*at, strict=True)
    record = _PLANES.pack(*addresses, *strides, columns, rows)
    return SpritePlanes((luma, blue, red), (kept, kept_half), record)


def blend_sprites(target: Surface, sprites: Sequence[PlacedPlanes]) -> None:
    """Blend `ground * keep / 255 + colour`, faded by the opacity; the first sprite is drawn lowest.

    Raises:
        ValueError: a corner is odd, an opacity out of range, or the target cannot be written or is also read.
    """
    compiled = library()
    if compiled:
        records = (
            part
            for planes, left, top, opacity in sprites
            for part in (planes.record, _PLACED.pack(left, top, opacity, 0))
        )
        check(compiled.clipwright_sprites(target.record, b"".join(records), len(sprites)))
        return
    for planes, left, top, opacity in sprites:
        check_opacity(opacity)
        if left % 2 or top % 2:
            message = f"({left}, {top}) are odd"
            raise ValueError(message)
        target.check_target(*planes.colours, *planes.keep)
    for placed in sprites:
        _blend(target, placed)


def _blend(target: Surface, sprite: PlacedPlanes) -> None:
    for number, (ground, colour) in enumerate(zip(target.planes, sprite.planes.colours, strict=True)):
        part = 2 if number else 1
        left, top = sprite.left // part, sprite.top // part
        rows, columns = (
            range(max(0, start), max(0, min(limit, start + side)))
            for start, side, limit in zip((top, left), colour.shape, ground.shape, strict=True)
        )
        if not rows or not columns:
            return
        here = np.s_[rows.start : rows.stop, columns.start : columns.stop]
        there = np.s_[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
        cover = sprite.planes.keep[number > 0][there] ^ np.uint8(255)
        ground[here] = reference.blended(ground[here], colour[there], cover, np.int64(sprite.opacity))
