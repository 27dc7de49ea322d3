"""Sprite instances moved, scaled, cropped or blurred, cheaply enough to do so in every frame."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from renderer.captions.drawing.masks import Mask
from renderer.captions.drawing.poses import PagePose
from renderer.captions.drawing.sprite_instance import SpriteInstance
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.easing import mix
from renderer.compositor.planes import Plane
from renderer.compositor.sprite import Sprite

NEUTRAL: Final = 128
WHITE_LUMA: Final = 235
SHINE_WIDTH: Final = 0.55
SHINE_SLOPE: Final = 0.35
SETTLED: Final = 1e-3
LEAST_FROST: Final = 0.5
"""Smallest blur in pixels that is visible."""


def posed(
    instance: SpriteInstance, pose: PagePose, *, block: Rect, scale: float, rtl: bool
) -> SpriteInstance:
    """An instance under its page's pose, about the page's block; `scale` is frame pixels per style pixel."""
    instance = sized(instance, pose.scale, block.center)
    if pose.rise:
        instance = moved(instance, 0.0, pose.rise * scale)
    if pose.wipe < 1.0:
        reach = block.width * pose.wipe
        edges = (block.right - reach, 1e6) if rtl else (-1e6, block.left + reach)
        instance = cropped(instance, *edges)
    return frosted(instance, pose.frost * scale) if pose.frost > LEAST_FROST else instance


def sized(instance: SpriteInstance, factor: float, center: tuple[float, float]) -> SpriteInstance:
    """The instance scaled about a point, unless the change would be invisible."""
    return instance if abs(factor - 1.0) < SETTLED else scaled(instance, factor, center)


def moved(instance: SpriteInstance, dx: float, dy: float) -> SpriteInstance:
    """The instance moved by a distance rounded to even pixels."""
    return SpriteInstance(instance.sprite, instance.x + _even(dx), instance.y + _even(dy))


def scaled(instance: SpriteInstance, factor: float, center: tuple[float, float]) -> SpriteInstance:
    """The instance scaled by `factor` about the fixed point `center` (frame pixels)."""
    width, height = _even(instance.sprite.width * factor), _even(instance.sprite.height * factor)
    x = center[0] + (instance.x - center[0]) * factor
    y = center[1] + (instance.y - center[1]) * factor
    if (width, height) == (instance.sprite.width, instance.sprite.height):
        return SpriteInstance(instance.sprite, _even(x), _even(y))
    size = max(2, width), max(2, height)
    return SpriteInstance(
        _each(instance.sprite, lambda plane, half: _resized(plane, size, half=half)), _even(x), _even(y)
    )


def cropped(instance: SpriteInstance, left: float, right: float) -> SpriteInstance:
    """The columns of the instance between two frame x, at least two, snapped outwards to even pixels."""
    first = min(max(0, int(left - instance.x) // 2 * 2), instance.sprite.width - 2)
    last = min(max(first + 2, -(int(instance.x - right) // 2) * 2), instance.sprite.width)
    part = _each(
        instance.sprite,
        lambda plane, half: plane[:, first // 2 : last // 2] if half else plane[:, first:last],
    )
    return SpriteInstance(part, instance.x + first, instance.y)


def frosted(instance: SpriteInstance, sigma: float) -> SpriteInstance:
    """The instance blurred by `sigma` pixels, on a canvas enlarged by the spread of the blur."""
    pad = 4 * math.ceil(2.2 * sigma / 4)

    def soften(plane: Plane, half: int) -> Plane:
        edge = pad // 2 if half else pad
        ground = 255 if plane is instance.sprite.keep or plane is instance.sprite.keep_chroma else 0
        wide = cv2.copyMakeBorder(plane, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(ground,))
        shrink = 1 if half else 2
        small = cv2.resize(wide, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        reach = 2 * max(1, round(0.42 * sigma)) + 1
        for _ in range(2):
            small = cv2.blur(small, (reach, reach), borderType=cv2.BORDER_REPLICATE)
        return np.asarray(
            cv2.resize(small, (wide.shape[1], wide.shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8
        )

    return SpriteInstance(_each(instance.sprite, soften), instance.x - pad, instance.y - pad)


def shining(letters: tuple[Mask, int, int], way: float, strength: float) -> SpriteInstance:
    """White light in letters (a mask with even sides, its corner on even pixels) under a soft slanted bar.

    The bar crosses from left to right with `way` in [0, 1]; `strength` is in [0, 1].
    """
    mask, x, y = letters
    height, width = mask.shape
    band = SHINE_WIDTH * height
    middle = mix(-band, width + band + SHINE_SLOPE * height, way)
    at = (
        np.arange(width, dtype=np.float32)[None, :]
        + SHINE_SLOPE * np.arange(height, dtype=np.float32)[:, None]
    )
    lit = np.asarray(mask * np.clip(1.0 - np.abs(at - middle) / band, 0.0, 1.0), np.uint8)
    alpha = np.asarray(cv2.convertScaleAbs(lit, alpha=strength), np.uint8)
    half = np.asarray(cv2.resize(alpha, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    tint = np.asarray(cv2.convertScaleAbs(half, alpha=NEUTRAL / 255), np.uint8)
    luma = np.asarray(cv2.convertScaleAbs(alpha, alpha=WHITE_LUMA / 255), np.uint8)
    return SpriteInstance(
        Sprite(luma, tint, tint, np.asarray(255 - alpha, np.uint8), np.asarray(255 - half, np.uint8)), x, y
    )


def _each(sprite: Sprite, change: Callable[[Plane, int], Plane]) -> Sprite:
    """The sprite with `change` applied to every plane; its flag says whether a plane has half the size."""
    return Sprite(
        change(sprite.y, 0),
        change(sprite.u, 1),
        change(sprite.v, 1),
        change(sprite.keep, 0),
        change(sprite.keep_chroma, 1),
    )


def _resized(plane: Plane, size: tuple[int, int], *, half: int) -> Plane:
    shape = (size[0] // 2, size[1] // 2) if half else size
    return np.asarray(cv2.resize(plane, shape, interpolation=cv2.INTER_LINEAR), np.uint8)


def _even(length: float) -> int:
    return 2 * round(length / 2)
