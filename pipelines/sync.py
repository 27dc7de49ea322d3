"""Caption sync on the finished file: does the picture change at the frame where the word starts?

At an onset the planned frames before and at the word differ by the caption (and a little camera motion).
The decoded pair must match the planned pair better in this order than when shifted by one frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.core.captions import CaptionTrack
from renderer.core.timecode import first_frame

CHECKS: Final = 3
"""Onsets looked at per video: near the start, in the middle, near the end."""

_CHANGED: Final = 24


def onsets_to_check(track: CaptionTrack, fps: int) -> tuple[int, ...]:
    """Frame numbers at which a word becomes active on a page already on screen, spread over the video."""
    onsets = [
        first_frame(word.span.start, fps)
        for page in track.pages
        for word in [word for line in page.lines for word in line.words][1:]
    ]
    if not onsets:
        return ()
    picks = {onsets[len(onsets) * part // (CHECKS + 1)] for part in range(1, CHECKS + 1)}
    return tuple(sorted(pick for pick in picks if pick > 0))


def out_of_sync(
    onsets: Sequence[int], *, decoded: Mapping[int, Planes], planned: Mapping[int, Planes]
) -> tuple[int, ...]:
    """The onsets whose change is not where it was planned; onsets that change nothing visible pass."""
    return tuple(
        onset
        for onset in onsets
        if not _in_sync(
            before=(decoded[onset - 1].y, planned[onset - 1].y), at=(decoded[onset].y, planned[onset].y)
        )
    )


def _in_sync(*, before: tuple[Plane, Plane], at: tuple[Plane, Plane]) -> bool:
    """Judged on the pixels that the plan changes clearly; each pair is (decoded, planned)."""
    changed = np.abs(before[1].astype(np.int16) - at[1]) > _CHANGED
    if not changed.any():
        return True
    straight = _distance(before[0], before[1], changed) + _distance(at[0], at[1], changed)
    crossed = _distance(before[0], at[1], changed) + _distance(at[0], before[1], changed)
    return straight < crossed


def _distance(first: Plane, second: Plane, where: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    return float(np.abs(first[where].astype(np.int16) - second[where]).mean())
