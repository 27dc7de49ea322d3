"""Hard cuts: a frame that shows another picture than the one before it, and goes on doing so.

What returns within a quarter of a second to the picture before was a flash, an insert or a lost frame.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np

from renderer.analysis.likeness import PLAIN, Floats, Indices, Unlike, unlike
from renderer.analysis.watched import Watched

LEAST_CHANGE: Final = 12.0
"""Mean levels that a cut changes, at least."""
LEAST_STRUCTURE: Final = 0.25
ABOVE_MOTION: Final = 3.0
"""A cut changes this many times as much as frames around it do."""
NEARBY_SECONDS: Final = 0.4
FLASH_SECONDS: Final = 0.27
"""What lasts no longer and gives way to the picture before is no shot."""
SAME: Final = 0.2
"""Structure up to which two frames show the same."""
RETURN_REACH: Final = 4


def hard_cuts(watched: Watched) -> list[int]:
    """First frames of shots that begin with a hard cut."""
    if watched.frames < 2:  # noqa: PLR2004  # a cut needs two frames
        return []
    after = np.arange(1, watched.frames)
    step = unlike(watched, after - 1, after)
    around = _nearby(step.change, reach=max(2, ceil(NEARBY_SECONDS * watched.fps)))
    stands_out = step.change > np.maximum(LEAST_CHANGE, ABOVE_MOTION * around)
    jumps = 1 + np.flatnonzero(stands_out & (step.structure > LEAST_STRUCTURE))
    return _lasting(watched, jumps, step)


def _nearby(change: Floats, *, reach: int) -> Floats:
    """The median change around each step, itself and its neighbours left out."""
    padded = np.pad(change, reach, constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).copy()
    windows[:, reach - 1 : reach + 2] = np.nan
    known = ~np.isnan(windows).all(axis=1)
    typical = np.zeros(len(change))
    typical[known] = np.nanmedian(windows[known], axis=1)
    return typical


def _lasting(watched: Watched, jumps: Indices, step: Unlike) -> list[int]:
    """Jumps that are not taken back."""
    longest = max(1, round(FLASH_SECONDS * watched.fps))
    kept: list[int] = []
    silent = -1
    for jump in jumps.tolist():
        if jump <= silent:
            continue
        back = _returns(watched, jump, longest, step)
        if back > jump:
            silent = back
        elif not kept or jump - kept[-1] > longest or not _flat_between(watched, kept[-1], jump):
            kept.append(jump)
    return kept


def _returns(watched: Watched, jump: int, longest: int, step: Unlike) -> int:
    """The last frame soon after `jump` that shows what the frame before it showed; `jump` where none does."""
    later = np.arange(jump + 1, min(watched.frames, jump + longest + 1))
    if not len(later) or _flat_between(watched, jump - 1, jump):
        return jump
    found = unlike(watched, np.full(len(later), jump - 1), later, reach=RETURN_REACH)
    same = found.structure < min(SAME, float(step.structure[jump - 1]) / 2)
    near = found.change < float(step.change[jump - 1]) / 2
    again = np.flatnonzero(same & near)
    return int(later[again[-1]]) if len(again) else jump


def _flat_between(watched: Watched, first: int, last: int) -> bool:
    """Whether frames [first, last) show nothing, as a flash that hides a cut does."""
    return bool((watched.spread()[first:last] < PLAIN).all())
