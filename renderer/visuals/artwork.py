"""The artwork library: open-licence vector art by name, drawn at need (assets/artwork/catalog.toml)."""

from __future__ import annotations

import io
import re
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from renderer.errors import ClipwrightError
from renderer.visuals.scene import ByteImage

ARTWORK_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "artwork"

_PIXEL_BUDGET: Final = 1.3e6
"""Blurred pixels a drawing may cost, about 50 ms of one core; soft shading hides the rest."""

_FIRMEST: Final = 1.6
"""How much steeper an outline is made at most, where a drawing had to be enlarged."""

_MIN_SIDE: Final = 256
_STEPS: Final = (64, 96, 144, 216, 324, 486, 729, 1094, 1640, 2460, 4096)


@lru_cache(maxsize=1)
def artwork_names() -> frozenset[str]:
    """Every name that can be drawn, such as "octopus" or "flag-fr"."""
    with _archive() as archive:
        return frozenset(name.removesuffix(".svg") for name in archive.namelist())


def draw_artwork(name: str, size: int) -> ByteImage:
    """The drawing fitted into a square: (size, size, 4) bytes, sRGB, straight alpha, `size` in [2, 4096].

    The array is the caller's own.

    Raises:
        ClipwrightError: `asset_missing` when the library has no such drawing.
    """
    text = _svg(name)
    raster = _rasterised(text, min(_step_above(size), _affordable_side(text)))
    return raster.copy() if raster.shape[0] == size else _resized(raster, size)


def _archive() -> zipfile.ZipFile:
    path = ARTWORK_FOLDER / "artwork.zip"
    if not path.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/artwork.zip")
    return zipfile.ZipFile(path)


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    with _archive() as archive:
        try:
            return archive.read(f"{name}.svg").decode()
        except KeyError as error:
            raise ClipwrightError("asset_missing", path=f"assets/artwork/artwork.zip: {name}.svg") from error


def _step_above(size: int) -> int:
    """The next of a few sizes: painters that ask for nearly the same size share one raster."""
    return next(step for step in _STEPS if step >= size)


def _affordable_side(svg: str) -> int:
    """Side in pixels at which the drawing's blurs stay within the budget; many blurs, fewer pixels."""
    blurs = len(re.findall("feGaussianBlur", svg))
    return max(_MIN_SIDE, int((_PIXEL_BUDGET / (4 + blurs)) ** 0.5))


@lru_cache(maxsize=12)
def _rasterised(svg: str, side: int) -> ByteImage:
    import resvg_py  # noqa: PLC0415 - a native engine, loaded when the first drawing is needed
    from PIL import Image  # noqa: PLC0415 - same

    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side, skip_system_fonts=True))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGBA"), np.uint8)


def _resized(raster: ByteImage, size: int) -> ByteImage:
    """Resized with premultiplied colours, so that no dark or light fringe appears at the edge."""
    method = cv2.INTER_AREA if size < raster.shape[0] else cv2.INTER_CUBIC
    alpha = np.ascontiguousarray(raster[..., 3])
    colours = cv2.cvtColor(raster, cv2.COLOR_RGBA2RGB).astype(np.float32)
    merged = cv2.multiply(colours, cv2.merge((alpha, alpha, alpha)), scale=1 / 255, dtype=cv2.CV_32F)
    grown = cv2.resize(merged, (size, size), interpolation=method)
    cover = np.clip(cv2.resize(alpha.astype(np.float32), (size, size), interpolation=method), 0, 255)
    firm = min(max(size / raster.shape[0], 1.0), _FIRMEST)
    gain = (255 / np.maximum(cover, 1)).astype(np.float32)
    straight = cv2.multiply(grown, cv2.merge((gain, gain, gain)), dtype=cv2.CV_8U)
    outlined = np.clip(np.rint(127.5 + (cover - 127.5) * firm), 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge((*cv2.split(straight), outlined)), np.uint8)
