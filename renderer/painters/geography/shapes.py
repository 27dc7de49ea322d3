"""Land, coasts and borders of a map as masks and lines, for painters to colour in their own technique."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.painters.drawing import curve
from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.pixels import common, halo
from renderer.painters.geography.feature_shapes import FeatureShapes, feature_shapes
from renderer.painters.geography.outlines import Degrees, Detail, Outlines, outlines
from renderer.painters.geography.projection import Floats, MapView, in_front, projected

_BEHIND: Final = -0.25
"""Cosine beyond which rings of flat maps are left out."""


class MapShapes(Struct, frozen=True, kw_only=True):
    """What a map shows, in pixels of its raster.

    `land`: all land; `chosen`: the countries, states and islands that matter, empty where there are none;
    `coasts`, `borders` and `edges` (of `chosen`) are lines. For features: `water` is the sea or lake that
    matters and `area` the desert or range, both with soft edges and None where there is none; `courses` are
    the lines of rivers.
    """

    land: Mask
    chosen: Mask
    coasts: tuple[curve.Points, ...]
    borders: tuple[curve.Points, ...]
    edges: tuple[curve.Points, ...]
    water: Mask | None = None
    area: Mask | None = None
    courses: tuple[curve.Points, ...] = ()


def map_shapes(view: MapView, size: tuple[int, int], codes: Sequence[str], *, detail: Detail) -> MapShapes:
    """All shapes within a raster of `size` (width, height)."""
    world = outlines(detail)
    pixels, cosine = projected(world.points, view)
    pixels = np.minimum(np.maximum(pixels, -_REACH), _REACH)
    seen = _rings_in(world, pixels, cosine, size, globe=view.globe)
    numbers = [world.codes.index(code) for code in codes if code in world.codes]
    land, chosen = (np.zeros((size[1], size[0]), np.uint8) for _ in range(2))
    outside = [place for place in seen if world.countries[place] not in numbers]
    inside = [place for place in seen if world.countries[place] in numbers]
    _filled(land, (pixels[world.rings[place]] for place in outside))
    features = feature_shapes(view, size, codes)
    _filled(chosen, (pixels[world.rings[place]] for place in inside))
    _filled(chosen, features.solid)
    np.maximum(land, chosen, out=land)
    water = _water(land, features)
    if features.lakes:
        np.minimum(chosen, land, out=chosen)
    coasts, borders = _lines(world, pixels, cosine, size, globe=view.globe)
    return MapShapes(
        land=land,
        chosen=chosen,
        coasts=coasts,
        borders=(*borders, *features.beside),
        edges=(*(pixels[world.rings[place]] for place in inside), *features.solid, *features.lakes),
        water=water,
        area=None if features.areas is None else common(softened(features.areas, _soft(size)), land),
        courses=features.courses,
    )


def _water(land: Mask, features: FeatureShapes) -> Mask | None:
    """The seas that matter, where there is no land, and the lakes, which are cut out of the land."""
    water = None
    if features.seas is not None:
        height, width = land.shape
        # Twice the blur is full where the rough ring ends, so no strip along a coast is left out.
        full = np.asarray(
            cv2.convertScaleAbs(softened(features.seas, _soft((width, height))), alpha=2.0), np.uint8
        )
        water = common(full, 255 - land)
    if features.lakes:
        lakes = np.zeros_like(land)
        _filled(lakes, features.lakes)
        np.minimum(land, 255 - lakes, out=land)
        water = lakes if water is None else np.maximum(water, lakes)
    return water


def _soft(size: tuple[int, int]) -> float:
    """Pixels over which the edge of a sea or a desert fades."""
    return max(0.018 * min(size), 8.0)


def _filled(mask: Mask, rings: Iterable[curve.Points]) -> None:
    """Fill each ring separately, so that lakes and neighbours' enclaves cut no holes."""
    for ring in rings:
        if len(ring) > 2:  # noqa: PLR2004 - less has no inside
            curve.fill(mask, [ring])


