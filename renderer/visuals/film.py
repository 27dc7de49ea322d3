"""Filming a `Scene`: the base under the camera, then every layer warped sub-pixel to where it stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Plane, Planes
from renderer.core.storyboard import CameraMove, View
from renderer.visuals.camera import (
    Lens,
    Matrix,
    behind,
    chained,
    chroma_map,
    frame_to_raster,
    inverted,
    luma_map,
    view_at,
    warp,
)
from renderer.visuals.scene import ByteImage, Layer, Placement, as_bytes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cel:
    """A layer made ready: premultiplied planes with their cover (alpha), cropped to what can be seen.

    `luma`: (height, width, 4) of Y, cover, reveal map and nothing; `chroma`: half of that, of U, V, cover and
    reveal map. Four interleaved channels are warped in the time of one plane and a half. The outermost
    pixels are transparent. `offset_x`, `offset_y`: the crop's corner in image pixels.
    """

    luma: ByteImage
    chroma: ByteImage
    offset_x: int
    offset_y: int
    layer: Layer


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FilmedScene:
    """A `Picture`: cels above a ground, under one camera. `duration`: seconds that its move takes."""

    ground: Picture
    cels: tuple[Cel, ...]
    lens: Lens
    move: CameraMove
    duration: float

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the scene `seconds` after the start."""
        self.ground.draw(target, seconds)
        view = view_at(self.move, seconds / self.duration)
        for cel in self.cels:
            _draw_cel(cel, cel.layer.motion(seconds), view, self.lens, target)


def _draw_cel(cel: Cel, placement: Placement, view: View, lens: Lens, target: Planes) -> None:
    if placement.opacity <= 0 or placement.reveal <= 0 or placement.scale <= 0 or placement.stretch <= 0:
        return
    camera = inverted(frame_to_raster(behind(view, cel.layer.depth), lens))
    seen = chained(camera, _image_to_raster(cel.layer, placement))
    left, top, right, bottom = _bounds(seen, _visible_box(cel, placement), target)
    if left >= right or top >= bottom:
        return
    moved = np.column_stack((seen[:, :2], seen[:, 2] - (left, top)))
    part = np.column_stack((np.eye(2), (cel.offset_x, cel.offset_y)))
    back = inverted(chained(moved, part))
    window = (slice(top, bottom), slice(left, right))
    half = (slice(top // 2, bottom // 2), slice(left // 2, right // 2))
    brightness = _warped(cel.luma, luma_map(back), target.y[window])
    colour = _warped(cel.chroma, chroma_map(back), target.u[half])
    table = _visibility(cel.layer, placement)
    _blend((target.y[window],), brightness, cover=1, shown=_shown(brightness, 2, table))
    _blend((target.u[half], target.v[half]), colour, cover=2, shown=_shown(colour, 3, table))


def _warped(image: ByteImage, matrix: Matrix, like: Plane) -> ByteImage:
    """The interleaved planes where they fall on the frame, shape of `like` and 4."""
    out: ByteImage = np.zeros((*like.shape, 4), np.uint8)
    warp(image, matrix, out, border=cv2.BORDER_TRANSPARENT)
    return out


def _shown(drawn: ByteImage, channel: int, table: ByteImage) -> Plane:
    """How visible every pixel is; empty where all are wholly."""
    return as_bytes(cv2.LUT(cv2.extractChannel(drawn, channel), table)) if table.size else table


def _blend(targets: tuple[Plane, ...], drawn: ByteImage, *, cover: int, shown: Plane) -> None:
    """`target = target * (1 - cover) + drawn`, both as far as `shown`; targets take channels 0, 1, …"""
    keep = cv2.bitwise_not(_part(drawn, cover, shown))
    for channel, target in enumerate(targets):
        cv2.multiply(target, keep, dst=target, scale=1 / 255)
        cv2.add(target, _part(drawn, channel, shown), dst=target)


def _part(drawn: ByteImage, channel: int, shown: Plane) -> Plane:
    plane = as_bytes(cv2.extractChannel(drawn, channel))
    return as_bytes(cv2.multiply(plane, shown, scale=1 / 255)) if shown.size else plane


def _image_to_raster(layer: Layer, placement: Placement) -> Matrix:
    """Image pixels → raster pixels, the scroll of a window included."""
    height, width = layer.image.shape[:2]
    wide, high = layer.window if layer.window != (0, 0) else (width, height)
    angle = math.radians(placement.angle)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    turn = turn @ np.diag((placement.scale * placement.stretch, placement.scale))
    anchor = np.array((layer.anchor[0] * wide, layer.anchor[1] * high))
    scroll = np.array((placement.scroll_x, placement.scroll_y))
    return np.column_stack((turn, np.array((placement.x, placement.y)) - turn @ (anchor + scroll)))


def _visible_box(cel: Cel, placement: Placement) -> tuple[float, float, float, float]:
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


def _bounds(
    seen: Matrix, box: tuple[float, float, float, float], target: Planes
) -> tuple[int, int, int, int]:
    """Even pixel bounds of the box on the frame, clipped to it: left, top, right, bottom."""
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (left, bottom), (right, bottom)])
    points = corners @ seen[:, :2].T + seen[:, 2]
    low, high = points.min(axis=0), points.max(axis=0)
    return (
        max(0, 2 * math.floor((low[0] - 0.5) / 2)),
        max(0, 2 * math.floor((low[1] - 0.5) / 2)),
        min(target.width, 2 * math.ceil((high[0] + 0.5) / 2)),
        min(target.height, 2 * math.ceil((high[1] + 0.5) / 2)),
    )


def _visibility(layer: Layer, placement: Placement) -> ByteImage:
    """Byte of the reveal map → how visible it is, opacity included; empty when all is wholly visible."""
    revealed = np.ones(256)
    if layer.reveal.size and placement.reveal < 1:
        soft = max(layer.softness, 1)
        level = placement.reveal * (255 + soft)
        revealed = np.clip((level - np.arange(256)) / soft, 0, 1)
    elif placement.opacity >= 1:
        return np.zeros(0, np.uint8)
    return np.rint(revealed * min(placement.opacity, 1.0) * 255).astype(np.uint8)
