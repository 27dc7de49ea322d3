"""Sprite instances: painted rasters as the compositor's sprites, with their places in the frame."""

from __future__ import annotations

import cv2
from msgspec import Struct

from renderer.captions.drawing.canvas import Raster
from renderer.compositor.sprite import Sprite, sprite_from_rgba


class SpriteInstance(Struct, frozen=True, eq=False):
    """A sprite and its top left corner, on even frame pixels."""

    sprite: Sprite
    x: int
    y: int


def instance_of(raster: Raster) -> SpriteInstance:
    """The sprite of a painted raster, with its transparent borders cropped in steps of two pixels."""
    rgba = raster.rgba
    samples = rgba.reshape(len(rgba), -1)  # four to a pixel, of which alpha is the last and largest
    used = cv2.boundingRect(samples)
    left, top = used[0] // 8 * 2, used[1] // 2 * 2
    right, bottom = max(left + 2, (used[0] + used[2]) // 4), max(top + 2, used[1] + used[3])
    part = rgba[top : bottom + bottom % 2, left : right + right % 2]
    return SpriteInstance(sprite_from_rgba(part), raster.x + left, raster.y + top)
