"""Softens a patch of a picture: brings its samples close to a blurred copy computed at reduced size.

The copy is the more blurred the more its surroundings vary: it is a mixture of a slight and a wide blur of
the shrunk patch, enlarged again linearly. Samples then differ from it by at most their `detail`.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples, Surface
from renderer.kernels.library import check, library
from renderer.kernels.places import steps

WHOLE: Final = 1 << 14
"""Sum of the weights of a blur."""

MOST: Final = 257
"""The largest factor: sums of this many bytes fit 16 bits."""

_REACH: Final = 3.0
"""Standard deviations after which a blur is cut off."""

_RECORD: Final = struct.Struct("@3P8i2q")
"""`Patch` of soften.c."""

Weights = npt.NDArray[np.uint16]


class Patch(Struct, frozen=True, eq=False):
    """A patch of a plane, checked once for any number of draws; made by `patch`.

    `detail` is how far each sample may differ from the blurred copy, in which one sample stands for `shrink`
    x `shrink` of the patch. `weights` are those of the wide and the slight blur, `record` the structure
    passed to C.
    """

    corner: tuple[int, int]
    detail: Samples
    shrink: int
    weights: tuple[Weights, Weights]
    record: bytes


def patch(corner: tuple[int, int], detail: Samples, *, shrink: int, sigmas: tuple[float, float]) -> Patch:
    """The patch with the shape of `detail` at `corner` (x, y).

    `sigmas` are the standard deviations of the wide and the slight blur, in samples of the small copy, above
    0.

    Raises:
        ValueError: `detail` cannot be used as it is, or its sides are not multiples of `shrink`.
    """
    rows, columns = detail.shape
    if not 0 < shrink <= MOST or rows % shrink or columns % shrink:
        message = f"a patch of {detail.shape} is not shrunk {shrink} times"
        raise ValueError(message)
    detail = np.ascontiguousarray(checks.source(detail))
    weights = gaussian(sigmas[0]), gaussian(sigmas[1])
    addresses = checks.address(detail), *map(checks.address, weights)
    reach = [len(each) // 2 for each in weights]
    way = steps(0.5 / shrink - 0.5, 1 / shrink)  # maps the whole copy onto the whole patch
    record = _RECORD.pack(*addresses, *reach, *corner, columns, rows, shrink, 0, *way)
    return Patch(corner, detail, shrink, weights, record)


def soften(target: Surface, luma: Patch, chroma: Patch, strength: Samples) -> None:
    """Soften one patch of luma, and another of both chroma planes.

    `strength` (256 bytes) gives the share of the wide blur, in 255ths, for each deviation of samples from
    their surroundings; the rest is the slight one.

    Raises:
        ValueError: a patch leaves its plane, the target cannot be written, or `strength` is not a table.
    """
    table = checks.table(strength).tobytes()
    compiled = library()
    if compiled:
        check(compiled.clipwright_soften(target.record, luma.record + chroma.record, table))
        return
    target.check_target(luma.detail, chroma.detail)
    parts = []
    for plane, place in zip(target.planes, (luma, chroma, chroma), strict=True):
        (left, top), (rows, columns) = place.corner, place.detail.shape
        part = plane[max(0, top) : top + rows, max(0, left) : left + columns]
        if part.shape != place.detail.shape:
            message = f"a patch of {place.detail.shape} at {place.corner} leaves a plane of {plane.shape}"
            raise ValueError(message)
        parts.append((part, place))
    for part, place in parts:
        way = steps(0.5 / place.shrink - 0.5, 1 / place.shrink)
        small = reference.shrunk(part, place.shrink)
        soft = reference.out_of_focus(small, place.weights, strength)
        part[:] = reference.clamped(part, place.detail, reference.resampled(soft, part.shape, way, way))


@lru_cache(maxsize=16)
def gaussian(sigma: float) -> Weights:
    """The weights of a Gaussian blur: an odd number that sum to `WHOLE`; read only."""
    reach = max(1, round(_REACH * sigma))
    falling = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights = np.rint(falling / falling.sum() * WHOLE).astype(np.int64)
    weights[reach] += WHOLE - weights.sum()
    made: Weights = weights.astype(np.uint16)
    made.flags.writeable = False
    return made
