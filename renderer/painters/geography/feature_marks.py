"""Seas, rivers, deserts and states on a map: whether a name goes across or beside them, and its room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.core.picture_spec import Place
from renderer.painters.drawing import curve
from renderer.painters.geography.features import FeatureKind, feature_of
from renderer.painters.geography.outlines import Degrees
from renderer.painters.geography.projection import MapView, projected

_MARGIN: Final = 0.05
_POINTS: Final = frozenset({FeatureKind.SPOT, FeatureKind.STATE, FeatureKind.ISLE})


def is_point(place: Place) -> bool:
    """Whether a journey can begin or end at the place: not a sea, a river or a range."""
    feature = feature_of(place.code)
    return feature is None or feature.kind in _POINTS


def is_spot(place: Place) -> bool:
    """Whether the place is a point on the map: a city, a strait, a summit."""
    feature = feature_of(place.code)
    return place.city or (feature is not None and feature.kind is FeatureKind.SPOT)


def is_spread(place: Place) -> bool:
    """Whether its name is written across the feature itself."""
    feature = feature_of(place.code)
    return feature is not None and feature.kind is not FeatureKind.SPOT


def is_river(place: Place) -> bool:
    """Whether its name is written beside its course."""
    feature = feature_of(place.code)
    return feature is not None and feature.kind is FeatureKind.RIVER


def width_on_map(place: Place, view: MapView) -> float:
    """Width of the feature on the map in pixels."""
    feature = feature_of(place.code)
    if feature is None:
        return 0.0
    pixels, cosine = projected(np.concatenate(feature.lines), view)
    seen = pixels[cosine > 0]
    return float(np.ptp(seen[:, 0])) if len(seen) else 0.0


def off_course(
    place: Place, view: MapView, size: tuple[int, int], *, frame: tuple[int, int], clear: float
) -> list[tuple[float, float]]:
    """Positions in the frame for a river's name of `size` pixels, `clear` of its course, best first.

    The best are beside the middle of the course; if there is no room beside it anywhere, the name goes on it.
    """
    feature = feature_of(place.code)
    if feature is None:
        return []
    course = np.concatenate([curve.evenly(projected(line, view)[0], 300) for line in feature.lines])
    main = curve.evenly(projected(longest(feature.lines), view)[0], 41)
    half_width, half_height = size[0] / 2 + clear, size[1] / 2 + clear
    found = []
    for stop in sorted(range(len(main)), key=lambda stop: abs(stop - len(main) // 2)):
        x, y = main[stop].tolist()
        for across, down in ((half_width, 0.0), (-half_width, 0.0), (0.0, half_height), (0.0, -half_height)):
            middle = (x + 1.15 * across, y + 1.15 * down)
            far = np.abs(course - middle) > (half_width, half_height)
            if far.any(axis=1).all() and _in_frame(middle, size, frame):
                found.append(middle)
    return found or [(float(main[20, 0]), float(main[20, 1]))]


def longest(lines: Sequence[Degrees]) -> Degrees:
    """The longest line."""
    return max(lines, key=lambda line: float(np.hypot(*np.diff(line, axis=0).T).sum()))


def _in_frame(middle: tuple[float, float], size: tuple[int, int], frame: tuple[int, int]) -> bool:
    return all(
        at - side / 2 >= _MARGIN * whole and at + side / 2 <= (1 - _MARGIN) * whole
        for at, side, whole in zip(middle, size, frame, strict=True)
    )
