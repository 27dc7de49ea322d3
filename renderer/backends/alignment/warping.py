"""Dynamic time warping (Sakoe & Chiba 1978), whole anti-diagonals at a time.

Cells of one anti-diagonal depend only on the two before it, so each is one vector operation; the cost
matrix is skewed once so that a diagonal is a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

STEP_COST: Final = 0.05
"""Price of a step that stands still in one of the two; keeps the path from dawdling in silence."""

Costs = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Warp:
    """Which frame of the first belongs to which of the second; `costs` of each step, in [0, 2]."""

    first: Places
    second: Places
    costs: Costs

    @property
    def cost(self) -> float:
        """Mean cost of a step."""
        return float(self.costs.mean())


def cosine_costs(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> Costs:
    """One minus the cosine between all pairs of frames, shape (n, m), in [0, 2]."""
    unit_first = first / (np.linalg.norm(first, axis=1, keepdims=True) + 1e-9)
    unit_second = second / (np.linalg.norm(second, axis=1, keepdims=True) + 1e-9)
    costs: Costs = 1.0 - unit_first.astype(np.float32) @ unit_second.astype(np.float32).T
    return costs


def warp(costs: Costs) -> Warp:
    """The cheapest monotone path from corner to corner of `costs`, shape (n, m), both at least 1."""
    totals = _totals(costs)
    path = _path(totals, costs.shape)
    return Warp(first=path[:, 0], second=path[:, 1], costs=costs[path[:, 0], path[:, 1]])


def _totals(costs: Costs) -> Costs:
    """Cheapest cost to each cell; row k holds diagonal k, column i + 1 the cell (i, k - i)."""
    rows, columns = costs.shape
    diagonals = rows + columns - 1
    wide = np.full((rows, diagonals + 1), np.inf, np.float32)
    wide[:, :columns] = costs
    skewed = np.ascontiguousarray(wide.ravel()[: rows * diagonals].reshape(rows, diagonals).T)
    totals = np.full((diagonals + 2, rows + 1), np.inf, np.float32)
    totals[0, 0] = 0.0
    standing = np.empty(rows, np.float32)
    for diagonal in range(diagonals):
        before, two_before = totals[diagonal + 1], totals[diagonal]
        np.minimum(before[:-1], before[1:], out=standing)
        standing += STEP_COST
        np.minimum(standing, two_before[:-1], out=standing)
        np.add(standing, skewed[diagonal], out=totals[diagonal + 2, 1:])
    return totals


def _path(totals: Costs, shape: tuple[int, ...]) -> Places:
    row, column = shape[0] - 1, shape[1] - 1
    steps = [(row, column)]
    while row or column:
        at = row + column + 2
        straight = totals[at - 2, row]
        up = totals[at - 1, row] + STEP_COST
        left = totals[at - 1, row + 1] + STEP_COST
        if straight <= up and straight <= left:
            row, column = row - 1, column - 1
        elif up <= left:
            row -= 1
        else:
            column -= 1
        steps.append((row, column))
    return np.array(steps[::-1])


def carried(path: Warp, places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Fractional frames of the second mapped onto the first: the middle of what each frame met."""
    frames, begins = np.unique(path.second, return_index=True)
    ends = np.append(begins[1:], len(path.second)) - 1
    middles = (path.first[begins] + path.first[ends]) / 2.0
    mapped: npt.NDArray[np.float64] = np.interp(places, frames, middles)
    return mapped
