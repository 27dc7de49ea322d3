"""The artwork library: open-licence vector art by name, drawn at need (assets/artwork/catalog.toml)."""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from renderer.assets import ARTWORK_FOLDER
from renderer.errors import ClipwrightError
from renderer.painters.layered_picture import ByteImage

_PIXEL_BUDGET: Final = 2.0e6
"""Blurred pixels a drawing may cost, some 25 ms of one core; soft shading hides the rest."""

_FIRMEST: Final = 1.6
"""How much steeper an outline is made at most, where a drawing had to be enlarged."""

_MIN_SIDE: Final = 360
_KEPT: Final = 32
"""Drawings kept, of some 0.1 MB each: a subject comes again and again in a film, and is drawn in 50 ms."""

_VIEW_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@lru_cache(maxsize=1)
def artwork_names() -> frozenset[str]:
    """Every name that can be drawn, such as "octopus" or "flag-fr"."""
    return frozenset(name.removesuffix(".svg") for name in _archive().namelist())


def draw_artwork(name: str, size: int) -> ByteImage:
    """The drawing fitted into a square: (size, size, 4) bytes, sRGB, straight alpha, `size` in [2, 4096].

    The array is the caller's own.

    Raises:
        ClipwrightError: `asset_missing` when the library has no such drawing.
    """
    side = min(size, _affordable_side(_svg(name)))
    channels = np.frombuffer(zlib.decompress(_packed(name, side)), np.uint8).reshape(4, side, side)
    raster = np.asarray(cv2.merge(tuple(channels)), np.uint8)
    return raster if side == size else _resized(raster, size)


def forget_artwork() -> None:
    """Draw everything anew from here on: for measuring what a first drawing costs."""
    _packed.cache_clear()
    _svg.cache_clear()


def _archive() -> zipfile.ZipFile:
    return _archive_of(os.getpid())


@lru_cache(maxsize=1)
def _archive_of(_process: int) -> zipfile.ZipFile:
    """Kept open, since its index is slow to read; a forked process must not share the place in the file."""
    path = ARTWORK_FOLDER / "artwork.zip"
    if not path.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/artwork.zip")
    return zipfile.ZipFile(path)


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    try:
        return _archive().read(f"{name}.svg").decode()
    except KeyError as error:
        raise ClipwrightError("asset_missing", path=f"assets/artwork/artwork.zip: {name}.svg") from error


def _affordable_side(svg: str) -> int:
    """Side in pixels at which the drawing's blurs stay within the budget; many blurs, fewer pixels."""
    blurs = len(re.findall("feGaussianBlur", svg))
    return max(_MIN_SIDE, int((_PIXEL_BUDGET / (4 + blurs)) ** 0.5))


@lru_cache(maxsize=_KEPT)
def _packed(name: str, side: int) -> bytes:
    """The drawing of this size, one channel after the other, compressed."""
    channels = np.stack(cv2.split(_rasterised(_svg(name), side)))
    return zlib.compress(channels.tobytes(), level=zlib.Z_BEST_SPEED)


def _rasterised(svg: str, side: int) -> ByteImage:
    """Fitted into the middle of a square."""
    found = _VIEW_BOX.search(svg)
    wide, high = (float(length) for length in found.groups()) if found else (1.0, 1.0)
    image = _engine().Image.svgload_buffer(svg.encode(), scale=side / max(wide, high))
    pixels = np.asarray(image.numpy(), np.uint8)[:side, :side]
    square = np.zeros((side, side, 4), np.uint8)
    top, left = (side - pixels.shape[0]) // 2, (side - pixels.shape[1]) // 2
    square[top : top + pixels.shape[0], left : left + pixels.shape[1]] = pixels
    return square


@lru_cache(maxsize=1)
def _engine() -> Any:
    """SVG through librsvg in libvips: five times as fast as resvg, and other threads run on meanwhile."""
    import pyvips  # noqa: PLC0415 - a native engine, loaded when the first drawing is needed

    # Its messages come through a callback from C; what a signal's handler raises in there would be lost.
    pyvips._remove_log_handler()  # noqa: SLF001 - there is no public way
    pyvips.cache_set_max(0)  # it would keep what `_packed` keeps already
    return pyvips


def _resized(raster: ByteImage, size: int) -> ByteImage:
    """Resized with premultiplied colours, so that no dark or light fringe appears at the edge."""
    method = cv2.INTER_AREA if size < raster.shape[0] else cv2.INTER_CUBIC
    alpha = np.ascontiguousarray(raster[..., 3])
    cover = cv2.merge((alpha, alpha, alpha))
    merged = cv2.multiply(cv2.cvtColor(raster, cv2.COLOR_RGBA2RGB), cover, scale=1 / 255)
    grown = cv2.resize(merged, (size, size), interpolation=method)
    cover = cv2.resize(alpha, (size, size), interpolation=method)
    straight = cv2.divide(grown, cv2.merge((cover, cover, cover)), scale=255)
    firm = min(max(size / raster.shape[0], 1.0), _FIRMEST)
    outlined = cv2.LUT(cover, np.clip(127.5 + (np.arange(256) - 127.5) * firm + 0.5, 0, 255).astype(np.uint8))
    return np.asarray(cv2.merge((*cv2.split(straight), outlined)), np.uint8)
