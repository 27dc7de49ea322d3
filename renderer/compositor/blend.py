"""Blending sprites onto planes, only where they lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from renderer.compositor.damage import Box
from renderer.compositor.planes import Planes
from renderer.compositor.sprite import PlacedSprite, Sprite
from renderer.kernels.sprites import PlacedPlanes, SpritePlanes, blend_sprites, sprite_planes

_CHECKED: Final[WeakKeyDictionary[Sprite, SpritePlanes]] = WeakKeyDictionary()
"""Sprites in the form in which kernels blend them, kept because most are shown in many frames."""


def blend(target: Planes, placed: PlacedSprite) -> None:
    """Blend a sprite onto `target` in place, clipped to the frame; at most one level off exact maths.

    An odd corner is moved up or left to the even pixel before it.
    """
    blend_all(target, (placed,))


def blend_all(target: Planes, sprites: Sequence[PlacedSprite]) -> None:
    """Blend sprites as `blend` does, the first of them lowest."""
    drawn = [
        PlacedPlanes(
            _checked(placed.sprite),
            *_corner(placed),
            placed.opacity + (placed.opacity >> 7),  # 255 becomes 256, which is fully opaque
        )
        for placed in sprites
        if placed.opacity > 0
    ]
    if drawn:
        blend_sprites(target.surface, drawn)


def boxes_of(sprites: Sequence[PlacedSprite], target: Planes) -> Iterator[Box]:
    """The boxes in which `blend_all` may change pixels of the target."""
    for placed in sprites:
        (left, top), sprite = _corner(placed), placed.sprite
        right, bottom = min(left + sprite.width, target.width), min(top + sprite.height, target.height)
        if placed.opacity > 0 and right > max(left, 0) and bottom > max(top, 0):
            yield max(left, 0), max(top, 0), right, bottom


def _corner(placed: PlacedSprite) -> tuple[int, int]:
    return placed.x // 2 * 2, placed.y // 2 * 2


def _checked(sprite: Sprite) -> SpritePlanes:
    found = _CHECKED.get(sprite)
    if found is None:
        colours, keep = (sprite.y, sprite.u, sprite.v), (sprite.keep, sprite.keep_chroma)
        found = _CHECKED[sprite] = sprite_planes(colours, keep)
    return found
