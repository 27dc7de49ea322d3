"""From painted layers to cels: graded, premultiplied planes with cover, cropped to what can be seen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.painters.layered_picture import ByteImage, Layer, as_bytes, as_floats
from renderer.visuals.film.cel import Cel
from renderer.visuals.grade import Grade, grade_colours

_PREMULTIPLIED: Final = np.diag([1.0, 1.0, 1.0, 1 / 255])
"""The offset of a premultiplied plane is premultiplied too: Y' = 16 a / 255 + gains * rgb'."""

_MARGIN: Final = 2
_BLOCK: Final = 4
"""Pixels looked at together where a few more or less do not matter."""
_STRIP: Final = 64
"""Rows made ready at a time, even: a strip of floats stays in the processor's cache."""

_NEIGHBOURS: Final = np.ones((5, 5), np.uint8)
"""As far as halving and a sub-pixel shift look beyond a pixel."""

_SPARSE: Final = 16
"""Every so many pixels tell most drawings from plain masks."""

_OPAQUE: Final = 255
_BLANK: Final = np.zeros(1, np.uint8)
_COVER: Final = np.array([[0.0, 0.0, 0.0, 1.0]])
_NOTHING: Final = np.zeros((1, 4))
_LUMA_CHANNELS: Final = np.vstack([LUMA_OF_RGB @ _PREMULTIPLIED, _COVER, _NOTHING, _NOTHING])
_LUMA_WEIGHTS: Final = np.array([[0.2126, 0.7152, 0.0722, 0.0]])
_LIGHT_CHANNELS: Final = np.vstack([_LUMA_WEIGHTS * 235 / 255, _LUMA_WEIGHTS, _NOTHING, _NOTHING])
"""Light covers as much as it is bright, with white: luma is screened and never falls."""

_CHROMA_CHANNELS: Final = np.vstack([CHROMA_OF_RGB @ _PREMULTIPLIED, _COVER, _NOTHING])


