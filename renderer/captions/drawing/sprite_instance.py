"""Sprite instances: sprites moved, scaled, cropped or blurred, cheap enough to be made for each frame."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from renderer.captions.drawing.canvas import Mask, Raster
from renderer.compositor.planes import Plane
from renderer.compositor.sprite import PlacedSprite, Sprite, sprite_from_rgba

NEUTRAL = 128
WHITE_LUMA = 235


@dataclass(frozen=True, slots=True, eq=False)
class SpriteInstance:
    """A sprite with its top left corner on even frame pixels."""

    sprite: Sprite
    x: int
    y: int

    def placed(self, opacity: float = 1.0) -> PlacedSprite:
        """The instance as the compositor takes it; `opacity` in [0, 1]."""
        return PlacedSprite(self.sprite, self.x, self.y, round(255 * min(1.0, max(0.0, opacity))))


def instance_of(raster: Raster) -> SpriteInstance:
    """The sprite of a painted raster, its clear borders cut off (four pixels at a time)."""
    rgba = raster.rgba
    used = cv2.boundingRect(np.ascontiguousarray(rgba[..., 3]))
    left, top = used[0] // 2 * 2, used[1] // 2 * 2
    right, bottom = max(left + 2, used[0] + used[2]), max(top + 2, used[1] + used[3])
    part = np.ascontiguousarray(rgba[top : bottom + bottom % 2, left : right + right % 2])
    return SpriteInstance(sprite_from_rgba(part), raster.x + left, raster.y + top)


def moved(instance: SpriteInstance, dx: float, dy: float) -> SpriteInstance:
    """The instance moved, to even pixels."""
    return SpriteInstance(instance.sprite, instance.x + _even(dx), instance.y + _even(dy))


def scaled(instance: SpriteInstance, factor: float, center: tuple[float, float]) -> SpriteInstance:
    """The instance `factor` times as large, `center` (frame pixels) standing still."""
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
    """The columns of the instance between two frame x, snapped outwards to even pixels; at least two."""
    first = min(max(0, int(left - instance.x) // 2 * 2), instance.sprite.width - 2)
    last = min(max(first + 2, -(int(instance.x - right) // 2) * 2), instance.sprite.width)
    part = _each(
        instance.sprite,
        lambda plane, half: plane[:, first // 2 : last // 2] if half else plane[:, first:last],
    )
    return SpriteInstance(part, instance.x + first, instance.y)


def frosted(instance: SpriteInstance, sigma: float) -> SpriteInstance:
    """The instance blurred by `sigma` pixels, on a canvas that is larger by as much as the blur spreads."""
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


def light_on(mask: Mask, x: int, y: int, strength: float) -> SpriteInstance:
    """White light where `mask` (even sides, top left at even `x`, `y`) says, `strength` in [0, 1]."""
    alpha = np.asarray(cv2.convertScaleAbs(mask, alpha=strength), np.uint8)
    half = np.asarray(cv2.resize(alpha, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    tint = np.asarray(cv2.convertScaleAbs(half, alpha=NEUTRAL / 255), np.uint8)
    luma = np.asarray(cv2.convertScaleAbs(alpha, alpha=WHITE_LUMA / 255), np.uint8)
    return SpriteInstance(
        Sprite(luma, tint, tint, np.asarray(255 - alpha, np.uint8), np.asarray(255 - half, np.uint8)), x, y
    )


def _each(sprite: Sprite, change: Callable[[Plane, int], Plane]) -> Sprite:
    """The sprite with every plane changed; the flag says whether a plane has half the size."""
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
