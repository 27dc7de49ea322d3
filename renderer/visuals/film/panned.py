"""A picture longer than the frame, along which the camera slides slowly."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.compositor.planes import Planes
from renderer.compositor.shift import shift_all

SPEED: Final = 0.2
"""Maximum speed in frame widths (heights in upright pictures) per second; faster pans judder."""


class PannedStill(Struct, frozen=True, eq=False, kw_only=True):
    """A `Picture`: a window of the frame's size that slides over `planes` from `start` to `end` (x, y)."""

    planes: Planes
    start: tuple[float, float]
    end: tuple[float, float]
    duration: float

    def look(self, seconds: float) -> tuple[float, float]:
        """The window's top left corner (x, y)."""
        way = min(max(seconds / self.duration, 0.0), 1.0)
        way = 0.75 * way + 0.25 * way * way * (3 - 2 * way)
        x, y = (one + (other - one) * way for one, other in zip(self.start, self.end, strict=True))
        return x, y

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the window `seconds` after the shot's start."""
        shift_all(target, self.planes, self.look(seconds))


def panned(
    planes: Planes, centre: tuple[float, float], *, size: tuple[int, int], duration: float, backward: bool
) -> PannedStill:
    """A slide along a strip as high or as wide as the frame, as far as its time allows, around `centre`."""
    spans = [
        _span(side, frame, spot, duration)
        for side, frame, spot in zip((planes.width, planes.height), size, centre, strict=True)
    ]
    start, end = (spans[0][0], spans[1][0]), (spans[0][1], spans[1][1])
    if backward:
        start, end = end, start
    return PannedStill(planes=planes, start=start, end=end, duration=duration)


def _span(side: int, frame: int, spot: float, duration: float) -> tuple[float, float]:
    """Start and end of the window's corner along one axis."""
    room = float(side - frame)
    travel = min(room, SPEED * frame * duration)
    first = min(max(spot * side - frame / 2 - travel / 2, 0.0), room - travel)
    return first, first + travel
