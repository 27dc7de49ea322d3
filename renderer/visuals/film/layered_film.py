"""Filming a `Scene`: layers placed with sub-pixel precision on the base, then all of it under the camera.

The cheapest way to the same pixels is chosen: layers at rest are laid once, layers that only slide are
shifted instead of warped, and the camera warps one picture rather than every layer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.compositor.assembled import Assembled
from renderer.compositor.damage import UNKNOWN, Box, Shown
from renderer.compositor.enlarge import Pin
from renderer.compositor.planes import Planes, allocate, copied
from renderer.core.camera import CameraMove, View
from renderer.kernels.drawing import draw_sheets
from renderer.kernels.places import OPAQUE
from renderer.kernels.sheets import PlacedSheets, Sheets
from renderer.kernels.warping import warped
from renderer.painters.layered_picture import Layer, Placement
from renderer.visuals.camera.affine import (
    Affine,
    chained,
    chroma_map,
    inverted,
    luma_map,
    moved,
    same_shape,
    scaling,
)
from renderer.visuals.camera.views import Lens, film, pinned, slides, view_at
from renderer.visuals.film.cel import Cel
from renderer.visuals.film.cel_geometry import (
    UNSEEN,
    WHOLE_VIEW,
    Glide,
    bounds,
    gliding,
    seen_at,
    shown,
    visibility,
    visible_box,
    within_reach,
)
from renderer.visuals.film.enlarged import Upright, enlarged, upright
from renderer.visuals.film.holding import Held, Moment, held_at
from renderer.visuals.film.prints import Print, printed, slid

_SOON: Final = (1 / 30, 0.1)
"""A cel counts as being at rest if it has not moved after these times, in seconds."""

_LATE: Final = (0.55, 0.75, 0.95)
"""Moments at which a cel's size and turn are examined, as shares of the shot's length."""

_SAME: Final = 1e-9
_BLANK: Final = np.zeros(1, np.uint8)


@dataclass(slots=True, eq=False)
class FilmCache:
    """State kept from frame to frame by a layered picture; it does not affect what is drawn.

    `placements`: those of the lowest cels, which are all at rest; `settled`: the base with these cels on it,
    no longer modified. `scene`: a buffer for the whole raster as it is filmed, and what it has `shown`.
    `turned`: per warped cel, its last map, box and result; `placed`: per drawn cel, its last placement and
    how it was drawn. `look`: of the time last `asked` for; `held`: the state it was derived from.
    """

    settled: Planes
    scene: Planes
    placements: list[Placement] = field(default_factory=list)
    shown: Shown = UNKNOWN
    turned: dict[int, tuple[Affine, Box, PlacedSheets]] = field(default_factory=dict)
    placed: dict[int, tuple[Placement, View, PlacedSheets | None]] = field(default_factory=dict)
    asked: float = -1.0
    look: Moment = (WHOLE_VIEW, [])
    held: Held = field(default_factory=Held)


class FilmedLayers(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: cels above a base, assembled on the raster and filmed there by one camera.

    Per cel, `prints` holds the result of `printed`, `glides` how it glides if it does so on the base, and
    `uprights` the result of `upright` if it has no print; `duration`: seconds that the move takes; `pin`: of
    the move. Use from one thread at a time.
    """

    base: Planes
    cels: tuple[Cel, ...]
    prints: tuple[Print | None, ...]
    glides: tuple[Glide | None, ...]
    uprights: tuple[Upright | None, ...]
    lens: Lens
    move: CameraMove
    pin: Pin
    duration: float
    cache: FilmCache

    def look(self, seconds: float) -> Moment:
        """Where the camera and the cels are, as far as can be seen."""
        cache = self.cache
        if cache.asked != seconds:
            cache.asked, cache.look = seconds, held_at(seconds, self._moment, self.cels, last=cache.held)
        return cache.look

    def _moment(self, seconds: float) -> Moment:
        """Where the camera and the cels are exactly, without holding."""
        placements = [shown(cel.layer.motion(seconds)) for cel in self.cels]
        return view_at(self.move, seconds / self.duration), placements

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the scene `seconds` after the start."""
        self.redraw(target, seconds, over=UNKNOWN)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Draw onto a target whose contents `over` describes; returns what it shows afterwards."""
        if whole := self.assembled(seconds, _sizes(target)):
            return whole.draw(target, over=over)
        cache, scene = self.cache, self._scene(seconds)
        ground = scene.ground
        if scene.sheets:
            over, cache.shown = cache.shown, UNKNOWN  # unknown if drawing fails
            cache.shown = scene.draw(cache.scene, over=over)
            ground = cache.scene
        film(ground, self.look(seconds)[0], target, slides=slides(self.move), pin=self.pin)
        return UNKNOWN

    def assembled(self, seconds: float, size: tuple[int, int]) -> Assembled | None:
        """The scene, if a frame of `size` shows all of it pixel by pixel."""
        shows_all = self.look(seconds)[0] == WHOLE_VIEW and _sizes(self.base) == size
        return self._scene(seconds) if shows_all else None

    def _scene(self, seconds: float) -> Assembled:
        """The settled base with the cels that are not at rest."""
        view, placements = self.look(seconds)
        self._settle(placements, seconds, view)
        moving = range(len(self.cache.placements), len(self.cels))
        return Assembled(self.cache.settled, self._sheets(moving, placements, view))

    def _sheets(self, numbers: range, placements: list[Placement], view: View) -> list[PlacedSheets]:
        """The visible parts of some cels."""
        drawn = [self._placed(number, placements[number], view) for number in numbers]
        return [placed for placed in drawn if placed]

    def _settle(self, placements: list[Placement], seconds: float, view: View) -> None:
        """Make sure that the lowest cels that are at rest are on the settled base."""
        cache = self.cache
        settled = len(cache.placements)
        stands = cache.placements == placements[:settled]
        still = self._at_rest(placements, seconds, settled if stands else 0)
        if stands and settled >= still:
            return
        cache.placements = placements[:still]
        cache.settled = self.base
        if resting := self._sheets(range(still), placements, view):
            cache.settled = copied(self.base)
            draw_sheets(cache.settled.surface, resting)

    def _at_rest(self, placements: list[Placement], seconds: float, known: int) -> int:
        """How many of the lowest cels stay still on the base, or invisible, from now on for a moment.

        The first `known` are assumed to do so.
        """
        for index in range(known, len(self.cels)):
            cel = self.cels[index]
            if placements[index] is not UNSEEN and cel.layer.depth != 1 and self.move.start != self.move.end:
                return index
            soon = (shown(cel.layer.motion(seconds + later)) for later in _SOON)
            if any(placement != placements[index] for placement in soon):
                return index
        return len(self.cels)

    def _placed(self, number: int, placement: Placement, view: View) -> PlacedSheets | None:
        """A cel as it is drawn, reused if nothing has changed; None if nothing of it is visible."""
        if placement is UNSEEN:
            return None
        layer, kept = self.cels[number].layer, self.cache.placed.get(number)
        if kept and kept[0] == placement and (layer.depth == 1 or kept[1] == view):
            return kept[2]
        placed = self._seen(number, placement, view)
        self.cache.placed[number] = (placement, view, placed)
        return placed

    def _seen(self, number: int, placement: Placement, view: View) -> PlacedSheets | None:
        """A cel where it is visible; None if it is outside the raster."""
        cel, ready, glide = self.cels[number], self.prints[number], self.glides[number]
        if ready and glide and (stands := glide.stands(placement, _sizes(self.base))):
            x, y, box = stands
            return slid(ready, (x, y), box, *_faded(cel.layer, placement)) if _holds(box) else None
        seen = seen_at(cel.layer, placement, view, self.lens)
        box = within_reach(cel, seen, bounds(seen, visible_box(cel, placement), _sizes(self.base)))
        if not _holds(box):
            return None
        if ready and same_shape(seen, ready.seen, within=_SAME):
            return slid(ready, (seen.x, seen.y), box, *_faded(cel.layer, placement))
        opacity, table = _faded(cel.layer, placement)
        return self._turned(number, seen, box)._replace(opacity=opacity, table=table)

    def _turned(self, number: int, seen: Affine, box: Box) -> PlacedSheets:
        """The cel enlarged or warped; a cel that rests between two moves is warped once."""
        kept = self.cache.turned.get(number)
        if kept and kept[:2] == (seen, box):
            return kept[2]
        cel, whole = self.cels[number], self.uprights[number]
        drawn = enlarged(whole, seen, box) if whole else None
        if whole and not drawn:
            bright, colour = whole.joined()
            cel = replace(cel, luma=bright, chroma=colour)
        drawn = drawn or PlacedSheets(_turned(cel, seen, box), box)
        self.cache.turned[number] = (seen, box, drawn)
        return drawn


