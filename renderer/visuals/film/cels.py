"""From painted layers to cels: graded, premultiplied planes with cover, cropped to what can be seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.kernels.premultiplying import GAIN, LEVEL, MATRIX, LayerTables, extents, premultiplied
from renderer.painters.layered_picture import ByteImage, Layer, as_bytes
from renderer.visuals.film.cel import Cel
from renderer.visuals.grade import Grade, colour_matrix, tone_curve

_MARGIN: Final = 2
"""Transparent pixels on all sides, one of them in chroma, so that edges fade out inside the image."""

_BLOCK: Final = 4
"""Block size in pixels for bounds that need not be exact."""

_NEIGHBOURS: Final = np.ones((5, 5), np.uint8)
"""As far as halving and a sub-pixel shift reach beyond a pixel."""

_BLANK: Final = np.zeros(1, np.uint8)
_LUMA_WEIGHTS: Final = np.array([[0.2126, 0.7152, 0.0722]])
_MOST_GAIN: Final = 3.9
"""The maximum that a fixed-point matrix can hold."""


def prepare(layer: Layer, grade: Grade) -> Cel:
    """Prepare a layer for drawing; an invisible layer becomes a cel of 2 x 2 empty pixels and its margin."""
    seen = extents(layer.image)
    left, top, right, bottom = _visible_bounds(seen, layer.image.shape[1])
    part = layer.image[top:bottom, left:right]
    luma, chroma = premultiplied(part, layer_tables(grade, light=layer.light), margin=_MARGIN)
    if layer.reveal.size:
        height, width = luma.shape[:2]
        cover = _margined(as_bytes(cv2.extractChannel(part, 3)))
        reveal = _spread(_margined(layer.reveal[top:bottom, left:right]), cover)
        cv2.insertChannel(reveal, luma, 2)
        cv2.insertChannel(
            cv2.resize(reveal, (width // 2, height // 2), interpolation=cv2.INTER_AREA), chroma, 3
        )
    return Cel(
        luma=luma,
        chroma=chroma,
        offset_x=left - _MARGIN,
        offset_y=top - _MARGIN,
        reach=_reach(layer, seen),
        cover=float(luma[..., 1].max()) / 255,
        layer=_without_pixels(layer),
    )


@lru_cache(maxsize=16)
def layer_tables(grade: Grade, *, light: bool) -> LayerTables:
    """Tables of a layer; light covers by its brightness, with white: luma is screened and never falls."""
    luma = _LUMA_WEIGHTS * 235 / 255 if light else LUMA_OF_RGB[:, :3]
    gains = np.vstack([luma, CHROMA_OF_RGB[:, :3], _LUMA_WEIGHTS])
    matrix = np.clip(colour_matrix(grade), -_MOST_GAIN, _MOST_GAIN)
    return LayerTables(
        tone=np.rint(np.clip(tone_curve(grade), 0, 255) * LEVEL).astype(np.int16),
        matrix=np.rint(matrix * MATRIX).astype(np.int16),
        gains=np.rint(gains * GAIN).astype(np.int16),
        zero=0 if light else round(float(LUMA_OF_RGB[0, 3]) * LEVEL),
        light=light,
    )


def _without_pixels(layer: Layer) -> Layer:
    """The layer with blanks of the same shapes that take no memory, since its pixels are in the cel."""
    image, reveal = (np.broadcast_to(_BLANK, whole.shape) for whole in (layer.image, layer.reveal))
    return replace(layer, image=image, reveal=reveal)


def _spread(reveal: ByteImage, alpha: ByteImage) -> ByteImage:
    """The map with the values of visible pixels spread to the transparent pixels around them.

    This allows interpolating the map like a colour, so that a line's edge appears together with the line.
    """
    visible = as_bytes(cv2.threshold(alpha, 0, 255, cv2.THRESH_BINARY)[1])
    around = cv2.dilate(cv2.bitwise_and(reveal, visible), _NEIGHBOURS)
    return as_bytes(cv2.copyTo(reveal, visible, around))


def _visible_bounds(seen: npt.NDArray[np.int32], width: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the non-transparent pixels, left and top even."""
    rows = np.flatnonzero(seen[:, 1])
    if not rows.size:
        return 0, 0, min(2, width), min(2, len(seen))
    left, right = int(seen[:, 0].min()), int(seen[:, 1].max())
    return left // 2 * 2, int(rows[0]) // 2 * 2, right, int(rows[-1]) + 1


def _reach(layer: Layer, seen: npt.NDArray[np.int32]) -> float:
    """Distance from the anchor of the whole image to the farthest visible pixel, or slightly more."""
    rows = np.flatnonzero(seen[:, 1])
    if not rows.size:
        return 0.0
    height, width = layer.image.shape[:2]
    x, y = layer.anchor[0] * width, layer.anchor[1] * height
    first, last = seen[rows, 0] // _BLOCK * _BLOCK, -(-seen[rows, 1] // _BLOCK) * _BLOCK
    upper = rows // _BLOCK * _BLOCK
    across = np.maximum(np.abs(first - x), np.abs(last - x))
    down = np.maximum(np.abs(upper - y), np.abs(upper + _BLOCK - y))
    return float(np.hypot(across, down).max())


def _margined(image: ByteImage) -> ByteImage:
    """The image with a transparent edge on all sides and even sides."""
    odd_rows, odd_columns = (side % 2 for side in image.shape[:2])
    sides = (_MARGIN, _MARGIN + odd_rows, _MARGIN, _MARGIN + odd_columns)
    return as_bytes(cv2.copyMakeBorder(image, *sides, borderType=cv2.BORDER_CONSTANT))
