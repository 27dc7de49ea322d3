"""Developing: grade, vignette, grain and dither are put into a still once, on its way to planes.

Nothing of it runs per frame. The grain is fixed in the picture like the grain of a photograph; together
with half a level of dither it keeps dark gradients free of bands in 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.compositor.planes import Planes, allocate
from renderer.painters.drawing.noise import tiled
from renderer.painters.layered_picture import ByteImage, FloatImage, RgbImage, as_bytes, as_floats

_STRIP: Final = 64
"""Rows developed at a time: a strip of floats stays in the processor's cache."""

_TILE: Final = 512
_BLACK: Final = 16.0
_GREY: Final = 128.0
"""Where shade draws luma and chroma to."""

_LUMA_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722])


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The look of a pack.

    `gamma` > 0: below 1 brightens. `contrast` in [0.5, 1.8]: slope in the middle, black and white stay.
    `fade` in [0, 0.3]: how far black is lifted. `saturation` >= 0: 1 leaves colours as they are.
    `tint` in [0, 255] sRGB, mixed in by `tint_strength` in [0, 1] without changing brightness.
    `vignette` in [0, 1]: darkening of the corners. `grain`: levels rms of luma, 0 to 6.
    """

    gamma: float = 1.0
    contrast: float = 1.0
    fade: float = 0.0
    saturation: float = 1.0
    tint: tuple[int, int, int] = (255, 255, 255)
    tint_strength: float = 0.0
    vignette: float = 0.0
    grain: float = 0.0


def develop(image: RgbImage, grade: Grade, *, seed: int) -> Planes:
    """Planes of a painted raster, shape (height, width, 3), both sides even, graded and dithered."""
    height, width = image.shape[:2]
    planes = allocate(width, height)
    shade = _vignette(width // 2, height // 2, grade.vignette)
    for top in range(0, height, _STRIP):
        rows = slice(top, min(top + _STRIP, height))
        _develop_strip(image[rows], planes, shade=shade, rows=rows, grade=grade, seed=seed)
    return planes


def grade_colours(image: RgbImage, grade: Grade) -> ByteImage:
    """The raster in the pack's colours, still RGB, without vignette and grain."""
    toned = cv2.transform(_toned(image, grade), colour_matrix(grade))
    return as_bytes(toned)


@lru_cache(maxsize=8)
def tone_curve(grade: Grade) -> FloatImage:
    """Byte → level in [0, 255], float32, shape (256,): gamma, an S around the middle, lifted black."""
    x = (np.arange(256) / 255) ** grade.gamma
    x = x - (grade.contrast - 1) * np.sin(2 * np.pi * x) / (2 * np.pi)
    return ((grade.fade + (1 - grade.fade) * np.clip(x, 0, 1)) * 255).astype(np.float32)


@lru_cache(maxsize=8)
def colour_matrix(grade: Grade) -> npt.NDArray[np.float64]:
    """(3, 3) on toned RGB: saturation about the luma, then the tint."""
    grey = np.tile(_LUMA_WEIGHTS, (3, 1))
    saturate = grade.saturation * np.eye(3) + (1 - grade.saturation) * grey
    tint = np.array(grade.tint) / 255
    tint = tint / max(float(_LUMA_WEIGHTS @ tint), 1e-3)
    return np.diag(1 + grade.tint_strength * (tint - 1)) @ saturate


