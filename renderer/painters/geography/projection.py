"""From degrees to pixels: azimuthal projections about a centre (Snyder, Map Projections, 1987, 20-22)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from renderer.painters.geography.outlines import Degrees

_FARTHEST: Final = -0.7
"""Cosine of the angle from the centre at which flat maps end; anything beyond is drawn on their rim."""

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float32]
"""(n, 2): pixels."""


class MapView(Struct, frozen=True, kw_only=True):
    """A map: the degrees at pixel (`x`, `y`), and the number of pixels per radian there.

    `globe`: half of the Earth seen from afar (orthographic); otherwise flat and conformal (stereographic).
    """

    east: float
    north: float
    x: float
    y: float
    scale: float
    globe: bool = False

    def turned(self, degrees: float) -> MapView:
        """The same view centred the given number of degrees farther west."""
        return replace(self, east=self.east - degrees)


def projected(points: Degrees, view: MapView) -> tuple[Points, Floats]:
    """Pixels, and for each point the cosine of its angle from the centre: below 0 it is behind a globe.

    Points behind a globe are moved to its rim, so that land is cut off there.
    """
    east, north = np.radians(points[:, 0] - view.east), np.radians(points[:, 1])
    middle = np.radians(view.north)
    sin_n, cos_n = np.sin(north), np.cos(north)
    cos_e = np.cos(east)
    cosine = np.sin(middle) * sin_n + np.cos(middle) * cos_n * cos_e
    x = cos_n * np.sin(east)
    y = np.cos(middle) * sin_n - np.sin(middle) * cos_n * cos_e
    if view.globe:
        far = np.hypot(x, y)
        stretch = np.where(cosine < 0, 1 / np.maximum(far, 1e-6), 1.0)
    else:
        stretch = 2 / (1 + np.maximum(cosine, _FARTHEST))
    pixels = np.stack([view.x + view.scale * stretch * x, view.y - view.scale * stretch * y], axis=1)
    return np.asarray(pixels, np.float32), np.asarray(cosine, np.float32)


def fitted(points: Degrees, at: tuple[float, float], room: tuple[float, float], *, least: float) -> MapView:
    """The flat map on which the points fill `room` (width, height in pixels) about pixel `at`.

    It shows at least `least` degrees across the room's shorter side.
    """
    north = np.radians(points[:, 1])
    east = np.radians(points[:, 0])
    vector = np.array(
        [(np.cos(north) * np.cos(east)).mean(), (np.cos(north) * np.sin(east)).mean(), np.sin(north).mean()]
    )
    view = MapView(
        east=float(np.degrees(np.arctan2(vector[1], vector[0]))),
        north=float(np.degrees(np.arctan2(vector[2], np.hypot(vector[0], vector[1])))),
        x=0.0,
        y=0.0,
        scale=1.0,
    )
    for _ in range(3):
        view = _centred(points, view)
    low, high = _box(points, view)
    span = np.maximum(high - low, 1e-9)
    scale = min(room[0] / span[0], room[1] / span[1], min(room) / np.radians(least))
    return replace(view, x=at[0], y=at[1], scale=float(scale))


def _centred(points: Degrees, view: MapView) -> MapView:
    low, high = _box(points, view)
    x, y = ((low + high) / 2).tolist()
    down = np.radians(1) * np.cos(np.radians(view.north))
    return replace(
        view,
        east=view.east + float(x / max(float(down), 1e-3)),
        north=float(np.clip(view.north - np.degrees(y), -85, 85)),
    )


def _box(points: Degrees, view: MapView) -> tuple[Points, Points]:
    pixels = projected(points, view)[0]
    return pixels.min(axis=0), pixels.max(axis=0)


def in_front(line: Points, cosine: Floats, least: float = 0.0) -> list[Points]:
    """The stretches of a line nearer to the centre than the angle with cosine `least`."""
    near = np.flatnonzero(cosine > least)
    if near.size < 2:  # noqa: PLR2004 - a line has two ends
        return []
    gaps = [0, *(np.flatnonzero(np.diff(near) > 1) + 1).tolist(), near.size]
    return [line[near[a:b]] for a, b in pairwise(gaps) if b - a > 1]


def great_circle(stops: Sequence[tuple[float, float]], *, per_leg: int = 60) -> Degrees:
    """The shortest route over the ground through the stops, in degrees."""
    legs = [_leg(one, other, per_leg) for one, other in pairwise(stops)]
    return np.concatenate(legs).astype(np.float32)


def _leg(one: tuple[float, float], other: tuple[float, float], count: int) -> npt.NDArray[np.float64]:
    ends = np.array([_unit(one), _unit(other)])
    angle = float(np.arccos(np.clip(ends[0] @ ends[1], -1, 1)))
    if angle < 1e-6:  # noqa: PLR2004 - the same place
        return np.array([one, other], np.float64)
    part = np.linspace(0, 1, count)[:, None]
    way = (np.sin((1 - part) * angle) * ends[0] + np.sin(part * angle) * ends[1]) / np.sin(angle)
    return np.stack(
        [np.degrees(np.arctan2(way[:, 1], way[:, 0])), np.degrees(np.arcsin(np.clip(way[:, 2], -1, 1)))],
        axis=1,
    )


def _unit(place: tuple[float, float]) -> npt.NDArray[np.float64]:
    east, north = np.radians(place)
    return np.array([np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)])
