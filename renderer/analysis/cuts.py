"""Hard cuts: a frame shows a different picture from the previous one, and the new picture lasts.

If the old picture returns within about a quarter of a second, it was a flash, an insert or a lost frame.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.analysis.likeness import PLAIN, Floats, Indices, Unlike, changes, unlike
from renderer.analysis.watched import Watched

LEAST_CHANGE: Final = 12.0
"""Least mean change of a cut, in levels."""
LEAST_STRUCTURE: Final = 0.25
ABOVE_MOTION: Final = 3.0
"""A cut changes at least this many times as much as the frames around it."""
NEARBY_SECONDS: Final = 0.4
FLASH_SECONDS: Final = 0.27
"""A picture that lasts no longer than this before the old one returns is not a shot."""
SAME: Final = 0.2
"""Largest difference in structure between two frames that show the same picture."""
RETURN_REACH: Final = 4

Bools = npt.NDArray[np.bool_]


def hard_cuts(watched: Watched) -> list[int]:
    """First frames of the shots that start with a hard cut."""
    if watched.frames < 2:  # noqa: PLR2004  # a cut needs two frames
        return []
    after = np.arange(1, watched.frames)
    change = changes(watched, after - 1, after)
    around = _nearby(change, reach=max(2, ceil(NEARBY_SECONDS * watched.fps)))
    found = np.flatnonzero(change > np.maximum(LEAST_CHANGE, ABOVE_MOTION * around))
    structure = np.zeros(len(change))
    structure[found] = unlike(watched, found, found + 1).structure
    jumps = 1 + np.flatnonzero(structure > LEAST_STRUCTURE)
    return _lasting(watched, jumps, Unlike(change, structure))


def _nearby(change: Floats, *, reach: int) -> Floats:
    """The median change around each step, without the step itself and its neighbours."""
    padded = np.pad(change, reach, constant_values=np.nan)
    others = [at for at in range(2 * reach + 1) if abs(at - reach) > 1]
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1)[:, others]
    unknown = np.isnan(windows)
    whole, some = ~unknown.any(axis=1), unknown.any(axis=1) & ~unknown.all(axis=1)
    typical = np.zeros(len(change))
    typical[whole] = np.median(windows[whole], axis=1)
    typical[some] = np.nanmedian(windows[some], axis=1)
    return typical


def _lasting(watched: Watched, jumps: Indices, step: Unlike) -> list[int]:
    """The jumps after which the old picture does not return."""
    longest = max(1, round(FLASH_SECONDS * watched.fps))
    plain = watched.spread() < PLAIN
    backs = _returns(watched, jumps, longest, step, plain)
    kept: list[int] = []
    silent = -1
    for jump in jumps.tolist():
        if jump <= silent:
            continue
        if jump in backs:
            silent = backs[jump]
        elif not kept or jump - kept[-1] > longest or not plain[kept[-1] : jump].all():
            # a flash that hides a cut shows nothing between two jumps
            kept.append(jump)
    return kept


def _returns(watched: Watched, jumps: Indices, longest: int, step: Unlike, plain: Bools) -> dict[int, int]:
    """For each jump that is taken back, the last frame soon after it that shows the picture before it."""
    some = jumps[~plain[jumps - 1]]
    later = (some[:, None] + np.arange(1, longest + 1)).ravel()
    before = np.repeat(some - 1, longest)
    inside = later < watched.frames
    before, later = before[inside], later[inside]
    near = changes(watched, before, later, reach=RETURN_REACH) < step.change[before] / 2
    before, later = before[near], later[near]
    structure = unlike(watched, before, later, reach=RETURN_REACH).structure
    same = structure < np.minimum(SAME, step.structure[before] / 2)
    return dict(zip((before[same] + 1).tolist(), later[same].tolist(), strict=True))
