"""Turns masks and cut-outs into layers, cropped to their visible part so that frames cost no more."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from msgspec import Struct

from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask
from renderer.painters.layered_picture import ByteImage, Layer, Motion, standing

Placed = Callable[[float, float], Motion]
"""Given the rest position of a layer's centre, returns its motion."""


class PixelBox(Struct, frozen=True):
    """A rectangle of pixels: corner (`x`, `y`), `width`, `height`."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """The centre, for a layer anchored in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def cut(self, image: ByteImage) -> ByteImage:
        """A copy of this part of an image."""
        return np.ascontiguousarray(image[self.y : self.y + self.height, self.x : self.x + self.width])


def visible_box(alpha: Mask) -> PixelBox:
    """The smallest rectangle around everything above 0 (at least one pixel)."""
    x, y, width, height = cv2.boundingRect(alpha)
    return PixelBox(x, y, max(width, 1), max(height, 1))


def with_alpha(rgb: Canvas, alpha: Mask) -> ByteImage:
    """Join three colour channels and an alpha channel."""
    if not alpha.size:
        return np.zeros((*alpha.shape, 4), np.uint8)
    return np.asarray(cv2.merge((*cv2.split(rgb), alpha)), np.uint8)


def flat(alpha: Mask, colour: Colour) -> ByteImage:
    """One colour with a mask as its alpha channel."""
    pixel = np.array((*colour, 0), np.uint8).view(np.uint32)
    image = np.full(alpha.shape, pixel, np.uint32).view(np.uint8).reshape(*alpha.shape, 4)
    if alpha.size:
        cv2.insertChannel(alpha, image, 3)
    return image


def stained(
    mask: Mask, colour: Colour, motion: Placed = standing, *, depth: float = 1.0, light: bool = False
) -> Layer:
    """A layer of one colour from a mask of the raster's size; it rests where it was drawn."""
    box = visible_box(mask)
    return Layer(image=flat(box.cut(mask), colour), motion=motion(*box.middle), depth=depth, light=light)


def in_lengths(mask: Mask, colour: Colour, motion: Placed, *, count: int, light: bool = False) -> list[Layer]:
    """Like `stained`, but cut horizontally into at most `count` layers that start at even pixels.

    A shape of varying width, or a leaning one, covers less area in pieces than as a whole.
    """
    step = 2 * math.ceil(mask.shape[0] / (2 * count))
    layers = []
    for top in range(0, mask.shape[0], step):
        if not cv2.hasNonZero(mask[top : top + step]):
            continue
        seen = visible_box(mask[top : top + step])
        x, y = seen.x // 2 * 2, (top + seen.y) // 2 * 2
        box = PixelBox(x, y, seen.x + seen.width - x, top + seen.y + seen.height - y)
        image = flat(box.cut(mask), colour)
        layers.append(Layer(image=image, motion=motion(*box.middle), light=light))
    return layers


def drawn(
    mask: Mask, order: Mask, colour: Colour, motion: Placed, *, softness: int = 6, light: bool = False
) -> Layer:
    """A layer of one colour that appears in the sequence of `order`: 0 first, 254 last, same size."""
    box = visible_box(mask)
    return Layer(
        image=flat(box.cut(mask), colour),
        motion=motion(*box.middle),
        reveal=np.minimum(box.cut(order), 254),
        softness=softness,
        light=light,
    )


def pasted(cutout: Cutout, motion: Motion, *, depth: float = 1.0, light: bool = False) -> Layer:
    """A cut-out as a layer, anchored in its middle."""
    return Layer(image=with_alpha(cutout.rgb, cutout.alpha), motion=motion, depth=depth, light=light)
