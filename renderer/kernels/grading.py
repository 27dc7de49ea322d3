"""Grades an 8-bit RGB picture into 4:2:0 planes: tone curve, colours, shade and dust in one pass."""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels import checks, colour_reference, pictures
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library

LEVEL: Final = 128
"""Units per level of dust and luma; each of the four chroma samples that are summed has a quarter of them."""

SHADE: Final = 32767
"""Shade of an unshaded pixel."""

_RGB: Final = 3
_BANKS: Final = 2
_FOUR: Final = 4
_LANE: Final = 16
_MOST: Final = (1 << _LANE) - 1


class GradingTables(Struct, frozen=True, eq=False, kw_only=True):
    """A grade as whole numbers, made by `grading_tables`.

    `shares` (3, 256): what each byte of red, green and blue adds to Y, U and V, 16 bits each. `zero`: the
    offsets contained in sums of one Y, four U and four V. `dust`: two squares of equal side, for luma and for
    chroma, that repeat: the plane's zero, noise and half a level, in 128ths.
    """

    shares: npt.NDArray[np.uint64]
    zero: tuple[int, int, int]
    dust: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]


def grading_tables(
    levels: npt.NDArray[np.float64], dust: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]
) -> GradingTables:
    """Tables from what each byte of red, green and blue adds to Y, U and V: `levels` (3, 256, 3), from zero.

    Raises:
        ValueError: the sums do not fit 16 bits.
    """
    fine = np.rint(levels * np.array([LEVEL, LEVEL / _FOUR, LEVEL / _FOUR])).astype(np.int64)
    least = fine.min(axis=1)
    most = (fine - least[:, None]).max(axis=1).sum(axis=0) * (1, _FOUR, _FOUR)
    if most.max() > _MOST:
        message = f"levels over {most.tolist()} parts are too many"
        raise ValueError(message)
    lanes = (fine - least[:, None]).astype(np.uint64)
    shares = lanes[..., 0] | lanes[..., 1] << np.uint64(_LANE) | lanes[..., 2] << np.uint64(2 * _LANE)
    zero = -least.sum(axis=0) * (1, _FOUR, _FOUR)
    shares = np.ascontiguousarray(shares)
    return GradingTables(shares=shares, zero=(int(zero[0]), int(zero[1]), int(zero[2])), dust=dust)


class _Grading(ctypes.Structure):
    """`Grading` of grade.c."""

    _fields_ = (
        ("planes", ctypes.c_void_p * 3),
        ("strides", ctypes.c_ssize_t * 3),
        ("image", ctypes.c_void_p),
        ("image_stride", ctypes.c_ssize_t),
        ("shares", ctypes.c_void_p),
        ("shade", ctypes.c_void_p),
        ("dust", ctypes.c_void_p * 2),
        ("zero", ctypes.c_int32 * 3),
        ("dust_row", ctypes.c_int32 * 3),
        ("dust_column", ctypes.c_int32 * 3),
        ("side", ctypes.c_int32),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
    )


def grade(
    targets: tuple[Samples, Samples, Samples],
    image: Samples,
    tables: GradingTables,
    *,
    shade: npt.NDArray[np.uint16],
    corners: tuple[tuple[int, int], ...],
) -> None:
    """Write Y, U and V of an image (height, width, 3), both sides even; Y in [16, 235], U and V in [16, 240].

    `shade` (half the height and width, at most `SHADE`) pulls levels towards the plane's zero. `corners`: for
    each plane the row and column of its dust under the first sample.

    Raises:
        ValueError: an array cannot be used as it is.
    """
    image = pictures.picture(image, _RGB)
    height, width = image.shape[:2]
    half, side = (height // 2, width // 2), len(tables.dust[0])
    if height % 2 or width % 2 or len(corners) != len(targets) or min(map(min, corners)) < 0:
        message = f"an image of {image.shape} with dust at {corners} makes no planes"
        raise ValueError(message)
    read = (pictures.span(image),)
    onto = [
        checks.target(plane, read, shape=shape)
        for plane, shape in zip(targets, ((height, width), half, half), strict=True)
    ]
    at = [place % side for corner in corners for place in corner]
    given = _Grading(
        planes=(ctypes.c_void_p * 3)(*(place[0] for place in onto)),
        strides=(ctypes.c_ssize_t * 3)(*(place[1] for place in onto)),
        image=image.ctypes.data,
        image_stride=image.strides[0],
        shares=pictures.numbers(tables.shares, np.uint64, (_RGB, 256)),
        shade=pictures.numbers(shade, np.uint16, half),
        dust=(ctypes.c_void_p * _BANKS)(
            *(pictures.numbers(bank, np.int16, (side, side)) for bank in tables.dust)
        ),
        zero=(ctypes.c_int32 * 3)(*tables.zero),
        dust_row=(ctypes.c_int32 * 3)(*at[::2]),
        dust_column=(ctypes.c_int32 * 3)(*at[1::2]),
        side=side,
        width=width,
        height=height,
    )
    compiled = library()
    if compiled:
        check(compiled.clipwright_grade(ctypes.byref(given)))
        return
    made = colour_reference.graded(
        image, tables.shares, tables.zero, tables.dust, shade=shade, corners=corners
    )
    for plane, levels in zip(targets, made, strict=True):
        plane[:] = levels
