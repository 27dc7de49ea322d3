"""Dissolves: for a while, every frame is a mixture of the old picture and the new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.analysis.likeness import PLAIN, Floats, Indices, changes, parts, unlike
from renderer.analysis.watched import Watched

HALVES: Final = (0.13, 0.23, 0.37, 0.57)
"""Distances in seconds from the middle of a dissolve to the frames compared."""
LEAST_CHANGE: Final = 9.0
MIXED: Final = 0.3
"""How far the middle may be from the mean of both ends, as a share of their difference."""
OTHER: Final = 0.45
"""Difference in structure above which two frames show different pictures."""
EXACTLY: Final = 0.15
OTHER_NEARBY: Final = 0.35
"""If the middle is nearly the mean, this much difference suffices, searched over small shifts only."""
REACH: Final = 8
STEADY: Final = 0.6
"""Largest change of a scene by itself, over the same time, as a share of the change by the dissolve."""
APART_SECONDS: Final = 0.7
"""Least distance between two dissolves, in seconds."""


Bools = npt.NDArray[np.bool_]


class _Candidate(Struct, frozen=True):
    middle: int
    half: int
    residue: float


def dissolves(watched: Watched, *, seen: Callable[[float], None]) -> list[int]:
    """Middle frames of dissolves, in order; `seen` is called with the share of the search that is done."""
    found: list[_Candidate] = []
    for number, half in enumerate(HALVES, start=1):
        found += _of_length(watched, max(2, round(half * watched.fps)))
        seen(number / len(HALVES))
    kept: list[_Candidate] = []
    apart = APART_SECONDS * watched.fps
    for one in sorted(found, key=lambda candidate: candidate.residue):
        if all(abs(one.middle - other.middle) > apart for other in kept):
            kept.append(one)
    return sorted(candidate.middle for candidate in kept)


def _of_length(watched: Watched, half: int) -> list[_Candidate]:
    """Frames that are the mean of the frames `half` before and after, if those show different pictures."""
    middles = np.arange(2 * half, watched.frames - 2 * half)
    if not len(middles):
        return []
    change, residue = _mixtures(watched, middles, half)
    likely = np.flatnonzero((change > LEAST_CHANGE) & (residue < MIXED))
    likely = likely[_steady_scenes(watched, middles[likely], half)]
    chosen, exact = middles[likely], residue[likely] < EXACTLY
    near = unlike(watched, chosen - half, chosen + half, reach=2).structure
    other = exact & (near > OTHER_NEARBY)
    unsure = np.flatnonzero(~other & (near > OTHER))
    far = unlike(watched, chosen[unsure] - half, chosen[unsure] + half, reach=REACH).structure
    other[unsure] = far > OTHER
    kept = np.flatnonzero(other)
    return [_Candidate(int(chosen[k]), half, float(residue[likely[k]])) for k in kept.tolist()]


def _mixtures(watched: Watched, middles: Indices, half: int) -> tuple[Floats, Floats]:
    """The change across each middle, and how far that is from the mean of both ends, as a share of it."""
    luma = watched.luma.reshape(watched.frames, -1)
    found: list[tuple[Floats, Floats]] = []
    for part in parts(len(middles)):
        at = middles[part]
        before, now, after = (luma[index].astype(np.float32) for index in (at - half, at, at + half))
        change = np.abs(before - after).mean(axis=1)
        off = np.abs(now - (before + after) / 2).mean(axis=1)
        found.append((change, off / np.maximum(change, 1e-6)))
    change, residue = (np.concatenate(each) for each in zip(*found, strict=True))
    return change, residue


def _steady_scenes(watched: Watched, middles: Indices, half: int) -> Bools:
    """Whether the pictures before and after are not plain, and change less than across the middle."""
    before, after = middles - half, middles + half
    across = changes(watched, before, after)
    lead = changes(watched, before - half, before)
    trail = changes(watched, after, after + half)
    spread = watched.spread()
    shows = np.minimum(spread[before], spread[after]) > PLAIN
    return shows & (np.maximum(lead, trail) < STEADY * across)
