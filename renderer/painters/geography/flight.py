"""A flight from the globe to the places of a text: the globe comes nearer and gives way to the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import motion
from renderer.painters.drawing.canvas import Canvas
from renderer.painters.drawing.layering import with_alpha
from renderer.painters.geography.framing import far_view, near_view
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement

DrawMap = Callable[[MapView, Detail], Canvas]
"""A view and how fine the outlines are → the map of it, of the request's size."""

PutMarks = Callable[[Canvas, MapView, float], list[Layer]]
"""The near map, which is written on, its view, and from which second on → what is put on it."""

_FINE_FROM: Final = 2600.0
"""Pixels a radian from which the fine outlines are worth their time, for a frame 1080 wide."""

_AWAY: Final = 0.12
_ARRIVED: Final = 1.25
"""Seconds at which the flight begins and ends, in a shot that is long enough."""

_FADES: Final = 0.12
"""Part of the flight after which the globe begins to give way; sooner it would flash."""

_SHORT: Final = 0.45
"""Part of a shot that a flight takes at most."""

_CLOSER: Final = 1.8
"""How much larger the globe has become when it is gone."""


def flight(request: PaintRequest, draw: DrawMap, put: PutMarks) -> LayeredPicture:
    """The near map as base, the globe above it until the flight is over, then the marks."""
    near, far = near_view(request), far_view(request)
    fine = near.scale / request.width * 1080 > _FINE_FROM
    canvas = draw(near, Detail.FINE if fine else Detail.COARSE)
    arrived = min(_ARRIVED, _SHORT * request.duration)
    layers = put(canvas, near, arrived - 0.1)
    if near.scale > 1.15 * far.scale:
        layers.insert(0, _cover(request, draw(far, Detail.COARSE), near, arrived))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _cover(request: PaintRequest, canvas: Canvas, view: MapView, arrived: float) -> Layer:
    opaque = np.full(canvas.shape[:2], 255, np.uint8)
    return Layer(
        image=with_alpha(canvas, opaque),
        motion=_nearing(view, arrived),
        anchor=(view.x / request.width, view.y / request.height),
    )


def _nearing(view: MapView, arrived: float) -> Motion:
    def move(seconds: float) -> Placement:
        part = motion.ease_in_out((seconds - _AWAY) / (arrived - _AWAY))
        gone = motion.ease_in_out((seconds - _FADES * arrived) / (arrived * (1 - _FADES)))
        # It goes on growing out of sight: what keeps its size is printed, which costs more than the flight.
        scale = 1.0 + (_CLOSER - 1.0) * part * part + 0.01 * seconds
        return Placement(x=view.x, y=view.y, scale=scale, opacity=1.0 - gone)

    return move
