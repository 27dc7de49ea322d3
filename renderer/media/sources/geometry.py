"""Fits pictures to the space they will be used in, and puts a ground under transparent ones."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from renderer.compositor.planes import Rgb

ROOM: Final = 4.2
"""A still may exceed its box by this factor in one direction, so that a camera can travel along it."""
_DARK, _MIDDLE, _LIGHT = 24, 110, 236


class TargetBox(Struct, frozen=True, kw_only=True):
    """The space to cover, in pixels, and the factor (>= 1) by which a picture may exceed it."""

    width: int
    height: int
    room: float = 1.0

    def to_json(self) -> dict[str, float]:
        """The fields as plain values, for another process."""
        return asdict(self)


class Fit(Struct, frozen=True):
    """Scale to (`width`, `height`), then crop to (`left`, `top`, `columns`, `rows`); the crop is even."""

    width: int
    height: int
    left: int
    top: int
    columns: int
    rows: int


def cover(width: int, height: int, box: TargetBox) -> Fit:
    """Shrink a picture until it just covers `box`, never enlarge it, and crop the excess evenly.

    With `room` above 1, a picture is shrunk further before it is cropped: what is shown of it is chosen
    later.
    """
    scale = min(1.0, max(box.width / width, box.height / height))
    if box.room > 1:
        scale = min(scale, box.width * box.room / width, box.height * box.room / height)
    scaled_width, scaled_height = max(2, math.ceil(width * scale)), max(2, math.ceil(height * scale))
    columns = max(2, min(scaled_width, int(box.width * box.room)) // 2 * 2)
    rows = max(2, min(scaled_height, int(box.height * box.room)) // 2 * 2)
    left, top = (scaled_width - columns) // 4 * 2, (scaled_height - rows) // 4 * 2
    return Fit(scaled_width, scaled_height, left, top, columns, rows)


def fitted(rgb: Rgb, fit: Fit) -> Rgb:
    """`rgb` scaled and cropped as `fit` says; shape (rows, columns, 3 or 4)."""
    shrinks = fit.width < rgb.shape[1] or fit.height < rgb.shape[0]
    method = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    same = (fit.height, fit.width) == rgb.shape[:2]
    scaled = (
        rgb if same else np.asarray(cv2.resize(rgb, (fit.width, fit.height), interpolation=method), np.uint8)
    )
    return np.ascontiguousarray(scaled[fit.top : fit.top + fit.rows, fit.left : fit.left + fit.columns])


def on_ground(rgba: Rgb) -> Rgb:
    """RGB of straight-alpha RGBA, on near-black or near-white: whichever the visible part stands out from."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    luma = rgba[..., :3] @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    visible = float(alpha.sum())
    mean = float((luma[..., None] * alpha).sum() / visible) if visible else 0.0
    ground = _DARK if mean > _MIDDLE else _LIGHT
    mixed = rgba[..., :3] * alpha + ground * (1 - alpha)
    return np.asarray(np.rint(mixed), np.uint8)