def filmed_layers(
    base: Planes, cels: tuple[Cel, ...], *, move: CameraMove, size: tuple[int, int], duration: float
) -> FilmedLayers:
    """The scene for frames of `size` (width, height), with a print of every cel of constant size and turn."""
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
        glides=tuple(_glide(cel, settled, duration) for cel in cels),
        uprights=uprights,
        lens=lens,
        move=settled,
        pin=pin,
        duration=duration,
        cache=FilmCache(settled=base, scene=_room(base, settled, lens)),
    )


def _room(base: Planes, move: CameraMove, lens: Lens) -> Planes:
    """A buffer for the raster, or a tiny one if scenes are assembled in the frame itself."""
    direct = (base.width, base.height) == (lens.width, lens.height) and move.start == move.end == View()
    return allocate(2, 2) if direct else allocate(base.width, base.height)


def _print(cel: Cel, move: CameraMove, lens: Lens, duration: float) -> Print | None:
    """Print a cel; None if its size or turn keeps changing until the end."""
    rests = [cel.layer.motion(part * duration) for part in _LATE]
    shapes = {(rest.scale, rest.stretch, rest.angle) for rest in rests}
    zooms = not slides(move) and cel.layer.depth != 1
    if zooms or len(shapes) > 1 or min(rests[-1].scale, rests[-1].stretch) <= 0:
        return None
    seen = seen_at(cel.layer, rests[-1], view_at(move, _LATE[-1]), lens)
    return printed(cel.luma, cel.chroma, cel.layer, offset=(cel.offset_x, cel.offset_y), seen=seen)


