"""A flight from the globe to the places of a text: the globe comes closer and dissolves into the map."""

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
"""Draws the map for a view and a level of detail, at the request's size."""

PutMarks = Callable[[Canvas, MapView, float], list[Layer]]
"""Writes on the near map and returns its marks, given its view and the second from which they appear."""

_FINE_FROM: Final = 2600.0
"""Pixels per radian above which fine outlines are worth their cost, for a frame 1080 wide."""

_AWAY: Final = 0.12
_ARRIVED: Final = 1.25
"""Seconds at which the flight begins and ends, in a shot that is long enough."""

_FADES: Final = 0.12
"""Share of the flight after which the globe begins to dissolve; any earlier and it would flash."""

_SHORT: Final = 0.45
"""Largest share of a shot that a flight may take."""

_CLOSER: Final = 1.8
"""Factor by which the globe has grown when it disappears."""


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
        # It keeps growing while invisible: a layer of constant size is prerendered, at a higher cost.
        scale = 1.0 + (_CLOSER - 1.0) * part * part + 0.01 * seconds
        return Placement(x=view.x, y=view.y, scale=scale, opacity=1.0 - gone)

    return move
