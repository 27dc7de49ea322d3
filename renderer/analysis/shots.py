"""The shots of a video: the stretches between borders, which are cuts, fades and dissolves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from renderer.analysis.cuts import hard_cuts
from renderer.analysis.dissolves import dissolves
from renderer.analysis.fades import Fade, fades
from renderer.analysis.watched import Watched

SHORTEST_SECONDS: Final = 0.2
"""Length of the shortest shot; of two borders closer than this the first is kept."""
NEAR_SECONDS: Final = 0.5
"""A dissolve this close to a border of another kind is taken for that border."""


def _unheard(done: float) -> None:
    del done


def shot_ranges(watched: Watched, *, seen: Callable[[float], None] = _unheard) -> tuple[range, ...]:
    """Frames of each shot, in order, without gaps; `seen` is called with the share of the search done."""
    borders = [0, *shot_borders(watched, seen=seen), watched.frames]
    return tuple(range(first, stop) for first, stop in pairwise(borders) if stop > first)


def shot_borders(watched: Watched, *, seen: Callable[[float], None] = _unheard) -> tuple[int, ...]:
    """First frames of all shots except the first; see `shot_ranges`."""
    faded = fades(watched)
    seen(0.1)
    sharp = [cut for cut in hard_cuts(watched) if not any(_within(cut, fade) for fade in faded)]
    firm = sorted([*sharp, *(fade.border for fade in faded)])
    seen(0.4)
    near = NEAR_SECONDS * watched.fps
    soft = [
        middle
        for middle in dissolves(watched, seen=lambda done: seen(0.4 + 0.6 * done))
        if all(abs(middle - border) > near for border in firm)
        and not any(_within(middle, fade) for fade in faded)
    ]
    return _spaced(sorted([*firm, *soft]), watched)


def _within(frame: int, fade: Fade) -> bool:
    return fade.first <= frame <= fade.last + 1


def _spaced(borders: list[int], watched: Watched) -> tuple[int, ...]:
    least = SHORTEST_SECONDS * watched.fps
    kept: list[int] = []
    for border in borders:
        if border - (kept[-1] if kept else 0) >= least and watched.frames - border >= 1:
            kept.append(border)
    return tuple(kept)
