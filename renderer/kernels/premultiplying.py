"""Prepares painted RGBA for drawing: a layer as graded, premultiplied luma and chroma, a sprite as planes."""

from __future__ import annotations

import ctypes
import struct
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels import colour_reference, pictures, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library
from renderer.kernels.pictures import Pixels

LEVEL: Final = 128
MATRIX: Final = 1 << 13
GAIN: Final = 1 << 14
"""Fixed-point units: of one level in tones and luma's zero, of 1 in the matrix, of 1 in gains."""

_RASTER: Final = struct.Struct("@Pn5P12f2i")
"""`Raster` of sprites.c."""

_RGBA: Final = 4
_TONES: Final = 256


class LayerTables(Struct, frozen=True, eq=False, kw_only=True):
    """The grade of a layer as whole numbers.

    `tone` (256,): the level of each byte, in 128ths. `matrix` (3, 3): from toned to graded red, green and
    blue, 8192 is 1, each row's sum below 8. `gains` (4, 3): from graded colours to luma, U, V and the cover
    of light, 16384 is 1, each row's sum at most 1. `zero`: luma of black, in 128ths. `light`: whether the
    layer adds light.
    """

    tone: npt.NDArray[np.int16]
    matrix: npt.NDArray[np.int16]
    gains: npt.NDArray[np.int16]
    zero: int
    light: bool


class _Layer(ctypes.Structure):
    """`Layer` of premultiply.c."""

    _fields_ = (
        ("luma", ctypes.c_void_p),
        ("chroma", ctypes.c_void_p),
        ("luma_stride", ctypes.c_ssize_t),
        ("chroma_stride", ctypes.c_ssize_t),
        ("image", ctypes.c_void_p),
        ("image_stride", ctypes.c_ssize_t),
        ("tone", ctypes.c_void_p),
        ("matrix", ctypes.c_void_p),
        ("gains", ctypes.c_void_p),
        ("zero", ctypes.c_int32),
        ("light", ctypes.c_int32),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
    )


def premultiplied(image: Pixels, tables: LayerTables, *, margin: int) -> tuple[Pixels, Pixels]:
    """Luma and chroma of a layer (height, width, 4) with straight alpha, plus an empty edge of even `margin`.

    Luma is (even height, even width, 4): Y, cover, 0 and 0. Chroma has half the sides: U, V, cover and 0.

    Raises:
        ValueError: the image or a table cannot be used as it is, or the margin is odd or negative.
    """
    image = pictures.picture(image, _RGBA)
    height, width = image.shape[:2]
    if margin % 2 or margin < 0:
        message = f"a margin of {margin} is not even"
        raise ValueError(message)
    tall, wide = (side + side % 2 + 2 * margin for side in (height, width))
    luma, chroma = np.zeros((tall, wide, 4), np.uint8), np.zeros((tall // 2, wide // 2, 4), np.uint8)
    inner = luma[margin:, margin:], chroma[margin // 2 :, margin // 2 :]
    given = _Layer(
        luma=inner[0].ctypes.data,
        chroma=inner[1].ctypes.data,
        luma_stride=luma.strides[0],
        chroma_stride=chroma.strides[0],
        image=image.ctypes.data,
        image_stride=image.strides[0],
        tone=pictures.numbers(tables.tone, np.int16, (_TONES,)),
        matrix=pictures.numbers(tables.matrix, np.int16, (3, 3)),
        gains=pictures.numbers(tables.gains, np.int16, (4, 3)),
        zero=tables.zero,
        light=tables.light,
        width=width,
        height=height,
    )
    compiled = library()
    if compiled:
        check(compiled.clipwright_premultiply(ctypes.byref(given)))
        return luma, chroma
    full, half = colour_reference.premultiplied(
        image, tables.tone, tables.matrix, tables.gains, zero=tables.zero, light=tables.light
    )
    inner[0][: full.shape[0], : full.shape[1]] = full
    inner[1][: half.shape[0], : half.shape[1]] = half
    return luma, chroma


def extents(image: Pixels) -> npt.NDArray[np.int32]:
    """First visible column of each row of an RGBA image, and the column after the last, shape (height, 2).

    A row with nothing visible has its width and 0.

    Raises:
        ValueError: the image cannot be used as it is.
    """
    image = pictures.picture(image, _RGBA)
    height, width = image.shape[:2]
    found = np.empty((height, 2), np.int32)
    compiled = library()
    if compiled:
        compiled.clipwright_extents(found.ctypes.data, *pictures.place(image), width, height)
    else:
        found[:] = colour_reference.extents(image[..., 3])
    return found


def separated(
    rgba: Pixels, gains: npt.NDArray[np.float32]
) -> tuple[Samples, Samples, Samples, Samples, Samples]:
    """Y, U, V and what of the ground is kept in luma and in chroma, of premultiplied RGBA with even sides.

    `gains` (3, 4) are what red, green, blue and alpha add to Y, U and V; chroma is that of the mean of 2 x 2
    pixels.

    Raises:
        ValueError: an array has another shape, or a side is odd.
    """
    rgba = pictures.picture(rgba, _RGBA)
    height, width = rgba.shape[:2]
    if height % 2 or width % 2 or gains.shape != (3, _RGBA):
        message = f"a raster of {rgba.shape} has no chroma of half its size, or {gains.shape} are no gains"
        raise ValueError(message)
    compiled = library()
    if not compiled:
        return reference.separated(rgba, gains)
    luma, kept = np.empty((2, height, width), np.uint8)
    blue, red, kept_half = np.empty((3, height // 2, width // 2), np.uint8)
    planes = luma, blue, red, kept, kept_half
    written = (plane.ctypes.data for plane in planes)
    given = _RASTER.pack(rgba.ctypes.data, rgba.strides[0], *written, *gains.ravel().tolist(), width, height)
    compiled.clipwright_separate(given)
    return planes
