"""How a user's picture fills the frame: its best window, a slow pan along it, or all of it on a ground.

Interest models where people look first: spectral residual saliency, colours unlike the rest, and skin (the
chroma box of Chai and Ngan, IEEE CSVT 1999). Every window of the frame's shape is weighed, not only the one
around the centre of interest, which may lie between two things.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.compositor.planes import Planes
from renderer.compositor.resizing import means
from renderer.painters.layered_picture import FloatImage
from renderer.visuals.film.saliency import saliency

_SIDE: Final = 64
_COLOUR, _SKIN = 0.5, 0.8
_SKIN_BLUE, _SKIN_RED = (77, 127), (133, 173)

ALIKE: Final = 1.15
"""Ratio of proportions up to which a crop loses next to nothing."""

GATHERED: Final = 0.66
"""Share of all interest that a window must hold for the rest to be left out."""

NEARLY_ALL: Final = 0.9
"""Share of all interest that a window must hold for a drawing to be cropped."""

LONGEST: Final = 4.2
"""Pictures longer than this many frames are shown whole instead of panned."""

SMALL: Final = 0.5
"""Pictures below this share of the frame in both directions would be blurred if they filled it."""

_PLAIN: Final = 7.0
"""Levels within which the border of a drawing or a cut-out logo varies."""

_MIDDLE: Final = 0.02
"""Preference for windows near the middle, as a share of all interest."""


class FramingKind(StrEnum):
    """How a picture that does not fit is shown."""

    CROP = "crop"
    PAN = "pan"
    WHOLE = "whole"


class StillFraming(Struct, frozen=True, kw_only=True):
    """How a picture is shown. `centre`: of its best window, as fractions; `reason`: why it is shown whole.

    `plain`: its border has a single colour, which is also used for the ground.
    """

    kind: FramingKind
    centre: tuple[float, float]
    reason: str = ""
    plain: bool = False


def framed(picture: Planes, size: tuple[int, int]) -> StillFraming:
    """Choose how a still is shown in a frame of `size` (width, height)."""
    ratio = (picture.width / picture.height) / (size[0] / size[1])
    long = max(ratio, 1 / ratio)
    weights = interest(picture)
    centre, held = best_window(weights, min(1.0, 1 / ratio), min(1.0, ratio))
    plain = _plain_border(picture)
    if picture.width < SMALL * size[0] and picture.height < SMALL * size[1]:
        return StillFraming(kind=FramingKind.WHOLE, centre=centre, reason="it is small", plain=plain)
    if long <= ALIKE:
        return StillFraming(kind=FramingKind.CROP, centre=centre)
    if plain and held < NEARLY_ALL:
        reason = "it is a drawing on a plain or transparent ground"
        return StillFraming(kind=FramingKind.WHOLE, centre=centre, reason=reason, plain=True)
    if long > LONGEST:
        return StillFraming(kind=FramingKind.WHOLE, centre=centre, reason="it is much longer than the frame")
    return StillFraming(kind=FramingKind.CROP if held >= GATHERED else FramingKind.PAN, centre=centre)


def interest(picture: Planes) -> FloatImage:
    """Weights of shape (64, 64) over the whole picture that sum to 1."""
    seen = saliency(picture.y)
    blue, red = (means(plane, (_SIDE, _SIDE)).astype(np.float32) for plane in (picture.u, picture.v))
    unlike = np.hypot(blue - np.median(blue), red - np.median(red))
    skin = (blue >= _SKIN_BLUE[0]) & (blue <= _SKIN_BLUE[1]) & (red >= _SKIN_RED[0]) & (red <= _SKIN_RED[1])
    flesh = skin * (skin.mean() < 0.5)  # noqa: PLR2004 - more than half is sand or wood, not skin
    weights = seen + _COLOUR * unlike / max(float(unlike.max()), 24.0) + _SKIN * flesh
    weights = np.asarray(weights, np.float32) - np.float32(np.percentile(weights, 25))
    weights = np.maximum(weights, 0.0)
    total = float(weights.sum())
    return np.asarray(weights / total if total > 0 else np.full_like(weights, 1 / weights.size), np.float32)


def best_window(weights: FloatImage, width: float, height: float) -> tuple[tuple[float, float], float]:
    """Centre (fractions) of the window with the most interest, and its share of all interest.

    `width` and `height` are the window's, as shares of the picture. Of windows with nearly the same interest,
    the one nearest to the middle is chosen.
    """
    columns, rows = max(1, round(width * _SIDE)), max(1, round(height * _SIDE))
    sums = np.asarray(cv2.integral(weights.astype(np.float64)), np.float64)
    held = sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns] + sums[:-rows, :-columns]
    tall, wide = held.shape
    away = np.hypot(
        (np.arange(tall) - (tall - 1) / 2)[:, None] / _SIDE,
        (np.arange(wide) - (wide - 1) / 2)[None, :] / _SIDE,
    )
    top, left = np.unravel_index(int(np.argmax(held - _MIDDLE * away)), held.shape)
    centre = ((float(left) + columns / 2) / _SIDE, (float(top) + rows / 2) / _SIDE)
    return centre, float(held[top, left])


def _plain_border(picture: Planes) -> bool:
    """Whether the picture's outermost pixels are all of one colour."""
    edges = [
        np.concatenate([plane[0], plane[-1], plane[:, 0], plane[:, -1]]).astype(np.float32)
        for plane in (picture.y, picture.u, picture.v)
    ]
    return all(
        float(np.abs(edge - np.median(edge)).mean()) < _PLAIN / 4 and float(np.ptp(edge)) < 4 * _PLAIN
        for edge in edges
    )
