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
        """What `draw` depends on at this time; comparable only with looks of the same picture."""
        ...

    def draw(self, target: Planes, seconds: float) -> None:
        """Fill the whole of `target` with the picture `seconds` after the shot's start.

        Pure in `seconds`: any order of calls gives the same pixels.
        """
        ...


@runtime_checkable
class RedrawnPicture(Picture, Protocol):
    """A picture that need not draw all of a buffer that already shows much of it."""

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Fill `target`, which shows `over`, as `draw` does; returns what it shows then."""
        ...


class DrawnAfresh(Struct, frozen=True):
    """A picture that is always drawn whole."""

    picture: Picture

    def look(self, seconds: float) -> Look:
        """The look of the picture."""
        return self.picture.look(seconds)

    def draw(self, target: Planes, seconds: float) -> None:
        """Draw the picture."""
        self.picture.draw(target, seconds)

    def redraw(self, target: Planes, seconds: float, *, over: Shown) -> Shown:
        """Draw all of the picture; what the target shows then is not tracked."""
        del over
        self.picture.draw(target, seconds)
        return UNKNOWN


def redrawn(picture: Picture) -> RedrawnPicture:
    """The picture itself if it can redraw, otherwise one that always draws it whole."""
    return picture if isinstance(picture, RedrawnPicture) else DrawnAfresh(picture)


class Overlay(Protocol):
    """Sprites above the picture, such as captions."""

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first."""
        ...
