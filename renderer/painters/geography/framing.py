"""Which part of the Earth a picture shows: the places of its text, large and clear of the captions."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.core.picture_spec import Place
from renderer.painters.base import PaintRequest
from renderer.painters.geography.features import feature_of
from renderer.painters.geography.outlines import Degrees, Detail, outlines, ring_area
from renderer.painters.geography.projection import MapView, fitted

_MAIN: Final = 0.25
"""Parts of a country smaller than this share of its largest part need not be on its map."""

_AROUND_CITY: Final = 3.5
"""Degrees around a city that a map shows at least."""

_LEAST: Final = 6.0
_FALLBACK: Final = Place(code="", east=15.0, north=40.0, city=True)
"""Used where no place is named: the middle of the Old World."""


def places_of(request: PaintRequest) -> tuple[Place, ...]:
    """The places to show, at most four."""
    return request.facts.places[:4] or (_FALLBACK,)


def near_view(request: PaintRequest) -> MapView:
    """The flat map on which the places fill most of the width (most of the height in a wide frame)."""
    points = np.concatenate([_extent(place) for place in places_of(request)])
    w, h = request.width, request.height
    wide = w > h
    room = (0.62 * w, 0.66 * h) if wide else (0.84 * w, 0.44 * h)
    # An even pixel, about which a globe can grow by plain resizes.
    at = (2.0 * round(request.focus[0] * w / 2), 2.0 * round(_level(request) * h / 2))
    return fitted(points, at, room, least=_LEAST)


def far_view(request: PaintRequest) -> MapView:
    """The globe with the same centre at the same position in the frame."""
    near = near_view(request)
    size = min(0.46 * request.width, 0.42 * request.height)
    return replace(near, scale=size, globe=True)


def _level(request: PaintRequest) -> float:
    """Height of the map's centre as a fraction: where the subject is."""
    return request.focus[1] if request.width <= request.height else min(max(request.focus[1], 0.42), 0.55)


def _extent(place: Place) -> Degrees:
    """Points that must be on the map for a place."""
    if feature := feature_of(place.code):
        return np.concatenate(feature.lines)
    rings = () if place.city else outlines(Detail.COARSE).rings_of(place.code)
    if rings:
        largest = ring_area(rings[0])
        return np.concatenate([ring for ring in rings if ring_area(ring) >= _MAIN * largest])
    reach = _AROUND_CITY
    squeeze = max(float(np.cos(np.radians(place.north))), 0.2)
    east, north = place.east, place.north
    return np.array(
        [
            [east - reach / squeeze, north],
            [east + reach / squeeze, north],
            [east, max(north - reach, -89)],
            [east, min(north + reach, 89)],
        ],
        np.float32,
    )
