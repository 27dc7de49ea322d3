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
from renderer.kernels.premultiplying import separated

# With premultiplied colour the plane's offset has to be premultiplied too: Y' = 16 * a / 255 + gains * rgb.
_PREMULTIPLIED_OFFSET: Final = np.diag([1.0, 1.0, 1.0, 1.0 / 255.0])
_PLANES_OF_RGBA: Final = (np.vstack([LUMA_OF_RGB, CHROMA_OF_RGB]) @ _PREMULTIPLIED_OFFSET).astype(np.float32)


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
    beyond = 0, rgba.shape[0] % 2, 0, rgba.shape[1] % 2
    if any(beyond):
        rgba = np.asarray(cv2.copyMakeBorder(rgba, *beyond, cv2.BORDER_CONSTANT), np.uint8)
    return Sprite(*separated(rgba, _PLANES_OF_RGBA))
