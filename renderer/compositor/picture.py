"""What the compositor draws: pictures (full frame) and overlays (sprites above them)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from renderer.compositor.damage import UNKNOWN, Shown
from renderer.compositor.look import Look
from renderer.compositor.planes import Planes
from renderer.compositor.sprite import PlacedSprite


class Picture(Protocol):
    """One shot's moving picture. Opened once per shot, drawn for each of its frames, then dropped."""

    def look(self, seconds: float) -> Look:
        """What `draw` would depend on at this time, compared with looks of the same picture."""
        ...

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the picture `seconds` after the shot's start.

        Pure in `seconds`: any order of calls gives the same pixels.
        """
        ...


@runtime_checkable
class RedrawnPicture(Picture, Protocol):
    """A picture that need not draw all of a buffer in which much of it stands already."""

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Fill `target`, which shows what it is drawn `over`, as `draw` does; what it shows then."""
        ...


class DrawnAfresh(Struct, frozen=True):
    """A picture that is always drawn whole."""

    picture: Picture

    def look(self, seconds: float) -> Look:
        """That of the picture."""
        return self.picture.look(seconds)

    def draw(self, target: Planes, seconds: float) -> None:
        """As the picture does."""
        self.picture.draw(target, seconds)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Draw all of it; who knows what the target shows then."""
        del over
        self.picture.draw(target, seconds)
        return UNKNOWN


def redrawn(picture: Picture) -> RedrawnPicture:
    """The picture itself, or one that draws it afresh where it cannot go on with what is there."""
    return picture if isinstance(picture, RedrawnPicture) else DrawnAfresh(picture)


class Overlay(Protocol):
    """Sprites above the picture, such as captions."""

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first."""
        ...
