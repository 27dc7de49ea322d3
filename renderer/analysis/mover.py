"""Follows the one thing that moves most steadily in motion maps, from sample to sample.

There is often more than one motion: a fast camera leaves edges of the background behind, a score counts up in
a corner. The centre of all motion lies between them, on nothing. So among all paths through the maps, the one
with the most motion around it and the smallest jumps is taken (track before detect, by dynamic programming).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

SPREAD: Final = 1.3
"""Standard deviation, in cells, of the blur by which nearby motion counts for a place."""
FASTEST: Final = 3
"""Cells that the mover may move from one sample to the next, in each direction."""
STEP_COST: Final = 0.1
"""Cost of a step per squared cell; the best place of a sample scores 1."""
AROUND: Final = 3
"""Cells to either side of the path within which motion belongs to the mover."""

Floats = npt.NDArray[np.float64]


def mover_places(maps: Floats, numbers: npt.NDArray[np.int_]) -> Floats:
    """Where the mover is on each map (x, y in shares), shape (n, 2).

    Args:
        maps: Amount of motion, shape (n, rows, columns).
        numbers: Their numbers among all samples; across omitted samples the mover may go farther.
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
    """Amount of motion around each cell, scaled to a maximum of 1 on each map."""
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), SPREAD, borderType=cv2.BORDER_CONSTANT) for one in maps])
    return np.asarray(soft / np.maximum(soft.max(axis=(1, 2), keepdims=True), 1e-9), np.float64)


def _best_way(seen: Floats, gaps: npt.NDArray[np.int_]) -> list[tuple[int, int]]:
    """Row and column on each map of the path with the highest sum (Viterbi 1967)."""
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
    """The sum of the best path to every cell after a step, and the cell that it came from."""
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