def _glide(cel: Cel, move: CameraMove, duration: float) -> Glide | None:
    """How a cel glides; None if the camera moves it, or if it is not upright in the end."""
    on_base = cel.layer.depth == 1 or move.start == move.end == WHOLE_VIEW
    return gliding(cel, cel.layer.motion(_LATE[-1] * duration)) if on_base else None


def _upright(cel: Cel, duration: float) -> Upright | None:
    """Separate a cel's planes; None if it turns, or if its anchor is not on a pixel."""
    if any(cel.layer.motion(part * duration).angle for part in _LATE):
        return None
    return upright(cel.luma, cel.chroma, cel.layer, offset=(cel.offset_x, cel.offset_y))


def _without_pixels(cel: Cel) -> Cel:
    """The cel with blanks of the same shapes that take no memory, since its pixels are in its `Upright`."""
    luma, chroma = (np.broadcast_to(_BLANK, image.shape) for image in (cel.luma, cel.chroma))
    return replace(cel, luma=luma, chroma=chroma)


def _faded(layer: Layer, placement: Placement) -> tuple[int, bytes]:
    """Opacity and visibility table for drawing."""
    return round(min(placement.opacity, 1.0) * OPAQUE), visibility(layer, placement)


def _holds(box: Box) -> bool:
    """Whether the box contains a pixel."""
    return box[0] < box[2] and box[1] < box[3]


def _sizes(planes: Planes) -> tuple[int, int]:
    return planes.width, planes.height


def _turned(cel: Cel, seen: Affine, box: Box) -> Sheets:
    """Warp the cel as `seen` maps it, in a box of the scene."""
    left, top, right, bottom = box
    back = inverted(chained(moved(seen, -left, -top), scaling(1.0, cel.offset_x, cel.offset_y)))
    maps = luma_map(back), chroma_map(back)
    revealed = bool(cel.layer.reveal.size)
    return warped(cel.luma, cel.chroma, (right - left, bottom - top), by=maps, revealed=revealed)
