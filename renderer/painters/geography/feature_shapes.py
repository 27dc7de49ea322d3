"""Seas, rivers, lakes, deserts and states of a map as masks and lines in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.painters.drawing import curve
from renderer.painters.drawing.canvas import Mask
from renderer.painters.geography.features import FeatureKind, feature_of, states_beside
from renderer.painters.geography.outlines import Degrees
from renderer.painters.geography.projection import MapView, in_front, projected

_BEHIND: Final = -0.25
"""Cosine beyond which rings of flat maps are left out."""

_REACH: Final = 30000.0
"""Limit in pixels beyond which fixed-point coordinates overflow."""

_SOLID: Final = frozenset({FeatureKind.STATE, FeatureKind.ISLE})
_SOFT: Final = frozenset({FeatureKind.LAND, FeatureKind.RANGE})


class FeatureShapes(Struct, frozen=True, kw_only=True):
    """What a map shows of features: `solid` rings of states and islands, the rest by kind.

    `beside`: rings of the other states of a state's country; `seas` and `areas` are rough and may overlap
    land or water that is not theirs; None where there is none.
    """

    solid: tuple[curve.Points, ...]
    beside: tuple[curve.Points, ...]
    lakes: tuple[curve.Points, ...]
    courses: tuple[curve.Points, ...]
    seas: Mask | None
    areas: Mask | None


def feature_shapes(view: MapView, size: tuple[int, int], codes: Sequence[str]) -> FeatureShapes:
    """The shapes of those codes that are features, in a raster of `size` (width, height)."""
    solid: list[curve.Points] = []
    lakes: list[curve.Points] = []
    courses: list[curve.Points] = []
    seas: list[curve.Points] = []
    areas: list[curve.Points] = []
    for feature in (found for code in codes if (found := feature_of(code))):
        if feature.kind is FeatureKind.RIVER:
            courses += [part for line in feature.lines for part in _course(line, view)]
        elif feature.kind is not FeatureKind.SPOT:
            rings = [ring for line in feature.lines if (ring := _ring(line, view)) is not None]
            if feature.kind in _SOLID:
                solid += rings
            elif feature.kind is FeatureKind.LAKE:
                lakes += rings
            else:
                (areas if feature.kind in _SOFT else seas).extend(rings)
    return FeatureShapes(
        solid=tuple(solid),
        beside=() if view.globe else tuple(_neighbours(view, size, codes)),
        lakes=tuple(lakes),
        courses=tuple(courses),
        seas=_mask(seas, size),
        areas=_mask(areas, size),
    )


def _neighbours(view: MapView, size: tuple[int, int], codes: Sequence[str]) -> Iterator[curve.Points]:
    for code in states_beside(codes):
        feature = feature_of(code)
        for line in feature.lines if feature else ():
            ring = _ring(line, view)
            if ring is not None and (ring.max(axis=0) > 0).all() and (ring.min(axis=0) < size).all():
                yield ring


def _ring(line: Degrees, view: MapView) -> curve.Points | None:
    """The ring in pixels, or None if it is out of sight."""
    pixels, cosine = projected(line, view)
    if cosine.max() <= (0.0 if view.globe else _BEHIND):
        return None
    return np.clip(pixels, -_REACH, _REACH)


def _course(line: Degrees, view: MapView) -> list[curve.Points]:
    pixels, cosine = projected(line, view)
    return [
        np.clip(part, -_REACH, _REACH) for part in in_front(pixels, cosine, 0.0 if view.globe else _BEHIND)
    ]


def _mask(rings: Sequence[curve.Points], size: tuple[int, int]) -> Mask | None:
    if not rings:
        return None
    mask = np.zeros((size[1], size[0]), np.uint8)
    for ring in rings:
        curve.fill(mask, [ring])
    return mask
