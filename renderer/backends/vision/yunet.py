"""Finds faces with YuNet (Wu, Peng and Yu, Machine Intelligence Research 2023), bundled, in onnxruntime.

The exported model fixes its input at 640 x 640, though the network accepts any multiple of 32. The two
numbers are replaced in the file's bytes, so that a wide picture need not be padded to a square.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.assets import ASSETS
from renderer.backends.onnx_model import model_bytes, open_model
from renderer.backends.vision.base import DetectedBox, Rgb, inside
from renderer.errors import ClipwrightError

FILE: Final = ASSETS / "models" / "yunet-2023mar.onnx"
SHA256: Final = "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4"
SURE: Final = 0.7
OVERLAP: Final = 0.3
"""Intersection over union above which two boxes are taken for the same face."""
REVISION: Final = 1
_STRIDES: Final = (8, 16, 32)
_STEP: Final = 32
_LONGEST: Final = 1 << 14

Floats = npt.NDArray[np.float32]


class YuNet(Struct, frozen=True):
    """Finds faces of 10 to 300 pixels; works best on pictures of about 640 pixels."""

    @property
    def name(self) -> str:
        """Always "yunet"."""
        return "yunet"

    @property
    def fingerprint(self) -> str:
        """File and revision."""
        return f"yunet {SHA256[:12]} r{REVISION}"

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        """See the port."""
        height, width = picture.shape[:2]
        rows, columns = -(-height // _STEP) * _STEP, -(-width // _STEP) * _STEP
        given = np.zeros((1, 3, rows, columns), np.float32)
        given[0, :, :height, :width] = picture[:, :, ::-1].transpose(2, 0, 1)
        outputs = _session(rows, columns).run(None, {"input": given})
        boxes, scores = _decoded(outputs, columns)
        kept = cv2.dnn.NMSBoxes(boxes.tolist(), scores.tolist(), SURE, OVERLAP)
        found = (_box(boxes[index], float(scores[index]), width, height) for index in np.ravel(kept))
        return tuple(sorted((box for box in found if box), key=lambda box: -box.score))


def _decoded(outputs: list[Floats], columns: int) -> tuple[Floats, Floats]:
    """Boxes (left, top, width, height) in pixels and scores of all cells that may hold a face."""
    boxes, scores = [], []
    for level, stride in enumerate(_STRIDES):
        cls, objectness, box = (outputs[level + 3 * part][0] for part in range(3))
        score = np.sqrt(np.clip(cls[:, 0], 0, 1) * np.clip(objectness[:, 0], 0, 1))
        cells = np.flatnonzero(score >= SURE)
        row, column = np.divmod(cells, columns // stride)
        middle = (box[cells, :2] + np.stack([column, row], axis=1)) * stride
        size = np.exp(np.minimum(box[cells, 2:], 10)) * stride
        boxes.append(np.hstack([middle - size / 2, size]))
        scores.append(score[cells])
    return np.vstack(boxes).astype(np.float32), np.concatenate(scores)


def _box(box: Floats, score: float, width: int, height: int) -> DetectedBox | None:
    left, top, across, down = (float(value) for value in box)
    return inside(left / width, top / height, (left + across) / width, (top + down) / height, score=score)


@functools.lru_cache(maxsize=4)
def _session(rows: int, columns: int) -> Any:
    data = model_bytes(FILE, SHA256, model="yunet")
    square = _dimension(640) * 2
    if max(rows, columns) >= _LONGEST or data.count(square) != 1:
        raise ClipwrightError("model_invalid", model="yunet", reason="its input has another shape")
    return open_model(data.replace(square, _dimension(rows) + _dimension(columns)), model="yunet")


def _dimension(size: int) -> bytes:
    """A tensor's dimension as encoded in ONNX's protobuf, a varint of two bytes."""
    return b"\x0a\x03\x08" + bytes([size & 127 | 128, size >> 7])
