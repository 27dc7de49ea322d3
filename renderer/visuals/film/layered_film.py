"""Filming a `Scene`: layers laid sub-pixel on the base, then all of it under the camera.

What costs little is preferred, with the same pixels: layers at rest are laid once, layers that only slide
are shifted instead of warped, and the camera warps one picture and not every layer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.compositor.enlarge import Pin
from renderer.compositor.planes import Plane, Planes, allocate, copy_into, crop
from renderer.core.camera import CameraMove, View
from renderer.painters.layered_picture import ByteImage, Layer, Placement
from renderer.visuals.camera.affine import (
    Affine,
    chained,
    chroma_map,
    inverted,
    luma_map,
    moved,
    placed,
    same_shape,
    scaling,
    warp,
)
from renderer.visuals.camera.views import Lens, behind, film, frame_to_raster, pinned, slides, view_at
from renderer.visuals.film.blending import blend_sheet, draw_piece
from renderer.visuals.film.cel import Cel
from renderer.visuals.film.enlarged import Upright, enlarged, upright
from renderer.visuals.film.prints import PlacedSheet, Print, Sheet, printed, slid, split_chroma, split_luma

_SOON: Final = (1 / 30, 0.1)
"""Seconds ahead at which a cel must still be where it is, to be taken for one at rest."""

_LATE: Final = (0.55, 0.75, 0.95)
"""When in a shot, as parts of its length, a cel's size and turn are looked at."""

