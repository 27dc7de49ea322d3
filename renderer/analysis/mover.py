"""The one thing that moves most steadily in motion maps, followed from sample to sample.

What moves is often not alone: a camera that rushes by leaves edges of the ground behind, points count up in
a corner. The middle of all of it lies between them, on nothing. So of all ways through the maps the one is
taken that sees the most motion around it and jumps the least (track before detect, by dynamic programming).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

SPREAD: Final = 1.3
"""Cells over which motion around a place counts for it (standard deviation)."""
FASTEST: Final = 3
"""Cells that the mover may go from one sample to the next, in each direction."""
STEP_COST: Final = 0.1
"""What a step takes from a way, for each squared cell of it; a sample's best place gives 1."""
AROUND: Final = 3
"""Cells to either side of the way within which the motion is the mover's."""

Floats = npt.NDArray[np.float64]


def mover_places(maps: Floats, numbers: npt.NDArray[np.int_]) -> Floats:
    """Where the mover is on each map (x, y in shares), shape (n, 2).

    Args:
        maps: How much moved, shape (n, rows, columns).
        numbers: Their places in the row of all samples: where some are left out the mover may go farther.
    """
    rows, columns = maps.shape[1:]
    way = _best_way(_seen(maps), np.diff(numbers))
    x, y = np.arange(columns) + 0.5, np.arange(rows) + 0.5
    places = []
    for moved, (row, column) in zip(maps, way, strict=True):
        near = moved * (np.abs(y - row - 0.5) <= AROUND)[:, None] * (np.abs(x - column - 0.5) <= AROUND)
        total = near.sum()
        middle = ((near.sum(axis=0) @ x), (near.sum(axis=1) @ y)) if total else (column + 0.5, row + 0.5)
        places.append((middle[0] / (total or 1) / columns, middle[1] / (total or 1) / rows))
    return np.array(places)


def _seen(maps: Floats) -> Floats:
    """How much motion is around each cell, at most 1 on each map."""
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), SPREAD, borderType=cv2.BORDER_CONSTANT) for one in maps])
    return np.asarray(soft / np.maximum(soft.max(axis=(1, 2), keepdims=True), 1e-9), np.float64)


def _best_way(seen: Floats, gaps: npt.NDArray[np.int_]) -> list[tuple[int, int]]:
    """Row and column on each map of the way with the highest sum (Viterbi 1967)."""
    total, came = seen[0], []
    for now, gap in zip(seen[1:], gaps, strict=True):
        best, source = _stepped(total, int(gap))
        came.append(source)
        total = best + now
    place = int(total.argmax())
    way = [place]
    for source in reversed(came):
        place = int(source.ravel()[place])
        way.append(place)
    columns = seen.shape[2]
    return [divmod(place, columns) for place in reversed(way)]


def _stepped(total: Floats, gap: int) -> tuple[Floats, npt.NDArray[np.int_]]:
    """The best way's sum to every cell after a step, and the cell that it came from."""
    rows, columns = total.shape
    reach = min(FASTEST * gap, rows)
    padded = np.pad(total, reach, constant_values=-np.inf)
    own = np.arange(rows * columns).reshape(rows, columns)
    best, source = np.full((rows, columns), -np.inf), own
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            top, left = reach + down, reach + right
            came = padded[top : top + rows, left : left + columns]
            cost = STEP_COST * (down**2 + right**2) / gap
            better = came - cost > best
            best = np.where(better, came - cost, best)
            source = np.where(better, own + down * columns + right, source)
    return best, source
