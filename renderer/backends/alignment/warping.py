"""Dynamic time warping (Sakoe & Chiba 1978), a whole anti-diagonal at a time, several tables side by side.

The cells of an anti-diagonal depend only on the two diagonals before it, so each diagonal is computed with
vector operations. The costs are written into the table of totals with one diagonal per row, and are then
replaced by their totals in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from numpy.lib.stride_tricks import as_strided

STEP_COST: Final = 0.05
"""Penalty for a step that advances in only one of the two; keeps the path straight in silence."""

SIDE_BY_SIDE: Final = 12_000_000
"""Most cells of totals (48 MB) for which tables are computed together: three readings of a 20 s line."""
_SMALL_PRODUCT: Final = 2**18
"""Most multiplications that OpenBLAS does on the calling thread; waking other threads costs more."""

Costs = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


class Warp(Struct, frozen=True, kw_only=True, eq=False):
    """A path: the frames of the first and of the second that match, and the cost of each step, in [0, 2]."""

    first: Places
    second: Places
    costs: Costs

    @property
    def cost(self) -> float:
        """Mean cost of a step."""
        return float(self.costs.mean())


def products(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> Costs:
    """The matrix product, shape (n, m), of (n, k) and (k, m), computed on the calling thread only."""
    out = np.empty((len(first), second.shape[1]), np.float32)
    rows = max(1, _SMALL_PRODUCT // max(1, second.size))
    for start in range(0, len(first), rows):
        np.matmul(first[start : start + rows], second, out=out[start : start + rows])
    return out


def cosine_costs(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> Costs:
    """One minus the cosine between all pairs of frames, shape (n, m), in [0, 2]."""
    costs = products(_units(first), _units(second).T)
    np.subtract(np.float32(1.0), costs, out=costs)
    return costs


def _units(frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    lengths = np.sqrt(np.einsum("ij,ij->i", frames, frames)) + np.float32(1e-9)
    units: npt.NDArray[np.float32] = (frames / lengths[:, None]).astype(np.float32, copy=False)
    return units


def warps(tables: Sequence[Costs]) -> list[Warp]:
    """The cheapest monotone path from corner to corner of each table.

    Shapes are (n, m) with the same n in all of them, n and m at least 1.
    """
    if len(tables) > 1 and _cells(tables) > SIDE_BY_SIDE:
        return [one for table in tables for one in warps([table])]
    totals = _totals(tables)
    return [_warp(totals[:, number], table) for number, table in enumerate(tables)]


def _cells(tables: Sequence[Costs]) -> int:
    rows, widest = len(tables[0]), max(int(table.shape[1]) for table in tables)
    return (rows + widest + 1) * len(tables) * (rows + 1)


def _warp(totals: Costs, costs: Costs) -> Warp:
    path = _path(totals, costs.shape)
    return Warp(first=path[:, 0], second=path[:, 1], costs=costs[path[:, 0], path[:, 1]])


def _totals(tables: Sequence[Costs]) -> Costs:
    """Least cost of reaching each cell; each table holds the cell (i, k - i) in row k + 2, column i + 1."""
    rows = len(tables[0])
    diagonals = rows + max(table.shape[1] for table in tables) - 1
    totals = np.full((diagonals + 2, len(tables), rows + 1), np.inf, np.float32)
    totals[0, :, 0] = 0.0
    diagonal_step, row_step = totals.strides[0], totals.strides[2]
    for number, table in enumerate(tables):
        skewed = as_strided(totals[2:, number, 1:], table.shape, (diagonal_step + row_step, diagonal_step))
        skewed[:] = table
    # one vector per diagonal: what spills over a table's end lands in the infinite column 0 of the next
    flat = totals.reshape(diagonals + 2, -1)
    best = np.empty(flat.shape[1] - 1, np.float32)
    still = np.float32(STEP_COST)
    for diagonal in range(2, diagonals + 2):
        before, here = flat[diagonal - 1], flat[diagonal, 1:]
        np.minimum(before[:-1], before[1:], out=best)
        np.add(best, still, out=best)
        np.minimum(best, flat[diagonal - 2, :-1], out=best)
        np.add(here, best, out=here)
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
    """Fractional frames of the second mapped onto the first: each frame to the middle of its matches."""
    frames, begins = np.unique(path.second, return_index=True)
    ends = np.append(begins[1:], len(path.second)) - 1
    middles = (path.first[begins] + path.first[ends]) / 2.0
    mapped: npt.NDArray[np.float64] = np.interp(places, frames, middles)
    return mapped
