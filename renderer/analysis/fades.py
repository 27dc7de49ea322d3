"""Fades through a plain picture: contrast falls to nothing and comes back."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.analysis.cuts import FLASH_SECONDS, SAME
from renderer.analysis.likeness import PLAIN, unlike
from renderer.analysis.watched import Floats as Levels
from renderer.analysis.watched import Watched

EVENLY: Final = 0.8
"""Halfway through a fade, contrast is below this share of the full contrast."""
LONGEST_SECONDS: Final = 1.5
"""Longest duration of one side of a fade."""
RISE: Final = 0.012
"""Least share by which contrast grows from frame to frame of a fade."""
ABRUPT: Final = 0.4
"""If the neighbour of a plain picture has at least this share of the full contrast, there was no fade."""


class Fade(Struct, frozen=True):
    """Frames [first, last] of a fade from one picture to another; `border` is the new shot's first frame."""

    first: int
    last: int
    border: int


def fades(watched: Watched) -> list[Fade]:
    """The fades, in order. A plain picture that starts and ends abruptly is not one."""
    spread = watched.spread()
    found = (_fade(watched, spread, first, last) for first, last in _plain_runs(spread))
    return [fade for fade in found if fade]


def _plain_runs(spread: Levels) -> list[tuple[int, int]]:
    """First and last frames of plain stretches inside the video."""
    plain = np.concatenate(([0], (spread < PLAIN).astype(np.int8), [0]))
    edges = np.flatnonzero(np.diff(plain)).tolist()
    runs = [(first, stop - 1) for first, stop in list(pairwise(edges))[::2]]
    return [(first, last) for first, last in runs if first > 0 and last + 1 < len(spread)]


def _fade(watched: Watched, spread: Levels, first: int, last: int) -> Fade | None:
    reach = round(LONGEST_SECONDS * watched.fps)
    begin = _ramp(spread[max(0, first - reach) : first][::-1])
    end = _ramp(spread[last + 1 : last + 1 + reach])
    if not begin and not end:
        return None
    start, stop = first - 1 - begin, last + 1 + end
    lasts = stop - start - 1
    if lasts <= FLASH_SECONDS * watched.fps and _same(watched, start, stop):
        return None
    if not begin:
        return Fade(start, stop, first)
    if not end:
        return Fade(start, stop, last + 1)
    return Fade(start, stop, (first + last + 1) // 2)


def _ramp(spread: Levels) -> int:
    """Number of frames of a fade next to a plain frame; 0 if contrast is full right beside it."""
    last = 0
    while last + 1 < len(spread) and spread[last + 1] > spread[last] * (1 + RISE) + 0.1:
        last += 1
    if not len(spread) or spread[0] >= ABRUPT * spread[last]:
        return 0
    return last if spread[last // 2] < EVENLY * spread[last] else 0


def _same(watched: Watched, first: int, second: int) -> bool:
    structure = unlike(watched, np.array([first]), np.array([second]), reach=4).structure
    return bool(structure[0] < SAME)
