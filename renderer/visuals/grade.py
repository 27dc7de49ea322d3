"""Developing: applies grade, vignette, grain and dither to a still once, while converting it to planes.

None of it runs per frame. The grain is fixed in the picture like that of a photograph; together with dither
of half a level it keeps dark gradients free of banding in 8 bits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.compositor.planes import Planes, allocate
from renderer.kernels import grading
from renderer.kernels.grading import LEVEL, SHADE, GradingTables, grading_tables
from renderer.painters.layered_picture import ByteImage, FloatImage

_TILE: Final = 512
_BLACK: Final = 16.0
_GREY: Final = 128.0
"""Levels towards which shade draws luma and chroma."""

_MOST: Final = 500.0
"""Maximum chroma range that a look may produce, in levels: twice the range that exists."""

_LUMA_WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722])


class Grade(Struct, frozen=True, kw_only=True):
    """The look of a pack.

    `gamma` > 0: below 1 brightens. `contrast` in [0.5, 1.8]: slope in the middle, with black and white fixed.
    `fade` in [0, 0.3]: how far black is lifted. `saturation` >= 0: 1 leaves colours as they are.
    `tint` in [0, 255] sRGB, mixed in by `tint_strength` in [0, 1] without changing brightness.
    `vignette` in [0, 1]: darkening of the corners. `grain`: rms of the grain in levels of luma, 0 to 6.
    """

    gamma: float = 1.0
    contrast: float = 1.0
    fade: float = 0.0
    saturation: float = 1.0
    tint: tuple[int, int, int] = (255, 255, 255)
    tint_strength: float = 0.0
    vignette: float = 0.0
    grain: float = 0.0


def develop(image: ByteImage, grade: Grade, *, seed: int) -> Planes:
    """Convert a painted raster, shape (height, width, 3) with even sides, to graded and dithered planes."""
    height, width = image.shape[:2]
    planes = allocate(width, height)
    seeds = (3 * seed, 3 * seed + 1, 3 * seed + 2)
    grading.grade(
        (planes.y, planes.u, planes.v),
        image,
        film_tables(grade),
        shade=_vignette(width // 2, height // 2, grade.vignette),
        corners=tuple((131 * each % _TILE, 197 * each % _TILE) for each in seeds),
    )
    return planes


@lru_cache(maxsize=8)
def tone_curve(grade: Grade) -> FloatImage:
    """Byte → level in [0, 255], float32, shape (256,): gamma, an S-curve around the middle, lifted black."""
    x = (np.arange(256) / 255) ** grade.gamma
    x = x - (grade.contrast - 1) * np.sin(2 * np.pi * x) / (2 * np.pi)
    return ((grade.fade + (1 - grade.fade) * np.clip(x, 0, 1)) * 255).astype(np.float32)


@lru_cache(maxsize=8)
def colour_matrix(grade: Grade) -> npt.NDArray[np.float64]:
    """Matrix (3, 3) for tone-mapped RGB: saturation about the luma, then the tint."""
    grey = np.tile(_LUMA_WEIGHTS, (3, 1))
    saturate = grade.saturation * np.eye(3) + (1 - grade.saturation) * grey
    tint = np.array(grade.tint) / 255
    tint = tint / max(float(_LUMA_WEIGHTS @ tint), 1e-3)
    return np.diag(1 + grade.tint_strength * (tint - 1)) @ saturate


@lru_cache(maxsize=8)
def film_tables(grade: Grade) -> GradingTables:
    """The tables by which pictures of this look are developed."""
    rows = np.vstack([LUMA_OF_RGB, CHROMA_OF_RGB])[:, :3] @ colour_matrix(grade)
    levels = rows.T[:, None, :] * tone_curve(grade)[None, :, None].astype(np.float64)
    reach = (levels.max(axis=1) - levels.min(axis=1)).sum(axis=0)
    levels *= _MOST / np.maximum(reach, _MOST)
    return grading_tables(levels, (_dust(grade.grain, _BLACK), _dust(0.0, _GREY)))


@lru_cache(maxsize=8)
def _dust(grain: float, zero: float) -> npt.NDArray[np.int16]:
    """The offset added to levels before rounding: `zero`, dither in [-0.5, 0.5), grain of the given rms."""
    dither = np.random.Generator(np.random.PCG64(11)).random((_TILE, _TILE), dtype=np.float32)
    return np.rint(LEVEL * (dither + grain * _grain() + np.float32(zero))).astype(np.int16)


@lru_cache(maxsize=1)
def _grain() -> FloatImage:
    """Noise of rms 1 that tiles seamlessly, a little softer than one pixel, like film grain."""
    fine = np.random.Generator(np.random.PCG64(12)).standard_normal((_TILE, _TILE), np.float32)
    padded = cv2.copyMakeBorder(fine, 4, 4, 4, 4, cv2.BORDER_WRAP)
    soft = np.asarray(cv2.GaussianBlur(padded, (0, 0), 0.7), np.float32)[4:-4, 4:-4]
    return np.asarray(soft / soft.std(), np.float32)


@lru_cache(maxsize=2)
def _vignette(width: int, height: int, strength: float) -> npt.NDArray[np.uint16]:
    """Factor in [1 - strength, 1] of `SHADE`, 1 in the middle, falling off towards the corners; read only."""
    rows, columns = np.mgrid[0:64, 0:36].astype(np.float32)
    radius = np.hypot((columns - 17.5) / 18, (rows - 31.5) / 32) / np.float32(np.sqrt(2))
    fall = np.clip((radius - 0.35) / 0.65, 0, 1) ** 2
    small = np.asarray(1 - strength * fall, np.float32)
    smooth = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    shade = np.rint(np.clip(smooth, 0, 1) * SHADE).astype(np.uint16)
    shade.flags.writeable = False
    return shade
