"""Reads pictures with Pillow. Runs in the child process of sandbox.py, never in ours."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import numpy as np

from renderer.compositor.planes import Planes, rgb_to_planes
from renderer.media.sources.geometry import TargetBox, cover, fitted, on_ground
from renderer.media.sources.refusal import Refusal

MAX_PIXELS: Final = 120_000_000
MAX_SIDE: Final = 60_000
SMALLEST_SIDE: Final = 2
"""One chroma sample needs two pixels."""
_ANIMATED: Final = frozenset({"GIF", "PNG", "WEBP", "AVIF"})
"""Other formats may also hold several pictures (pages, stereo pairs), of which the first is used."""
_WORTH_REDUCING: Final = 2
_ORIENTATION: Final = 0x0112
"""The EXIF tag of how a picture is turned."""
_LONGEST_FRAME: Final = 10.0


def open_still(path: Path, name: str) -> Any:
    """An unread Pillow image, opened only as format `name`.

    Raises:
        Refusal: not such a picture, more than `MAX_PIXELS` or `MAX_SIDE`, or less than `SMALLEST_SIDE`.
    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # loaded in the child only

    Image.MAX_IMAGE_PIXELS = None  # the check below says why it refuses
    try:
        image = Image.open(path, formats=[name])
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise Refusal("broken_file", format=name, detail=_words(error)) from error
    width, height = image.size
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise Refusal("too_many_pixels", width=width, height=height, limit=MAX_PIXELS // 1_000_000)
    if min(width, height) < SMALLEST_SIDE:
        raise Refusal("too_small", width=width, height=height)
    return image


def frame_starts(image: Any, limit: float) -> list[float]:
    """Start of each animation frame in seconds, up to `limit` seconds, and the end of the last one."""
    starts = [0.0]
    count = getattr(image, "n_frames", 1) if image.format in _ANIMATED else 1
    for number in range(count):
        if starts[-1] >= limit:
            break
        image.seek(number)
        milliseconds = float(image.info.get("duration", 100) or 100)
        starts.append(starts[-1] + min(_LONGEST_FRAME, max(0.02, milliseconds / 1000)))
    image.seek(0)
    return starts


def still_planes(image: Any, box: TargetBox) -> Planes:
    """The current frame, upright, in sRGB, on an opaque ground, fitted to `box`.

    Raises:
        Refusal: the pixels are damaged.
    """
    from PIL import ImageOps  # noqa: PLC0415  # loaded in the child only

    try:
        image.draft("RGB", (box.width * 2, box.height * 2))
        reduced = _reduced(image, box)
        upright = _reduced(_in_srgb(ImageOps.exif_transpose(reduced), image.info.get("icc_profile")), box)
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise Refusal("damaged", detail=_words(error)) from error
    pixels = np.asarray(upright)
    opaque = on_ground(pixels) if upright.mode == "RGBA" else pixels
    return rgb_to_planes(fitted(opaque, cover(opaque.shape[1], opaque.shape[0], box)))


def _reduced(image: Any, box: TargetBox) -> Any:
    """The image shrunk by a whole factor, but to no less than twice the box, to save memory."""
    factor = min(min(image.size) // (2 * max(box.width, box.height)), 16)
    if factor < _WORTH_REDUCING or image.mode in {"P", "1", "I", "F"} or image.mode.startswith("I;"):
        return image
    reduced = image.reduce(factor)
    reduced.info = image.info
    return _with_exif(reduced, image)


def _with_exif(reduced: Any, image: Any) -> Any:
    orientation = image.getexif().get(_ORIENTATION)
    if orientation:
        reduced.getexif()[_ORIENTATION] = orientation
    return reduced


def _in_srgb(image: Any, profile: bytes | None) -> Any:
    deep = image.mode.startswith(("I", "F"))
    if deep:
        return _from_deep(image).convert("RGB")
    if profile and image.mode in {"RGB", "RGBA", "CMYK", "L"}:
        managed = _colour_managed(image, profile)
        if managed is not None:
            return managed
    transparent = "transparency" in image.info or image.mode in {"RGBA", "LA", "PA", "RGBa", "La"}
    return image.convert("RGBA" if transparent else "RGB")


def _from_deep(image: Any) -> Any:
    """16-bit and float greys scaled to 8 bits: Pillow's own conversion clips at 255."""
    from PIL import Image  # noqa: PLC0415  # loaded in the child only

    values = np.asarray(image, np.float64)
    top = 1.0 if image.mode.startswith("F") and values.max() <= 1 else 65535.0
    return Image.fromarray(np.clip(values / top * 255, 0, 255).astype(np.uint8))


def _colour_managed(image: Any, profile: bytes) -> Any:
    """The picture in sRGB; None if its profile is broken, in which case its values are taken as sRGB."""
    from PIL import ImageCms  # noqa: PLC0415  # loaded in the child only

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = "RGBA" if image.mode == "RGBA" else "RGB"
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=mode)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


def _words(error: Exception) -> str:
    """The error's text without the path of our own scratch copy."""
    return "unknown format" if "cannot identify" in str(error) else str(error)
