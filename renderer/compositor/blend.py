"""Blending sprites onto planes, only where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.compositor.planes import Plane, Planes
from renderer.compositor.sprite import PlacedSprite
from renderer.kernels.blending import blend_plane


@dataclass(frozen=True, slots=True)
class _Overlap:
    """Where a sprite meets the frame, as slices of both."""

    frame: tuple[slice, slice]
    sprite: tuple[slice, slice]


def blend(target: Planes, placed: PlacedSprite) -> None:
    """Blend a sprite onto `target` in place, clipped to the frame; at most one level off exact maths.

    An odd corner is moved up or left to the even pixel before it.
    """
    sprite, opacity = placed.sprite, placed.opacity
    rows = _overlap(placed.y // 2, sprite.height // 2, target.height // 2)
    columns = _overlap(placed.x // 2, sprite.width // 2, target.width // 2)
    if opacity <= 0 or not len(rows) or not len(columns):
        return
    corner = (placed.y // 2, placed.x // 2)
    chroma = _meeting(rows, columns, corner, 1)
    luma = _meeting(rows, columns, corner, 2)
    _blend_plane(target.y, luma, sprite.y, sprite.keep, opacity=opacity)
    _blend_plane(target.u, chroma, sprite.u, sprite.keep_chroma, opacity=opacity)
    _blend_plane(target.v, chroma, sprite.v, sprite.keep_chroma, opacity=opacity)


def _overlap(start: int, length: int, limit: int) -> range:
    return range(max(0, start), max(0, min(limit, start + length)))


def _meeting(rows: range, columns: range, corner: tuple[int, int], scale: int) -> _Overlap:
    top, left = corner
    return _Overlap(
        frame=(_slice(rows, 0, scale), _slice(columns, 0, scale)),
        sprite=(_slice(rows, top, scale), _slice(columns, left, scale)),
    )


def _slice(span: range, origin: int, scale: int) -> slice:
    return slice((span.start - origin) * scale, (span.stop - origin) * scale)


def _blend_plane(ground: Plane, overlap: _Overlap, colour: Plane, keep: Plane, *, opacity: int) -> None:
    added, kept = colour[overlap.sprite], keep[overlap.sprite]
    # 255 becomes 256: all of it
    blend_plane(ground[overlap.frame], added, kept, opacity=opacity + (opacity >> 7), keeps=True)
