"""The position of a cel on the raster at a moment, and how much of it is visible there."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.compositor.damage import Box
from renderer.core.camera import View
from renderer.painters.layered_picture import Layer, Placement
from renderer.visuals.camera.affine import Affine, chained, inverted, placed
from renderer.visuals.camera.views import Lens, behind, frame_to_raster
from renderer.visuals.film.cel import Cel

WHOLE_VIEW: Final = View()
UNSEEN: Final = Placement(x=0.0, y=0.0, opacity=0.0)

_BYTES: Final = np.arange(256)

Edges: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def shown(placement: Placement) -> Placement:
    """The placement, or `UNSEEN` if nothing of it is visible, wherever it is."""
    seen = min(placement.opacity, placement.reveal, placement.scale, placement.stretch) > 0
    return placement if seen else UNSEEN


def seen_at(layer: Layer, placement: Placement, view: View, lens: Lens) -> Affine:
    """Map image pixels to raster pixels under a camera; layers on the base's plane do not depend on it."""
    stands = image_to_raster(layer, placement)
    if layer.depth == 1 or view == WHOLE_VIEW:
        return stands
    camera, behind_it = _through(view, layer.depth, lens)
    return chained(camera, chained(behind_it, stands))


@lru_cache(maxsize=16)
def _through(view: View, depth: float, lens: Lens) -> tuple[Affine, Affine]:
    """The camera's map, and the inverse of its map at a depth; cached because many cels share them."""
    return frame_to_raster(view, lens), inverted(frame_to_raster(behind(view, depth), lens))


def image_to_raster(layer: Layer, placement: Placement) -> Affine:
    """Map image pixels to raster pixels, including the scroll of a window."""
    height, width = layer.image.shape[:2]
    wide, high = layer.window if layer.window != (0, 0) else (width, height)
    angle = math.radians(placement.angle)
    down, across = placement.scale, placement.scale * placement.stretch
    cos, sin = math.cos(angle), math.sin(angle)
    x = layer.anchor[0] * wide + placement.scroll_x
    y = layer.anchor[1] * high + placement.scroll_y
    xx, xy, yx, yy = cos * across, -sin * down, sin * across, cos * down
    return Affine(xx, xy, placement.x - (xx * x + xy * y), yx, yy, placement.y - (yx * x + yy * y))


def visible_box(cel: Cel, placement: Placement) -> Edges:
    """The visible part of the image in image pixels: left, top, right, bottom."""
    box = (
        float(cel.offset_x),
        float(cel.offset_y),
        float(cel.offset_x + cel.luma.shape[1]),
        float(cel.offset_y + cel.luma.shape[0]),
    )
    if cel.layer.window == (0, 0):
        return box
    left, top = placement.scroll_x, placement.scroll_y
    right, bottom = left + cel.layer.window[0], top + cel.layer.window[1]
    return max(box[0], left), max(box[1], top), min(box[2], right), min(box[3], bottom)


def bounds(seen: Affine, box: Edges, size: tuple[int, int]) -> Box:
    """Even pixel bounds of the box on a raster of `size` (width, height), clipped to it."""
    left, top, right, bottom = _edges(seen, box)
    return _clipped((left + seen.x, top + seen.y, right + seen.x, bottom + seen.y), size)


def _edges(seen: Affine, box: Edges) -> Edges:
    """Bounds of the mapped box, counted from where the image's corner is mapped to."""
    left, top, right, bottom = box
    xx, xy, _, yx, yy, _ = seen
    columns = (xx * left + xy * top, xx * left + xy * bottom, xx * right + xy * top, xx * right + xy * bottom)
    rows = (yx * left + yy * top, yx * left + yy * bottom, yx * right + yy * top, yx * right + yy * bottom)
    return min(columns), min(rows), max(columns), max(rows)


def _clipped(edges: Edges, size: tuple[int, int]) -> Box:
    return (
        max(0, 2 * math.floor((edges[0] - 0.5) / 2)),
        max(0, 2 * math.floor((edges[1] - 0.5) / 2)),
        min(size[0], 2 * math.ceil((edges[2] + 0.5) / 2)),
        min(size[1], 2 * math.ceil((edges[3] + 0.5) / 2)),
    )


class Glide(Struct, frozen=True, eq=False, kw_only=True):
    """A cel of constant size and turn, as it is seen anywhere on the base.

    `turn`: the values of a placement that determine size and turn. In raster pixels, `lever`: from its
    image's corner to its anchor; `edges`: from that corner to the bounds of the visible part.
    """

    turn: tuple[float, ...]
    lever: tuple[float, float]
    edges: Edges

    def stands(self, placement: Placement, size: tuple[int, int]) -> tuple[float, float, Box] | None:
        """Position of its image's corner, and its bounds on a raster of `size`; None if its turn differs."""
        if _turn(placement) != self.turn:
            return None
        x, y = placement.x - self.lever[0], placement.y - self.lever[1]
        left, top, right, bottom = self.edges
        return x, y, _clipped((left + x, top + y, right + x, bottom + y), size)


def gliding(cel: Cel, rest: Placement) -> Glide | None:
    """The cel with the size and turn of `rest`; None if it is seen through a window."""
    if cel.layer.window != (0, 0):
        return None
    seen = image_to_raster(cel.layer, replace(rest, x=0.0, y=0.0))
    left, top, right, bottom = _edges(seen, visible_box(cel, rest))
    far = _far(cel, seen)
    return Glide(
        turn=_turn(rest),
        lever=(-seen.x, -seen.y),
        edges=(
            max(left, -far - seen.x),
            max(top, -far - seen.y),
            min(right, far - seen.x),
            min(bottom, far - seen.y),
        ),
    )


def _turn(placement: Placement) -> tuple[float, ...]:
    return placement.scale, placement.stretch, placement.angle, placement.scroll_x, placement.scroll_y


def within_reach(cel: Cel, seen: Affine, within: Box) -> Box:
    """The bounds cut to the circle about the anchor: a turned disc fills only half of its turned square."""
    if cel.layer.window != (0, 0) or seen.xy == seen.yx == 0:
        return within
    height, width = cel.layer.image.shape[:2]
    across, down = cel.layer.anchor[0] * width, cel.layer.anchor[1] * height
    x, y = placed(seen, across, down)
    far = _far(cel, seen)
    return (
        max(within[0], 2 * math.floor((x - far) / 2)),
        max(within[1], 2 * math.floor((y - far) / 2)),
        min(within[2], 2 * math.ceil((x + far) / 2)),
        min(within[3], 2 * math.ceil((y + far) / 2)),
    )


def _far(cel: Cel, seen: Affine) -> float:
    """Farthest that a visible pixel is from the anchor, or slightly more."""
    return cel.reach * max(math.hypot(seen.xx, seen.yx), math.hypot(seen.xy, seen.yy)) + 2


def visibility(layer: Layer, placement: Placement) -> bytes:
    """Table from byte of the reveal map to visibility, including opacity; empty if everything is revealed."""
    if not layer.reveal.size or placement.reveal >= 1:
        return b""
    soft = max(layer.softness, 1)
    revealed = (placement.reveal * (255 + soft) - _BYTES) / soft
    np.minimum(np.maximum(revealed, 0.0, out=revealed), 1.0, out=revealed)
    return np.rint(revealed * min(placement.opacity, 1.0) * 255).astype(np.uint8).tobytes()
