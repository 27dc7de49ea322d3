"""What the compositor draws: pictures (full frame) and overlays (sprites above them)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

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


class Overlay(Protocol):
    """Sprites above the picture, such as captions."""

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """Sprites of frame number `frame`, bottom first."""
        ...
