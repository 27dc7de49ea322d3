"""Finds burned-in text with the detector of PP-OCRv6 (PaddleOCR), from the pack `text-detection`.

The network computes for each pixel the likelihood that it belongs to the core of a line of text
(differentiable binarisation, Liao et al., AAAI 2020); each patch of such pixels, widened again, is a line.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.backends.onnx_model import model_bytes, open_model
from renderer.backends.packs.catalogue import pinned_digest
from renderer.backends.vision.base import DetectedBox, Rgb, inside

NAME: Final = "vision/ppocr-v6-det-small.onnx"
"""Path of the model in the models folder."""
LIKELY: Final = 0.3
SURE: Final = 0.6
"""Least mean likelihood of a patch that counts as text."""
WIDENED: Final = 1.6
"""Multiple of a patch's area over its perimeter by which it is widened on each side."""
LEAST_PIXELS: Final = 3
TALLEST: Final = 0.3
"""Largest share of the picture's height that a line of text may have."""
TALL: Final = 0.12
OBLONG: Final = 1.5
"""Least ratio of width to height of a line that takes up more than `TALL` of the picture's height."""
REVISION: Final = 1
_STEP: Final = 32

Floats = npt.NDArray[np.float32]


class PaddleText(Struct, frozen=True, kw_only=True):
    """`models` is the models folder."""

    models: Path

    @property
    def name(self) -> str:
        """Always "ppocr"."""
        return "ppocr"

    @property
    def fingerprint(self) -> str:
        """File and revision."""
        return f"ppocr {pinned_digest(NAME)[:12]} r{REVISION}"

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """See the port."""
        height, width = picture.shape[:2]
        rows, columns = (max(_STEP, round(side / _STEP) * _STEP) for side in (height, width))
        scaled = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_LINEAR)
        given = (scaled[:, :, ::-1].astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None]
        session = _session(self.models)
        likely = session.run(None, {session.get_inputs()[0].name: np.ascontiguousarray(given)})[0][0, 0]
        found = (_line(likely, contour) for contour in _patches(likely))
        return tuple(sorted((box for box in found if box), key=lambda box: (box.top, box.left)))


def is_installed(models: Path) -> bool:
    """Whether the pack is in the models folder."""
    return (models / NAME).is_file()


def _patches(likely: Floats) -> list[npt.NDArray[np.int32]]:
    mask = (likely > LIKELY).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(contour, np.int32) for contour in contours]


def _line(likely: Floats, contour: npt.NDArray[np.int32]) -> DetectedBox | None:
    left, top, width, height = cv2.boundingRect(contour)
    if min(width, height) < LEAST_PIXELS:
        return None
    mask = np.zeros((height, width), np.uint8)
    cv2.drawContours(mask, [contour - (left, top)], -1, 1, -1)
    score = cv2.mean(likely[top : top + height, left : left + width], mask)[0]
    if score < SURE:
        return None
    reach = WIDENED * width * height / (2 * (width + height))
    rows, columns = likely.shape
    if height + 2 * reach > _most_height(width + 2 * reach, rows):
        return None
    return inside(
        (left - reach) / columns,
        (top - reach) / rows,
        (left + width + reach) / columns,
        (top + height + reach) / rows,
        score=score,
    )


def _most_height(width: float, rows: int) -> float:
    """Greatest height in pixels of a line of text of this width, in a picture of `rows` rows."""
    return min(TALLEST * rows, max(TALL * rows, width / OBLONG))


@functools.lru_cache(maxsize=1)
def _session(models: Path) -> Any:
    return open_model(model_bytes(models / NAME, pinned_digest(NAME), model="ppocr"), model="ppocr")
