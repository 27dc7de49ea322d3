"""Writing pictures: lossless PNG, and JPEG for thumbnails."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image

from renderer.compositor.planes import Rgb

JPEG_QUALITY: Final = 90


def save_png(rgb: Rgb, path: Path) -> None:
    """Write an RGB picture, shape (height, width, 3)."""
    Image.fromarray(rgb).save(path, format="PNG", compress_level=6)


def save_jpeg(rgb: Rgb, path: Path) -> None:
    """Write an RGB picture as progressive JPEG with full chroma, so that small type stays crisp."""
    Image.fromarray(rgb).save(path, format="JPEG", quality=JPEG_QUALITY, subsampling=0, progressive=True)
