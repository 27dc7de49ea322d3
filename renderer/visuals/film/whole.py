"""A user's picture shown whole: on its own plain ground, or on a soft and darker copy of itself."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from renderer.compositor.resizing import resized
from renderer.core.picture_spec import NO_REGION, Region
from renderer.painters.layered_picture import ByteImage, FloatImage

MOST_ENLARGED: Final = 1.6
_EDGE: Final = 0.05
"""Room between picture and frame, as a share of the frame's shorter side."""

_DARKER: Final = 0.55
_BLUR, _SHADOW = 0.04, 0.02
"""Standard deviations as shares of the frame's shorter side."""


def shown_whole(picture: ByteImage, size: tuple[int, int], *, captions: Region, plain: bool) -> ByteImage:
    """RGB of `size` (width, height): the picture clear of the captions, as large as it fits.

    A picture with a `plain` border is placed on that border's colour.
    """
    left, top, right, bottom = _place(picture.shape[1], picture.shape[0], size, captions)
    shown = resized(picture, (right - left, bottom - top))
    if plain:
        canvas = np.empty((size[1], size[0], 3), np.uint8)
        canvas[:] = np.median(
            np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]]), axis=0
        )
    else:
        canvas = _ground(picture, size, (left, top, right, bottom))
    canvas[top:bottom, left:right] = shown
    return canvas


def _place(width: int, height: int, size: tuple[int, int], captions: Region) -> tuple[int, int, int, int]:
    """Left, top, right and bottom: in the larger of the bands above and below the captions."""
    edge = _EDGE * min(size)
    bands = [(edge, size[1] - edge)]
    if captions != NO_REGION:
        bands = [(edge, captions[1] * size[1] - edge / 2), (captions[3] * size[1] + edge / 2, size[1] - edge)]
    top, bottom = max(bands, key=lambda band: round(band[1] - band[0], 3))
    scale = min((size[0] - 2 * edge) / width, max(bottom - top, 2.0) / height, MOST_ENLARGED)
    wide, tall = max(2, round(width * scale)), max(2, round(height * scale))
    x, y = round((size[0] - wide) / 2), round((top + bottom - tall) / 2)
    return x, y, x + wide, y + tall


def _ground(picture: ByteImage, size: tuple[int, int], place: tuple[int, int, int, int]) -> ByteImage:
    """The picture's middle over the whole frame, out of focus and darker, with the picture's shadow on it."""
    scale = max(size[0] / picture.shape[1], size[1] / picture.shape[0])
    wide, tall = picture.shape[1] * scale, picture.shape[0] * scale
    part = size[0] / wide, size[1] / tall
    columns = round(picture.shape[1] * (1 - part[0]) / 2), round(picture.shape[1] * (1 + part[0]) / 2)
    rows = round(picture.shape[0] * (1 - part[1]) / 2), round(picture.shape[0] * (1 + part[1]) / 2)
    middle = picture[rows[0] : max(rows[1], rows[0] + 1), columns[0] : max(columns[1], columns[0] + 1)]
    small = cv2.resize(middle, (max(2, size[0] // 8), max(2, size[1] // 8)), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(1.0, _BLUR * min(size) / 8))
    ground = np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_CUBIC), np.float32)
    return np.clip(ground * (_DARKER * (1 - 0.6 * _shadow(size, place)[..., None])), 0, 255).astype(np.uint8)


def _shadow(size: tuple[int, int], place: tuple[int, int, int, int]) -> FloatImage:
    mask = np.zeros((size[1], size[0]), np.float32)
    left, top, right, bottom = place
    drop = round(0.012 * min(size))
    mask[top + drop : bottom + drop, left:right] = 1.0
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), _SHADOW * min(size)), np.float32)
