"""The artwork library: open-licence vector art by name, drawn on demand (assets/artwork/catalog.toml)."""

from __future__ import annotations

import io
import re
import threading
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
"""Blurred pixels that a drawing may cost, about 25 ms of one core; soft shading hides the lower
resolution."""

_FIRMEST: Final = 1.6
"""Greatest factor by which an enlarged drawing's outline is sharpened."""

_MIN_SIDE: Final = 360
_KEPT: Final = 32
"""Drawings kept in the cache, about 0.1 MB each: subjects recur in a film, and drawing one takes 50 ms."""

_DRAWN: Final = threading.Event()
_VIEW_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@lru_cache(maxsize=1)
def artwork_names() -> frozenset[str]:
    """Every name that can be drawn, such as "octopus" or "flag-fr"."""
    return frozenset(name.removesuffix(".svg") for name in _archive().namelist())


def draw_artwork(name: str, size: int) -> ByteImage:
    """Draw the artwork fitted into a square of `size` pixels.

    The result is (size, size, 4) bytes, sRGB, straight alpha, with `size` in [2, 4096]. The array belongs to
    the caller.

    Raises:
        ClipwrightError: `asset_missing` when the library has no such drawing.
    """
    side = min(size, _affordable_side(_svg(name)))
    channels = np.frombuffer(zlib.decompress(_packed(name, side)), np.uint8).reshape(4, side, side)
    raster = np.asarray(cv2.merge(tuple(channels)), np.uint8)
    return raster if side == size else _resized(raster, size)


def has_drawn() -> bool:
    """Whether artwork was drawn here: libvips then has threads, and a fork would wait for them for good."""
    return _DRAWN.is_set()


def forget_artwork() -> None:
    """Empty the caches, to measure what a first drawing costs."""
    _packed.cache_clear()
    _svg.cache_clear()


@lru_cache(maxsize=1)
def _archive() -> zipfile.ZipFile:
    """The archive, kept open because its index is slow to read.

    It is read from memory: forked processes would share the position in a file.
    """
    path = ARTWORK_FOLDER / "artwork.zip"
    if not path.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/artwork.zip")
    return zipfile.ZipFile(io.BytesIO(path.read_bytes()))


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    try:
        return _archive().read(f"{name}.svg").decode()
    except KeyError as error:
        raise ClipwrightError("asset_missing", path=f"assets/artwork/artwork.zip: {name}.svg") from error


def _affordable_side(svg: str) -> int:
    """Side in pixels at which the drawing's blurs stay within the budget: more blurs, fewer pixels."""
    blurs = len(re.findall("feGaussianBlur", svg))
    return max(_MIN_SIDE, int((_PIXEL_BUDGET / (4 + blurs)) ** 0.5))


@lru_cache(maxsize=_KEPT)
def _packed(name: str, side: int) -> bytes:
    """The drawing at this size, its channels one after the other, compressed."""
    channels = np.stack(cv2.split(_rasterised(_svg(name), side)))
    return zlib.compress(channels.tobytes(), level=zlib.Z_BEST_SPEED)


def _rasterised(svg: str, side: int) -> ByteImage:
    """Rasterise the drawing, centred in a square."""
    found = _VIEW_BOX.search(svg)
    wide, high = (float(length) for length in found.groups()) if found else (1.0, 1.0)
    _DRAWN.set()
    image = drawing_engine().Image.svgload_buffer(svg.encode(), scale=side / max(wide, high))
    pixels = np.asarray(image.numpy(), np.uint8)[:side, :side]
    square = np.zeros((side, side, 4), np.uint8)
    top, left = (side - pixels.shape[0]) // 2, (side - pixels.shape[1]) // 2
    square[top : top + pixels.shape[0], left : left + pixels.shape[1]] = pixels
    return square


@lru_cache(maxsize=1)
def drawing_engine() -> Any:
    """Load libvips, which renders SVG by librsvg: five times as fast as resvg, and it frees other threads."""
    import pyvips  # noqa: PLC0415 - a native engine, which few processes need

    # Its log messages arrive in a C callback, where an exception raised by a signal handler would be lost.
    pyvips._remove_log_handler()  # noqa: SLF001 - there is no public way
    pyvips.cache_set_max(0)  # its cache would duplicate that of `_packed`
    return pyvips


def _resized(raster: ByteImage, size: int) -> ByteImage:
    """Resize with premultiplied colours, so that no dark or light fringe appears at the edge."""
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
