"""The camera: sub-pixel affine views of planes that are larger than the frame.

A view is turned into one map per plane and resampled at fixed-point positions, so positions are exact to far
below a pixel and slow moves do not shake (limit: 0.02 px rms from frame to frame).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from renderer.compositor.damage import Shown, lay
from renderer.compositor.enlarge import Pin, halved, ways_about
from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.compositor.shift import shift_all
from renderer.core.camera import CameraMove, View
from renderer.kernels.places import steps
from renderer.kernels.resampling import Ways
from renderer.kernels.resampling import view as resample_view
from renderer.visuals.camera.affine import Affine, chroma_map, luma_map, scaling

Easing = Callable[[float], float]


def _smooth(t: float) -> float:
    return t * t * (3 - 2 * t)


def _drift(t: float) -> float:
    return 0.75 * t + 0.25 * _smooth(t)


def _glide(t: float) -> float:
    return t * t * t * (t * (6 * t - 15) + 10)


def _settle(t: float) -> float:
    return 1 - (1 - t) ** 3


def _punch(t: float) -> float:
    return (1 - math.exp(-7 * t)) / (1 - math.exp(-7)) * 0.8 + 0.2 * t


def _build(t: float) -> float:
    return 0.35 * t + 0.65 * t * t


EASINGS: Final[dict[str, Easing]] = {
    "linear": lambda t: t,
    "drift": _drift,
    "smooth": _smooth,
    "glide": _glide,
    "settle": _settle,
    "punch": _punch,
    "build": _build,
}
"""Monotonic curves from 0 to 1 over [0, 1]."""


def view_at(move: CameraMove, progress: float) -> View:
    """The view at `progress` in [0, 1] of the move, kept inside the picture.

    Zoom runs geometrically, so that a push looks equally fast throughout. The centre moves in proportion to
    the size of the visible part, so that one point of the picture stays fixed on the screen (see `pinned`).
    """
    t = EASINGS[move.easing](min(max(progress, 0.0), 1.0))
    zoom = move.start.zoom * (move.end.zoom / move.start.zoom) ** t
    if move.start.zoom != move.end.zoom:
        t = (1 / move.start.zoom - 1 / zoom) / (1 / move.start.zoom - 1 / move.end.zoom)
    x = move.start.x + (move.end.x - move.start.x) * t
    y = move.start.y + (move.end.y - move.start.y) * t
    return inside(View(x=x, y=y, zoom=max(zoom, 1.0)))


def inside(view: View) -> View:
    """The nearest view of the same zoom that shows nothing beyond the picture's edges."""
    half = 0.5 / view.zoom
    return View(x=min(max(view.x, half), 1 - half), y=min(max(view.y, half), 1 - half), zoom=view.zoom)


def behind(view: View, depth: float) -> View:
    """The view as seen by a layer at `depth`: 1 moves with the picture, 0 stays fixed on the screen."""
    return View(x=0.5 + (view.x - 0.5) * depth, y=0.5 + (view.y - 0.5) * depth, zoom=view.zoom**depth)


class Lens(Struct, frozen=True, kw_only=True):
    """Sizes in pixels of the raster that is filmed and of the frame that it is drawn into."""

    raster_width: int
    raster_height: int
    width: int
    height: int


def frame_to_raster(view: View, lens: Lens) -> Affine:
    """Map continuous frame coordinates to continuous raster coordinates.

    The frame sees `raster / zoom`, or as much of it as fits if the shapes differ.
    """
    scale = min(lens.raster_width / lens.width, lens.raster_height / lens.height) / view.zoom
    left = view.x * lens.raster_width - scale * lens.width / 2
    top = view.y * lens.raster_height - scale * lens.height / 2
    return scaling(scale, left, top)


_NO_PIN: Final[Pin] = ((0, 0), (0, 0))

_ONE_TO_ONE: Final = 0.01
"""Scales this close to 1 count as 1, because rasters are rounded to even sizes."""


def film(source: Planes, view: View, target: Planes, *, slides: bool = False, pin: Pin = _NO_PIN) -> None:
    """Fill `target` with what the camera sees of `source`.

    If the move `slides` without zooming, a view of about one to one is a sub-pixel shift; in a zoom, the
    point `pin` stays fixed.
    """
    lens = Lens(
        raster_width=source.width, raster_height=source.height, width=target.width, height=target.height
    )
    seen = frame_to_raster(view, lens)
    if view == View() and (source.width, source.height) == (target.width, target.height):
        copy_into(target, source)
    elif slides and abs(seen.xx - 1) < _ONE_TO_ONE:
        _shift_planes(source, view, target)
    elif pin != _NO_PIN:
        _enlarge_planes(source, seen.xx, pin, target)
    elif view == View() and _same_shape(source, target):
        _fit_planes(source, target)
    else:
        resample_view(target.surface, source.surface, _ways(luma_map(seen)), _ways(chroma_map(seen)))


