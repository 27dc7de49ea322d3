"""Chooses the frame that represents a video: high contrast, with a face if there is one, away from cuts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from renderer.analysis.watched import Watched

FROM: Final = 0.05
UNTIL: Final = 0.7
"""The part of the video in which the frame is searched for."""
FACE_WORTH: Final = 60.0
"""Levels of contrast that a face is worth, multiplied by the square root of its area."""
BORDER_SECONDS: Final = 0.3


def key_frame(watched: Watched, shots: Sequence[range]) -> int:
    """Number of the chosen frame; 0 for a video of one frame."""
    faces, spread = watched.face_boxes(), watched.spread()
    away = round(BORDER_SECONDS * watched.fps)
    borders = [shot.start for shot in shots]
    last = watched.frames - 1
    candidates = range(round(FROM * last), round(UNTIL * last) + 1, watched.face_step)

    def worth(frame: int) -> float:
        found = faces.get(frame - frame % watched.face_step, ())
        face = math.sqrt(max((box.width * box.height for box in found), default=0.0))
        near = any(abs(frame - border) < away for border in borders)
        return float(spread[frame]) + FACE_WORTH * face - (1000.0 if near else 0.0)

    return max(candidates, key=worth, default=0)
