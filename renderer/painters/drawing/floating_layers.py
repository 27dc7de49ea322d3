"""A subject that floats in front of the picture: it moves, while its shadow stays on the ground behind it.

A shadow that moved along would double the area of the layer, and with it the cost of every frame.
"""

from __future__ import annotations

from msgspec import Struct

from renderer.painters.drawing.canvas import Canvas, Cutout, cast_shadow
from renderer.painters.drawing.layering import pasted
from renderer.painters.layered_picture import Layer, Motion


class FloatingShadow(Struct, frozen=True, kw_only=True):
    """A cast shadow; `blur`: sigma in pixels; `drop`: pixels below the shape; `strength` in [0, 1]."""

    blur: float
    drop: float
    strength: float


def floating(
    canvas: Canvas, art: Cutout, at: tuple[float, float], motion: Motion, *, shadow: FloatingShadow
) -> Layer:
    """The art as a layer that moves about its resting centre `at`; its shadow is drawn on the canvas."""
    corner = round(at[0] - art.size[0] / 2), round(at[1] - art.size[1] / 2)
    offset = 0, round(shadow.drop)
    cast_shadow(canvas, art.alpha, corner, offset=offset, blur=shadow.blur, strength=shadow.strength)
    return pasted(art, motion)
