"""Where a cel stands on the raster at a moment, and how much of it is to be seen there."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from renderer.compositor.planes import Planes
from renderer.core.camera import View
from renderer.painters.layered_picture import Layer, Placement
from renderer.visuals.camera.affine import Affine, chained, inverted, moved, placed
from renderer.visuals.camera.views import Lens, behind, frame_to_raster
from renderer.visuals.film.cel import Cel

WHOLE_VIEW: Final = View()
UNSEEN: Final = Placement(x=0.0, y=0.0, opacity=0.0)

_BYTES: Final = np.arange(256)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in even pixels."""


def shown(placement: Placement) -> Placement:
    """The placement, or `UNSEEN` where nothing is to be seen of it, wherever that is."""
    seen = min(placement.opacity, placement.reveal, placement.scale, placement.stretch) > 0
    return placement if seen else UNSEEN


def seen_at(layer: Layer, placement: Placement, view: View, lens: Lens) -> Affine:
    """Image pixels → raster pixels under a camera; only layers off the base's plane mind the camera."""
    stands = image_to_raster(layer, placement)
    if layer.depth == 1 or view == WHOLE_VIEW:
        return stands
    camera = inverted(frame_to_raster(behind(view, layer.depth), lens))
    return chained(frame_to_raster(view, lens), chained(camera, stands))


def image_to_raster(layer: Layer, placement: Placement) -> Affine:
    """Image pixels → raster pixels, the scroll of a window included."""
    height, width = layer.image.shape[:2]
    wide, high = layer.window if layer.window != (0, 0) else (width, height)
    angle = math.radians(placement.angle)
    down, across = placement.scale, placement.scale * placement.stretch
    cos, sin = math.cos(angle), math.sin(angle)
    x = layer.anchor[0] * wide + placement.scroll_x
    y = layer.anchor[1] * high + placement.scroll_y
    turned = Affine(cos * across, -sin * down, 0.0, sin * across, cos * down, 0.0)
    left, top = placed(turned, x, y)
    return moved(turned, placement.x - left, placement.y - top)


def visible_box(cel: Cel, placement: Placement) -> tuple[float, float, float, float]:
    """The part of the image that can be seen, in image pixels: left, top, right, bottom."""
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


def bounds(seen: Affine, box: tuple[float, float, float, float], target: Planes) -> tuple[int, int, int, int]:
    """Even pixel bounds of the box on the frame, clipped to it: left, top, right, bottom."""
    corners = [placed(seen, across, down) for across in (box[0], box[2]) for down in (box[1], box[3])]
    columns, rows = zip(*corners, strict=True)
    return (
        max(0, 2 * math.floor((min(columns) - 0.5) / 2)),
        max(0, 2 * math.floor((min(rows) - 0.5) / 2)),
        min(target.width, 2 * math.ceil((max(columns) + 0.5) / 2)),
        min(target.height, 2 * math.ceil((max(rows) + 0.5) / 2)),
    )


def within_reach(cel: Cel, seen: Affine, within: Box) -> Box:
    """The bounds cut to the circle about the anchor: a turned disc fills half of its turned square."""
    if cel.layer.window != (0, 0) or seen.xy == seen.yx == 0:
        return within
    height, width = cel.layer.image.shape[:2]
    across, down = cel.layer.anchor[0] * width, cel.layer.anchor[1] * height
    x, y = placed(seen, across, down)
    far = cel.reach * max(math.hypot(seen.xx, seen.yx), math.hypot(seen.xy, seen.yy)) + 2
    return (
        max(within[0], 2 * math.floor((x - far) / 2)),
        max(within[1], 2 * math.floor((y - far) / 2)),
        min(within[2], 2 * math.ceil((x + far) / 2)),
        min(within[3], 2 * math.ceil((y + far) / 2)),
    )


def visibility(layer: Layer, placement: Placement) -> bytes:
    """Byte of the reveal map → how visible it is, opacity included; empty where all is revealed."""
    if not layer.reveal.size or placement.reveal >= 1:
        return b""
    soft = max(layer.softness, 1)
    revealed = (placement.reveal * (255 + soft) - _BYTES) / soft
    np.minimum(np.maximum(revealed, 0.0, out=revealed), 1.0, out=revealed)
    return np.rint(revealed * min(placement.opacity, 1.0) * 255).astype(np.uint8).tobytes()
