"""What a camera sees of a picture, and how it moves over it."""

from __future__ import annotations

from msgspec import Struct


class View(Struct, frozen=True, kw_only=True):
    """What the camera sees: centre in [0, 1] of the picture's width and height, zoom >= 1 (1 = all of it)."""

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.0


class CameraMove(Struct, frozen=True, kw_only=True):
    """A move from one view to another over the shot; `easing` is a name from visuals/camera.py."""

    start: View = View()
    end: View = View()
    easing: str = "linear"
