"""Motion against the background: differences between pictures after the camera's own shift is removed."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.analysis.watched import MOTION_SHAPE, Bytes

_WIDTH, _HEIGHT = 96, 54
NOISE: Final = 4.0
"""Change of luma, in levels, that does not count as motion."""
FARTHEST: Final = 0.15
"""The largest plausible shift of the camera between two samples, as a share of the picture."""

_SOFT: Final = 1.0
"""Blur in pixels applied to both pictures first, since sub-pixel shifts would leave edges otherwise."""
_ROUNDS: Final = 20

_Floats = npt.NDArray[np.float32]


class MotionMapper:
    """Compares each picture with the previous one."""

    def __init__(self) -> None:
        self._before: _Floats | None = None
        self._window = np.asarray(cv2.createHanningWindow((_WIDTH, _HEIGHT), cv2.CV_32F), np.float32)

    def moved(self, luma: Bytes) -> Bytes:
        """A map of shape `MOTION_SHAPE`: mean change in levels of luma; zeros for the first picture."""
        now = np.asarray(cv2.resize(luma, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA), np.float32)
        before, self._before = self._before, now
        if before is None:
            return np.zeros(MOTION_SHAPE, np.uint8)
        change = self._change(before, now)
        rows, columns = MOTION_SHAPE
        small = cv2.resize(change, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(np.clip(np.rint(small), 0, 255), np.uint8)

    def _change(self, before: _Floats, now: _Floats) -> _Floats:
        """The change left over after no shift or after the camera's shift, whichever leaves less."""
        plain = np.abs(now - before)
        # phaseCorrelate applies the window to its arguments in place
        (right, down), _ = cv2.phaseCorrelate(before.copy(), now.copy(), self._window)
        if 0.1 / _WIDTH < max(abs(right) / _WIDTH, abs(down) / _HEIGHT) <= FARTHEST:
            soft_before, soft_now = _softened(before), _softened(now)
            left = _left(soft_before, soft_now, _refined(soft_before, soft_now, (right, down)))
            if _typical(left) < _typical(np.abs(soft_now - soft_before)):
                plain = left
        return np.asarray(np.maximum(plain - NOISE, 0), np.float32)


def _softened(picture: _Floats) -> _Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _SOFT), np.float32)


def _typical(change: _Floats) -> float:
    """The mean change without the tenth of the picture that changes most, which may be what moves."""
    return float(np.sort(change, axis=None)[: round(0.9 * change.size)].mean())


def _refined(before: _Floats, now: _Floats, shift: tuple[float, float]) -> tuple[float, float]:
    """The shift at which pictures agree best, refined from a rough one (Evangelidis and Psarakis 2008)."""
    back = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, _ROUNDS, 1e-3)
    with suppress(cv2.error):  # it does not converge on every pair
        _, found = cv2.findTransformECC(now, before, back, cv2.MOTION_TRANSLATION, stop)
        right, down = -float(found[0, 2]), -float(found[1, 2])
        if max(abs(right) / _WIDTH, abs(down) / _HEIGHT) <= FARTHEST:
            return right, down
    return shift


def _left(before: _Floats, now: _Floats, shift: tuple[float, float]) -> _Floats:
    """The difference after shifting the previous picture; 0 at edges that it does not cover."""
    right, down = shift
    matrix = np.array([[1, 0, right], [0, 1, down]], np.float32)
    followed = cv2.warpAffine(before, matrix, (_WIDTH, _HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    left = np.abs(now - np.asarray(followed, np.float32))
    edge_x, edge_y = int(abs(right)) + 1, int(abs(down)) + 1
    left[:edge_y], left[-edge_y:] = 0, 0
    left[:, :edge_x], left[:, -edge_x:] = 0, 0
    return np.asarray(left, np.float32)
