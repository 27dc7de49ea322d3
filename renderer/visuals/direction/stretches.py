"""The user's long videos in several shots: which part of them is shown in each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from renderer.visuals.media import MediaItem


def with_stretches(
    placed: Mapping[int, MediaItem], count: int, *, opened: bool = True
) -> dict[int, MediaItem]:
    """Fill free ones of `count` shots with more of the long videos that are `placed`, spread evenly.

    Without `opened` the first shot stays free, because none of the items fits it. The shots of a video show
    it in its own order, starting at moments spread evenly over it.
    """
    free = [number for number in range(0 if opened else 1, count) if number not in placed]
    more = _in_turn(list(dict.fromkeys(placed[number] for number in sorted(placed))))[: len(free)]
    spread = np.linspace(0, max(len(free) - 1, 0), len(more)).round().astype(int)
    filled = dict(placed) | {free[place]: item for place, item in zip(spread.tolist(), more, strict=True)}
    return {number: _beginning(filled, number) for number in sorted(filled)}


def _in_turn(items: list[MediaItem]) -> list[MediaItem]:
    """Every further stretch of all items, taking the items in turn."""
    most = max((item.stretches for item in items), default=1)
    return [item for turn in range(1, most) for item in items if turn < item.stretches]


def _beginning(filled: Mapping[int, MediaItem], number: int) -> MediaItem:
    item = filled[number]
    shots = sorted(other for other, shown in filled.items() if shown == item)
    return replace(item, first=item.frames * shots.index(number) // len(shots))
