"""Where people look first: spectral residual saliency (Hou and Zhang, CVPR 2007)."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.compositor.resizing import means
from renderer.painters.layered_picture import FloatImage

_SIDE = 64


def saliency(luma: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> FloatImage:
    """Map of shape (64, 64) in [0, 1] over the whole picture; a flat picture gives a flat map."""
    small = means(luma, (_SIDE, _SIDE)).astype(np.float32)
    spectrum = np.fft.fft2(small)
    log_amplitude = np.log(np.abs(spectrum) + 1e-6).astype(np.float32)
    residual = log_amplitude - np.asarray(cv2.blur(log_amplitude, (3, 3)), np.float32)
    back = np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))
    raw = np.asarray(cv2.GaussianBlur(np.abs(back).astype(np.float32) ** 2, (0, 0), 2.5), np.float32)
    spread = float(raw.max() - raw.min())
    return np.asarray((raw - raw.min()) / spread if spread > 0 else np.zeros_like(raw), np.float32)


def centre_of_interest(luma: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> tuple[float, float]:
    """Centre (x, y) as fractions of width and height, moved a little towards the middle."""
    weights = saliency(luma).astype(np.float64) ** 2
    total = weights.sum()
    if total <= 0:
        return 0.5, 0.5
    spots = (np.arange(_SIDE) + 0.5) / _SIDE
    x = float((weights.sum(axis=0) @ spots) / total)
    y = float((weights.sum(axis=1) @ spots) / total)
    return 0.5 + 0.85 * (x - 0.5), 0.5 + 0.85 * (y - 0.5)