def _develop_strip(
    image: RgbImage, planes: Planes, *, shade: FloatImage, rows: slice, grade: Grade, seed: int
) -> None:
    toned = _toned(image, grade)
    small = cv2.resize(image, (toned.shape[1] // 2, toned.shape[0] // 2), interpolation=cv2.INTER_AREA)
    half = _toned(as_bytes(small) if image.dtype == np.uint8 else as_floats(small), grade)
    half_rows = slice(rows.start // 2, rows.stop // 2)
    to_luma, *to_chroma = _plane_rows(grade)
    luma = as_floats(cv2.transform(toned, to_luma))
    dust = _Dust(bank=_noise_bank(grade.grain, _BLACK), row=rows.start, seed=seed * 3)
    _quantised(luma, _doubled(shade, rows), dust, into=planes.y[rows], ceiling=235)
    half_shade = shade[half_rows]
    for index, (to_plane, plane) in enumerate(zip(to_chroma, (planes.u, planes.v), strict=True)):
        dust = _Dust(bank=_noise_bank(0.0, _GREY), row=half_rows.start, seed=seed * 3 + 1 + index)
        level = as_floats(cv2.transform(half, to_plane))  # OpenCV makes one plane ten times as fast as two
        _quantised(level, half_shade, dust, into=plane[half_rows], ceiling=240)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Dust:
    """What is added before rounding from this row of a plane on: a bank, moved as the seed says."""

    bank: FloatImage
    row: int
    seed: int


def _quantised(level: FloatImage, shade: FloatImage, dust: _Dust, *, into: ByteImage, ceiling: int) -> None:
    """Distances from black or grey drawn in by `shade`, put back in place and rounded by `dust`."""
    cv2.multiply(level, shade, dst=level)
    first = (dust.row + dust.seed * 131) % _TILE, dust.seed * 197 % _TILE
    for place, there in tiled(level.shape, _TILE, *first):
        cv2.add(level[place], dust.bank[there], dst=into[place], dtype=cv2.CV_8U)
    np.maximum(np.minimum(into, np.uint8(ceiling), out=into), np.uint8(16), out=into)


def _doubled(shade: FloatImage, rows: slice) -> FloatImage:
    """These rows of the shade at twice its size; it is so smooth that nothing is lost between its pixels."""
    first, last = max(rows.start // 2 - 1, 0), min(rows.stop // 2 + 1, len(shade))
    part = cv2.resize(shade[first:last], (2 * shade.shape[1], 2 * (last - first)))
    return as_floats(part)[rows.start - 2 * first : rows.stop - 2 * first]


def _toned(image: RgbImage, grade: Grade) -> FloatImage:
    curve = tone_curve(grade)
    if image.dtype == np.uint8:
        return as_floats(cv2.LUT(np.ascontiguousarray(image), curve))
    position = as_floats(np.clip(as_floats(image), 0, 1) * 255)
    return _interpolated(position, curve)


def _interpolated(position: FloatImage, curve: FloatImage) -> FloatImage:
    index = position.astype(np.int32)
    np.minimum(index, 254, out=index)
    step = np.diff(curve)
    return as_floats(curve[index] + step[index] * (position - index))


@lru_cache(maxsize=8)
def _plane_rows(grade: Grade) -> tuple[npt.NDArray[np.float64], ...]:
    """Toned RGB → graded luma as distance from black, Cb and Cr from grey: three of shape (1, 4)."""
    rows = np.vstack([LUMA_OF_RGB, CHROMA_OF_RGB])
    from_zero = rows[:, 3:] - np.array([[_BLACK], [_GREY], [_GREY]])
    return tuple(np.vsplit(np.hstack([rows[:, :3] @ colour_matrix(grade), from_zero]), 3))


@lru_cache(maxsize=8)
def _noise_bank(grain: float, zero: float) -> FloatImage:
    """`zero`, dither in [-0.5, 0.5) and grain of that rms: what is added to levels before rounding."""
    dither = np.random.Generator(np.random.PCG64(11)).random((_TILE, _TILE), dtype=np.float32)
    return dither + grain * _grain() + np.float32(zero - 0.5)


@lru_cache(maxsize=1)
def _grain() -> FloatImage:
    """Noise of rms 1 that tiles without a seam, a little softer than one pixel, as film grain is."""
    fine = np.random.Generator(np.random.PCG64(12)).standard_normal((_TILE, _TILE), np.float32)
    padded = cv2.copyMakeBorder(fine, 4, 4, 4, 4, cv2.BORDER_WRAP)
    soft = np.asarray(cv2.GaussianBlur(padded, (0, 0), 0.7), np.float32)[4:-4, 4:-4]
    return np.asarray(soft / soft.std(), np.float32)


def _vignette(width: int, height: int, strength: float) -> FloatImage:
    """Factor in [1 - strength, 1], 1 in the middle, falling off towards the corners."""
    rows, columns = np.mgrid[0:64, 0:36].astype(np.float32)
    radius = np.hypot((columns - 17.5) / 18, (rows - 31.5) / 32) / np.float32(np.sqrt(2))
    fall = np.clip((radius - 0.35) / 0.65, 0, 1) ** 2
    small = np.asarray(1 - strength * fall, np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
