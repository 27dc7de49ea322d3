"""Coasts and borders of all countries, from Natural Earth (assets/geography/outlines.npz, public domain).

There are three levels: "fine" for maps of a few countries, "coarse" for continents, "rough" for spinning
globes.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.assets import ASSETS
from renderer.errors import ClipwrightError

OUTLINES_FILE: Final = ASSETS / "geography" / "outlines.npz"
QUANTUM: Final = 0.005
"""Degrees per step of the stored numbers."""

Degrees = npt.NDArray[np.float32]
"""(n, 2): longitude east, latitude north."""


class Detail(StrEnum):
    """Precision of the outlines: 0.02, 0.22 or 0.7 degrees, the last without small countries."""

    FINE = "fine"
    COARSE = "coarse"
    ROUGH = "rough"


class Outlines(Struct, frozen=True, kw_only=True, eq=False):
    """All outlines of one level.

    `points` holds the points of all arcs in a row; arc `i` ends before `ends[i]`. A ring is a closed line of
    points, as indices into `points`; `ring_points` holds all rings in a row, ring `i` starting at
    `ring_firsts[i]`, and `countries[i]` is the index of its country in `codes`. `borders[i]` says whether two
    countries share arc `i`; all other arcs are coasts. `labels` are the positions for names.
    """

    codes: tuple[str, ...]
    labels: Degrees
    points: Degrees
    ends: npt.NDArray[np.int64]
    borders: npt.NDArray[np.bool_]
    rings: tuple[npt.NDArray[np.int64], ...]
    ring_points: npt.NDArray[np.int64]
    ring_firsts: npt.NDArray[np.int64]
    countries: npt.NDArray[np.int16]

    def rings_of(self, code: str) -> list[Degrees]:
        """Rings of a country, largest first; empty for a code that is not on the map."""
        if code not in self.codes:
            return []
        number = self.codes.index(code)
        own = [self.points[self.rings[place]] for place in np.flatnonzero(self.countries == number)]
        return sorted(own, key=ring_area, reverse=True)


@lru_cache(maxsize=3)
def outlines(detail: Detail) -> Outlines:
    """Read one level, once.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    if not OUTLINES_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/geography/outlines.npz")
    with np.load(OUTLINES_FILE) as file:
        part = {
            name: file[f"{detail}_{name}"]
            for name in ("starts", "steps", "lengths", "borders", "rings", "ring_lengths", "countries")
        }
        codes, labels = tuple(str(code) for code in file["codes"]), file["labels"]
    ends = np.cumsum(part["lengths"])
    firsts = ends - part["lengths"]
    rings = _rings(part["rings"], part["ring_lengths"], firsts, ends)
    return Outlines(
        codes=codes,
        labels=labels,
        points=_unpacked(part["starts"], part["steps"], firsts, int(ends[-1])),
        ends=ends,
        borders=part["borders"],
        rings=rings,
        ring_points=np.concatenate(rings),
        ring_firsts=np.cumsum([0, *map(len, rings[:-1])]),
        countries=part["countries"],
    )


def _unpacked(
    starts: npt.NDArray[np.int32], steps: npt.NDArray[np.int16], firsts: npt.NDArray[np.int64], count: int
) -> Degrees:
    moves = np.empty((count, 2), np.int64)
    inside = np.ones(count, np.bool_)
    inside[firsts] = False
    moves[inside] = steps
    moves[firsts] = 0
    run = np.cumsum(moves, axis=0)
    lengths = np.diff([*firsts, count])
    run += np.repeat(starts - run[firsts], lengths, axis=0)
    return np.asarray(run * QUANTUM, np.float32)


def _rings(
    arcs: npt.NDArray[np.int32],
    lengths: npt.NDArray[np.int32],
    firsts: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], ...]:
    forward = [np.arange(first, end) for first, end in zip(firsts.tolist(), ends.tolist(), strict=True)]
    pieces = [forward[arc] if arc >= 0 else forward[~arc][::-1] for arc in arcs.tolist()]
    found, at = [], 0
    for length in lengths.tolist():
        found.append(np.concatenate(pieces[at : at + length]))
        at += length
    return tuple(found)


def ring_area(ring: Degrees) -> float:
    """Area of a ring in square degrees at the equator."""
    x, y = ring[:, 0] * np.cos(np.radians(ring[:, 1])), ring[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(np.roll(x, -1), y)) / 2)