_SAME: Final = 1e-9
_BLANK: Final = np.zeros(1, np.uint8)
_WHOLE_VIEW: Final = View()
_UNSEEN: Final = Placement(x=0.0, y=0.0, opacity=0.0)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in even pixels."""


@dataclass(slots=True, eq=False)
class FilmCache:
    """Cache of a layered picture from frame to frame; nothing of it changes what is drawn.

    `placements`: of the lowest cels, all at rest; `settled`: the base with them on it. `scene`: room for
    the whole raster as it is filmed; but for the `drawn` boxes it is what has settled, or all of it is to be
    copied again (None). `turned`: per cel that is warped, what it looked like last and where.
    """

    settled: Planes
    scene: Planes
    placements: list[Placement] = field(default_factory=list)
    drawn: list[Box] | None = None
    turned: dict[int, tuple[Affine, Box, tuple[Sheet, Sheet]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FilmedLayers:
    """A `Picture`: cels above a base, put together on the raster and filmed there by one camera.

    `prints` holds, cel by cel, what `printed` made of it, `uprights` what `upright` made of those without;
    `duration`: seconds that the move takes; `pin`: of the move. Use from one thread at a time.
    """

    base: Planes
    cels: tuple[Cel, ...]
    prints: tuple[Print | None, ...]
    uprights: tuple[Upright | None, ...]
    lens: Lens
    move: CameraMove
    pin: Pin
    duration: float
    cache: FilmCache

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the scene `seconds` after the start."""
        view = view_at(self.move, seconds / self.duration)
        placements = [_shown(cel.layer.motion(seconds)) for cel in self.cels]
        self._settle(placements, seconds, view)
        cache, ground = self.cache, self.cache.settled
        if len(cache.placements) == len(self.cels):
            self._film(ground, view, target)
        elif view == _WHOLE_VIEW and _sizes(ground) == _sizes(target):
            copy_into(target, ground)
            self._draw_moving(placements, view, target)
        else:
            _restore(cache.scene, ground, cache.drawn)
            cache.drawn = None  # should drawing fail
            cache.drawn = self._draw_moving(placements, view, cache.scene)
            self._film(cache.scene, view, target)

    def _film(self, scene: Planes, view: View, target: Planes) -> None:
        film(scene, view, target, slides=slides(self.move), pin=self.pin)

    def _draw_moving(self, placements: list[Placement], view: View, scene: Planes) -> list[Box]:
        """The cels that are not at rest; their boxes."""
        moving = range(len(self.cache.placements), len(self.cels))
        boxes = (self._draw_cel(index, placements[index], view, scene) for index in moving)
        return [box for box in boxes if box]

    def _settle(self, placements: list[Placement], seconds: float, view: View) -> None:
        """Have the lowest cels that are at rest on the settled base."""
        cache, still = self.cache, self._at_rest(placements, seconds)
        if cache.placements == placements[: len(cache.placements)] and len(cache.placements) >= still:
            return
        cache.placements, cache.drawn = placements[:still], None
        cache.settled = copied(self.base) if still else self.base
        for index in range(still):
            self._draw_cel(index, placements[index], view, cache.settled)

    def _at_rest(self, placements: list[Placement], seconds: float) -> int:
        """How many of the lowest cels stand still on the base, or are not seen, for a moment from now on."""
        for index, cel in enumerate(self.cels):
            if placements[index] is not _UNSEEN and cel.layer.depth != 1 and self.move.start != self.move.end:
                return index
            soon = (_shown(cel.layer.motion(seconds + later)) for later in _SOON)
            if any(placement != placements[index] for placement in soon):
                return index
        return len(self.cels)

    def _draw_cel(self, index: int, placement: Placement, view: View, scene: Planes) -> Box | None:
        """Draw a cel where it is seen; its box."""
        cel, ready = self.cels[index], self.prints[index]
        if placement is _UNSEEN:
            return None
        seen = seen_at(cel.layer, placement, view, self.lens)
        left, top, right, bottom = _within_reach(
            cel, seen, _bounds(seen, _visible_box(cel, placement), scene)
        )
        if left >= right or top >= bottom:
            return None
        window = (slice(top, bottom), slice(left, right))
        half = (slice(top // 2, bottom // 2), slice(left // 2, right // 2))
        table = _visibility(cel.layer, placement)
        if ready is not None and same_shape(seen, ready.seen, within=_SAME):
            brightness, colour = slid(ready, seen, window)
            if ready.pieces:
                there = crop(scene, x=left, y=top, width=right - left, height=bottom - top)
                for piece, part in ready.placed_pieces(seen, window):
                    draw_piece(there, part, piece, (brightness, colour), (placement.opacity, table))
                return left, top, right, bottom
        else:
            turned = self._turned(index, seen, scene, (left, top, right, bottom))
            brightness, colour = (PlacedSheet(sheet) for sheet in turned)
        blend_sheet((scene.y[window],), brightness, placement.opacity, table)
        blend_sheet((scene.u[half], scene.v[half]), colour, placement.opacity, table)
        return left, top, right, bottom

    def _turned(self, index: int, seen: Affine, scene: Planes, box: Box) -> tuple[Sheet, Sheet]:
        """The cel enlarged or warped; what rests between two strokes is warped once."""
        kept = self.cache.turned.get(index)
        if kept and kept[:2] == (seen, box):
            return kept[2]
        left, top, right, bottom = box
        luma = scene.y[top:bottom, left:right]
        chroma = scene.u[top // 2 : bottom // 2, left // 2 : right // 2]
        cel, whole = self.cels[index], self.uprights[index]
        sheets = enlarged(whole, seen, box) if whole else None
        if whole and not sheets:
            bright, colour = whole.joined()
            cel = replace(cel, luma=bright, chroma=colour)
        sheets = sheets or _turned(cel, seen, luma, chroma, (left, top))
        self.cache.turned[index] = (seen, box, sheets)
        return sheets


def filmed_layers(
    base: Planes, cels: tuple[Cel, ...], *, move: CameraMove, size: tuple[int, int], duration: float
) -> FilmedLayers:
    """The scene for frames of `size` (width, height), every cel printed that keeps its size and turn."""
    lens = Lens(raster_width=base.width, raster_height=base.height, width=size[0], height=size[1])
    settled, pin = pinned(move, lens)
    prints = tuple(_print(cel, settled, lens, duration) for cel in cels)
    uprights = tuple(
        None if ready else _upright(cel, duration) for cel, ready in zip(cels, prints, strict=True)
    )
    return FilmedLayers(
        base=base,
        cels=tuple(_without_pixels(cel) if whole else cel for cel, whole in zip(cels, uprights, strict=True)),
        prints=prints,
        uprights=uprights,
        lens=lens,
        move=settled,
        pin=pin,
        duration=duration,
        cache=FilmCache(settled=base, scene=_room(base, settled, lens)),
    )


def _room(base: Planes, move: CameraMove, lens: Lens) -> Planes:
    """Room for the raster, or next to nothing where scenes are put together in the frame itself."""
    direct = (base.width, base.height) == (lens.width, lens.height) and move.start == move.end == View()
    return allocate(2, 2) if direct else allocate(base.width, base.height)


def _print(cel: Cel, move: CameraMove, lens: Lens, duration: float) -> Print | None:
    """None where the cel's size or turn goes on changing to the end."""
    rests = [cel.layer.motion(part * duration) for part in _LATE]
    shapes = {(rest.scale, rest.stretch, rest.angle) for rest in rests}
    zooms = not slides(move) and cel.layer.depth != 1
    if zooms or len(shapes) > 1 or min(rests[-1].scale, rests[-1].stretch) <= 0:
        return None
    seen = seen_at(cel.layer, rests[-1], view_at(move, _LATE[-1]), lens)
    return printed(cel.luma, cel.chroma, cel.layer, offset=(cel.offset_x, cel.offset_y), seen=seen)


def _upright(cel: Cel, duration: float) -> Upright | None:
    """None where the cel turns, or has no anchor on a pixel."""
    if any(cel.layer.motion(part * duration).angle for part in _LATE):
        return None
    return upright(cel.luma, cel.chroma, cel.layer, offset=(cel.offset_x, cel.offset_y))


def _without_pixels(cel: Cel) -> Cel:
    """The cel with blanks of the same shapes, which take no memory: its pixels are in its `Upright`."""
    luma, chroma = (np.broadcast_to(_BLANK, image.shape) for image in (cel.luma, cel.chroma))
    return replace(cel, luma=luma, chroma=chroma)


def _shown(placement: Placement) -> Placement:
    """The placement, or `_UNSEEN` where nothing is to be seen of it, wherever that is."""
    seen = min(placement.opacity, placement.reveal, placement.scale, placement.stretch) > 0
    return placement if seen else _UNSEEN


def _sizes(planes: Planes) -> tuple[int, int]:
    return planes.width, planes.height


def _restore(scene: Planes, ground: Planes, boxes: list[Box] | None) -> None:
    """Have the ground in the scene again, which differs from it in these boxes or everywhere (None)."""
    if boxes is None:
        copy_into(scene, ground)
        return
    for left, top, right, bottom in boxes:
        place = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        copy_into(crop(scene, **place), crop(ground, **place))


def copied(planes: Planes) -> Planes:
    """Planes of their own."""
    return Planes(planes.y.copy(), planes.u.copy(), planes.v.copy())


def seen_at(layer: Layer, placement: Placement, view: View, lens: Lens) -> Affine:
    """Image pixels → raster pixels under a camera; only layers off the base's plane mind the camera."""
    stands = _image_to_raster(layer, placement)
    if layer.depth == 1 or view == _WHOLE_VIEW:
        return stands
    camera = inverted(frame_to_raster(behind(view, layer.depth), lens))
    return chained(frame_to_raster(view, lens), chained(camera, stands))


def _turned(
    cel: Cel, seen: Affine, luma: Plane, chroma: Plane, corner: tuple[int, int]
) -> tuple[Sheet, Sheet]:
    """The cel as `seen` maps it, in windows of the scene shaped like `luma` and `chroma`."""
    part = scaling(1.0, cel.offset_x, cel.offset_y)
    back = inverted(chained(moved(seen, -corner[0], -corner[1]), part))
    bright = _warped(cel.luma, luma_map(back), luma)
    colour = _warped(cel.chroma, chroma_map(back), chroma)
    return split_luma(bright, cel.layer), split_chroma(colour, cel.layer)


def _warped(image: ByteImage, matrix: npt.NDArray[np.float64], like: Plane) -> ByteImage:
    """The interleaved planes where they fall on the frame, shape of `like` and 4."""
    out: ByteImage = np.zeros((*like.shape, 4), np.uint8)
    warp(image, matrix, out, border=cv2.BORDER_TRANSPARENT)
    return out


def _image_to_raster(layer: Layer, placement: Placement) -> Affine:
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
    seen: Affine, box: tuple[float, float, float, float], target: Planes
) -> tuple[int, int, int, int]:
    """Even pixel bounds of the box on the frame, clipped to it: left, top, right, bottom."""
    corners = [placed(seen, across, down) for across in (box[0], box[2]) for down in (box[1], box[3])]
    columns, rows = zip(*corners, strict=True)
    return (
        max(0, 2 * math.floor((min(columns) - 0.5) / 2)),
        max(0, 2 * math.floor((min(rows) - 0.5) / 2)),
        min(target.width, 2 * math.ceil((max(columns) + 0.5) / 2)),
        min(target.height, 2 * math.ceil((max(rows) + 0.5) / 2)),
    )


def _within_reach(cel: Cel, seen: Affine, bounds: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The bounds cut to the circle about the anchor: a turned disc fills half of its turned square."""
    if cel.layer.window != (0, 0) or seen.xy == seen.yx == 0:
        return bounds
    height, width = cel.layer.image.shape[:2]
    across, down = cel.layer.anchor[0] * width, cel.layer.anchor[1] * height
    x, y = placed(seen, across, down)
    far = cel.reach * max(math.hypot(seen.xx, seen.yx), math.hypot(seen.xy, seen.yy)) + 2
    return (
        max(bounds[0], 2 * math.floor((x - far) / 2)),
        max(bounds[1], 2 * math.floor((y - far) / 2)),
        min(bounds[2], 2 * math.ceil((x + far) / 2)),
        min(bounds[3], 2 * math.ceil((y + far) / 2)),
    )


def _visibility(layer: Layer, placement: Placement) -> ByteImage:
    """Byte of the reveal map → how visible it is, opacity included; empty where all is revealed."""
    if not layer.reveal.size or placement.reveal >= 1:
        return np.zeros(0, np.uint8)
    soft = max(layer.softness, 1)
    revealed = np.clip((placement.reveal * (255 + soft) - np.arange(256)) / soft, 0, 1)
    return np.rint(revealed * min(placement.opacity, 1.0) * 255).astype(np.uint8)