_REACH: Final = 30000.0
"""Limit in pixels beyond which fixed-point coordinates overflow."""


def _rings_in(
    world: Outlines, pixels: curve.Points, cosine: Floats, size: tuple[int, int], *, globe: bool
) -> list[int]:
    """Indices of the rings within the raster; on a globe, those on its near side."""
    every, firsts = world.ring_points, world.ring_firsts
    nearest = np.maximum.reduceat(cosine[every], firsts)
    if globe:
        return np.flatnonzero(nearest > 0).tolist()
    inside = _boxes_meet(pixels[every], firsts, size)
    return np.flatnonzero((nearest > _BEHIND) & inside).tolist()


def _boxes_meet(
    points: curve.Points, firsts: npt.NDArray[np.int64], size: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """For runs of points, whether the bounding box of each meets the raster."""
    high = np.maximum.reduceat(points, firsts, axis=0)
    low = np.minimum.reduceat(points, firsts, axis=0)
    return np.asarray((high > 0).all(axis=1) & (low < size).all(axis=1))


def _touches(points: curve.Points, size: tuple[int, int]) -> bool:
    low, high = points.min(axis=0), points.max(axis=0)
    return bool(high[0] > 0 and high[1] > 0 and low[0] < size[0] and low[1] < size[1])


def _lines(
    world: Outlines, pixels: curve.Points, cosine: Floats, size: tuple[int, int], *, globe: bool
) -> tuple[tuple[curve.Points, ...], tuple[curve.Points, ...]]:
    """Coasts and borders; behind a globe's rim nothing is drawn."""
    firsts = np.concatenate([[0], world.ends[:-1]])
    nearest, farthest = (extreme.reduceat(cosine, firsts) for extreme in (np.maximum, np.minimum))
    seen = nearest > 0 if globe else (nearest > _BEHIND) & _boxes_meet(pixels, firsts, size)
    coasts: list[curve.Points] = []
    borders: list[curve.Points] = []
    for arc in np.flatnonzero(seen).tolist():
        part = slice(int(firsts[arc]), int(world.ends[arc]))
        lines = borders if world.borders[arc] else coasts
        if globe and farthest[arc] <= 0:
            lines.extend(in_front(pixels[part], cosine[part]))
        else:
            lines.append(pixels[part])
    return tuple(coasts), tuple(borders)


def graticule(view: MapView, size: tuple[int, int], *, step: float = 10.0) -> list[curve.Points]:
    """Meridians and parallels every `step` degrees, as far as they are in front."""
    found: list[curve.Points] = []
    for lines in _grid(step):
        pixels, cosine = projected(lines.reshape(-1, 2), view)
        shape = lines.shape[:2]
        for line, turned in zip(pixels.reshape(*shape, 2), cosine.reshape(shape), strict=True):
            if view.globe or _touches(line, size):
                found.extend(in_front(line, turned, 0.0 if view.globe else 0.2))
    return [np.clip(line, -_REACH, _REACH) for line in found]


@lru_cache(maxsize=4)
def _grid(step: float) -> tuple[Degrees, Degrees]:
    """Meridians and parallels as (lines, points, 2) in degrees."""
    along = np.arange(-90.0, 90.1, 3.0, dtype=np.float32)
    around = np.arange(-180.0, 180.1, 3.0, dtype=np.float32)
    easts = np.arange(-180.0, 180.0, step, dtype=np.float32)
    norths = np.arange(-90.0 + step, 90.0, step, dtype=np.float32)
    return (
        np.stack(np.meshgrid(easts, along, indexing="ij"), axis=2),
        np.stack(np.meshgrid(norths, around, indexing="ij")[::-1], axis=2),
    )


def softened(mask: Mask, sigma: float) -> Mask:
    """The mask blurred by `sigma` pixels, computed at the smallest sufficient size."""
    return halo(mask, sigma, step=max(1, int(sigma / 2)))
