"""Sprites: small premultiplied planar rasters that are blended where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.compositor.colours import CHROMA_OF_RGB, LUMA_OF_RGB
from renderer.kernels.checks import Samples

# With premultiplied colour the plane's offset has to be premultiplied too: Y' = 16 * a / 255 + gains * rgb.
_PREMULTIPLIED_OFFSET: Final = np.diag([1.0, 1.0, 1.0, 1.0 / 255.0])
_LUMA_OF_RGBA: Final = LUMA_OF_RGB @ _PREMULTIPLIED_OFFSET
_CHROMA_OF_RGBA: Final = CHROMA_OF_RGB @ _PREMULTIPLIED_OFFSET


@dataclass(frozen=True, eq=False)
class Sprite:
    """Premultiplied planes and what they leave of the ground.

    `y`, `keep` have shape (height, width); `u`, `v`, `keep_chroma` half of that; both sides even.
    A blended pixel is `ground * keep / 255 + y` (same for chroma with `keep_chroma`).
    """

    y: Samples
    u: Samples
    v: Samples
    keep: Samples
    keep_chroma: Samples

    @property
    def width(self) -> int:
        """Luma columns."""
        return int(self.y.shape[1])

    @property
    def height(self) -> int:
        """Luma rows."""
        return int(self.y.shape[0])


class PlacedSprite(Struct, frozen=True):
    """A sprite with its top left corner at (`x`, `y`), even pixels, possibly partly outside the frame.

    `opacity` in [0, 255] fades the whole sprite.
    """

    sprite: Sprite
    x: int
    y: int
    opacity: int = 255


def sprite_from_rgba(rgba: npt.NDArray[np.uint8]) -> Sprite:
    """A sprite from 8-bit RGBA with premultiplied alpha, shape (height, width, 4).

    Every colour is at most its alpha. Odd sides are padded with transparent pixels (right, bottom).
    """
    height, width = rgba.shape[:2]
    even = cv2.copyMakeBorder(rgba, 0, height % 2, 0, width % 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    half = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)
    chroma = np.asarray(cv2.transform(half, _CHROMA_OF_RGBA), np.uint8)
    return Sprite(
        np.asarray(cv2.transform(even, _LUMA_OF_RGBA), np.uint8),
        np.ascontiguousarray(chroma[..., 0]),
        np.ascontiguousarray(chroma[..., 1]),
        np.asarray(255 - even[..., 3], np.uint8),
        np.asarray(255 - half[..., 3], np.uint8),
    )