def _ways(by: Affine) -> Ways:
    """Sampling positions from a map of target to source indices without rotation."""
    return steps(by.x, by.xx), steps(by.y, by.yy)


def _same_shape(source: Planes, target: Planes) -> bool:
    """Whether both have the same proportions, apart from rounding to even sides."""
    return abs(source.width * target.height - target.width * source.height) <= 2 * source.height


def _fit_planes(source: Planes, target: Planes) -> None:
    """Scale the whole source to the whole target."""
    down, across = source.height / target.height, source.width / target.width
    ways = steps(across / 2 - 0.5, across), steps(down / 2 - 0.5, down)
    resample_view(target.surface, source.surface, ways, ways)


def _shift_planes(source: Planes, view: View, target: Planes) -> None:
    left = min(max(view.x * source.width - target.width / 2, 0.0), source.width - target.width)
    top = min(max(view.y * source.height - target.height / 2, 0.0), source.height - target.height)
    shift_all(target, source, (left, top))


def _enlarge_planes(source: Planes, scale: float, pin: Pin, target: Planes) -> None:
    luma, chroma = ways_about(scale, pin), ways_about(scale, halved(pin))
    resample_view(target.surface, source.surface, luma, chroma)


def pinned(move: CameraMove, lens: Lens) -> tuple[CameraMove, Pin]:
    """Adjust a zoom by at most a pixel, so that its fixed point is an even pixel in frame and raster.

    Moves that do not zoom, and zooms about a point outside the frame, are returned unchanged without a pin.
    """
    start, end = (frame_to_raster(inside(view), lens) for view in (move.start, move.end))
    grown = end.xx - start.xx
    if grown == 0:
        return move, _NO_PIN
    x, y = (start.x - end.x) / grown, (start.y - end.y) / grown
    pin: Pin = ((_even(x), _even(y)), (_even(start.x + start.xx * x), _even(start.y + start.xx * y)))
    if not (0 < pin[0][0] < lens.width and 0 < pin[0][1] < lens.height):
        return move, _NO_PIN
    settled = CameraMove(
        start=_about(pin, move.start, lens), end=_about(pin, move.end, lens), easing=move.easing
    )
    leaves = any(_far(view, inside(view)) for view in (settled.start, settled.end))
    return (move, _NO_PIN) if leaves else (settled, pin)


def _even(value: float) -> int:
    return 2 * round(value / 2)


def _about(pin: Pin, view: View, lens: Lens) -> View:
    """The view with the same zoom that places the pin where it belongs."""
    scale = frame_to_raster(view, lens).xx
    x = pin[1][0] + scale * (lens.width / 2 - pin[0][0])
    y = pin[1][1] + scale * (lens.height / 2 - pin[0][1])
    return View(x=x / lens.raster_width, y=y / lens.raster_height, zoom=view.zoom)


def _far(one: View, other: View) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) > _ROUNDING


_ROUNDING: Final = 1e-9


class MovingStill(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: one still under a moving camera.

    `planes` should be at most 1.5 times the frame, since linear sampling blurs or shimmers beyond that.
    `duration`: seconds that the move takes; afterwards the last view holds. `pin`: from `pinned`.
    """

    planes: Planes
    move: CameraMove
    duration: float
    pin: Pin = _NO_PIN

    def look(self, seconds: float) -> View:
        """The view `seconds` after the start."""
        return view_at(self.move, seconds / self.duration)

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the view `seconds` after the start."""
        film(self.planes, self.look(seconds), target, slides=slides(self.move), pin=self.pin)


def slides(move: CameraMove) -> bool:
    """Whether the move keeps its zoom."""
    return move.start.zoom == move.end.zoom


class FixedStill(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: planes of the frame's own size, copied."""

    planes: Planes

    def look(self, seconds: float) -> None:
        """None, as the picture never changes."""

    def draw(self, target: Planes, seconds: float) -> None:  # noqa: ARG002 - a still is the same at all times
        """Fill the whole of `target`."""
        copy_into(target, self.planes)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:  # noqa: ARG002 - the same
        """Fill the parts of `target` that do not show the picture yet."""
        return lay(target, self.planes, over=over)


def filmed_still(
    planes: Planes, move: CameraMove, *, width: int, height: int, duration: float
) -> MovingStill | FixedStill:
    """A still under a camera; if the camera stands, it is filmed here once for a frame of this size."""
    if move.start != move.end:
        lens = Lens(raster_width=planes.width, raster_height=planes.height, width=width, height=height)
        settled, pin = pinned(move, lens)
        return MovingStill(planes=planes, move=settled, duration=duration, pin=pin)
    frame = allocate(width, height)
    film(planes, view_at(move, 0.0), frame)
    return FixedStill(planes=frame)