def prepare(layer: Layer, grade: Grade) -> Cel:
    """The layer ready to be drawn; an invisible layer becomes a cel of 2 x 2 empty pixels."""
    alpha = as_bytes(cv2.extractChannel(layer.image, 3))
    left, top, right, bottom = _visible_bounds(alpha)
    part, cover = (_margined(whole[top:bottom, left:right]) for whole in (layer.image, alpha))
    height, width = part.shape[:2]
    luma = np.zeros((height, width, 4), np.uint8)
    chroma = np.zeros((height // 2, width // 2, 4), np.uint8)
    for start in range(0, height, _STRIP):
        x, y, across, down = _even_bounds(cover[start : start + _STRIP])
        rows, columns = slice(start + y, start + y + down), slice(x, x + across)
        half = slice(rows.start // 2, rows.stop // 2), slice(x // 2, (x + across) // 2)
        if across:
            luma[rows, columns], chroma[half] = _channels(part[rows, columns], grade, light=layer.light)
    if layer.reveal.size:
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
        reach=_reach(layer, alpha),
        layer=_without_pixels(layer),
    )


def _without_pixels(layer: Layer) -> Layer:
    """The layer with blanks of the same shapes, which take no memory: what it looks like is in the cel."""
    image, reveal = (np.broadcast_to(_BLANK, whole.shape) for whole in (layer.image, layer.reveal))
    return replace(layer, image=image, reveal=reveal)


def _channels(part: ByteImage, grade: Grade, *, light: bool) -> tuple[ByteImage, ByteImage]:
    """Luma and chroma channels of a strip of RGBA, even sides; looked up where it has one colour."""
    red, green, blue = part[0, 0, :3].tolist()
    if not _has_one_colour(part):
        return _worked_out(part, grade, light=light)
    luma, chroma = _by_alpha((red, green, blue), grade, light=light)
    alpha = as_bytes(cv2.extractChannel(part, 3))
    half = cv2.resize(alpha, (alpha.shape[1] // 2, alpha.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return as_bytes(cv2.LUT(cv2.merge([alpha] * 4), luma)), as_bytes(cv2.LUT(cv2.merge([half] * 4), chroma))


def _has_one_colour(part: ByteImage) -> bool:
    colour = part[0, 0, :3]
    if (part[::_SPARSE, ::_SPARSE, :3] != colour).any():
        return False
    same = cv2.inRange(part, np.array((*colour.tolist(), 0)), np.array((*colour.tolist(), 255)))
    return cv2.countNonZero(same) == same.size


@lru_cache(maxsize=64)
def _by_alpha(colour: tuple[int, int, int], grade: Grade, *, light: bool) -> tuple[ByteImage, ByteImage]:
    """Luma and chroma channels of one colour at every alpha, shapes (256, 1, 4)."""
    ramp = np.empty((2, 512, 4), np.uint8)
    ramp[..., :3] = colour
    ramp[..., 3] = np.arange(256, dtype=np.uint8).repeat(2)
    luma, chroma = _worked_out(ramp, grade, light=light)
    return np.ascontiguousarray(luma[0, ::2, None]), np.ascontiguousarray(chroma[0, :, None])


def _worked_out(part: ByteImage, grade: Grade, *, light: bool) -> tuple[ByteImage, ByteImage]:
    colours, alpha = (
        _light(part)
        if light
        else (
            as_bytes(cv2.cvtColor(part, cv2.COLOR_RGBA2RGB)),
            as_bytes(cv2.extractChannel(part, 3)),
        )
    )
    soft = _premultiplied(grade_colours(colours, grade), alpha)
    half = cv2.resize(soft, (soft.shape[1] // 2, soft.shape[0] // 2), interpolation=cv2.INTER_AREA)
    full, quarter = as_floats(soft), as_floats(half)  # twice as fast to transform as bytes
    luma = as_bytes(cv2.transform(full, _LIGHT_CHANNELS if light else _LUMA_CHANNELS))
    return luma, as_bytes(cv2.transform(quarter, _CHROMA_CHANNELS))


def _premultiplied(colours: ByteImage, alpha: ByteImage) -> ByteImage:
    """RGBA with colours times alpha."""
    if alpha.min() < _OPAQUE:
        colours = as_bytes(cv2.multiply(colours, cv2.merge((alpha, alpha, alpha)), scale=1 / 255))
    image = as_bytes(cv2.cvtColor(colours, cv2.COLOR_RGB2RGBA))
    cv2.insertChannel(alpha, image, 3)
    return image


def _light(part: ByteImage) -> tuple[ByteImage, ByteImage]:
    """Light as a cover for chroma: full colours whose alpha is their brightness."""
    peak = cv2.max(cv2.max(part[..., 0], part[..., 1]), part[..., 2])
    gain = as_floats(255 / np.maximum(as_floats(peak), 1))
    colours = cv2.multiply(as_floats(part[..., :3]), cv2.merge((gain, gain, gain)))
    alpha = cv2.multiply(np.ascontiguousarray(part[..., 3]), peak, scale=1 / 255)
    return as_bytes(colours), as_bytes(alpha)


def _spread(reveal: ByteImage, alpha: ByteImage) -> ByteImage:
    """The map with the transparent pixels around visible ones given their values.

    So the map can be interpolated like a colour: a line's edge appears together with the line.
    """
    visible = as_bytes(cv2.threshold(alpha, 0, 255, cv2.THRESH_BINARY)[1])
    around = cv2.dilate(cv2.bitwise_and(reveal, visible), _NEIGHBOURS)
    return as_bytes(cv2.copyTo(reveal, visible, around))


def _visible_bounds(alpha: ByteImage) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the non-transparent pixels, left and top even."""
    left, top, width, height = cv2.boundingRect(alpha)
    if not width:
        return 0, 0, min(2, alpha.shape[1]), min(2, alpha.shape[0])
    return left // 2 * 2, top // 2 * 2, left + width, top + height


def _even_bounds(alpha: ByteImage) -> tuple[int, int, int, int]:
    """Corner, width and height of what is not transparent, all even; (0, 0, 0, 0) where nothing is."""
    left, top, width, height = cv2.boundingRect(alpha)
    x, y = left // 2 * 2, top // 2 * 2
    return x, y, (left + width - x + 1) // 2 * 2, (top + height - y + 1) // 2 * 2


def _reach(layer: Layer, alpha: ByteImage) -> float:
    """Distance of the farthest visible pixel from the anchor of the whole image, or a little more."""
    height, width = alpha.shape
    size = (-(-width // _BLOCK), -(-height // _BLOCK))
    seen = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)) > 0
    rows = np.flatnonzero(seen.any(axis=1))
    if not rows.size:
        return 0.0
    first, last = seen[rows].argmax(axis=1), size[0] - seen[rows, ::-1].argmax(axis=1)
    x, y = layer.anchor[0] * width / _BLOCK, layer.anchor[1] * height / _BLOCK
    across = np.maximum(np.abs(first - x), np.abs(last - x))
    down = np.maximum(np.abs(rows - y), np.abs(rows + 1 - y))
    return _BLOCK * float(np.hypot(across, down).max())


def _margined(image: ByteImage) -> ByteImage:
    """The image with a transparent edge all round and even sides.

    It keeps edges smooth, since a warp draws nothing where it would need pixels from beyond the image.
    """
    odd_rows, odd_columns = (side % 2 for side in image.shape[:2])
    sides = (_MARGIN, _MARGIN + odd_rows, _MARGIN, _MARGIN + odd_columns)
    return as_bytes(cv2.copyMakeBorder(image, *sides, borderType=cv2.BORDER_CONSTANT))
