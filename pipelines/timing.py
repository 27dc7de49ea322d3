"""How long a short video lasts: the narration and a tail for the music to ring out, in whole frames."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from renderer.core.timecode import first_frame, frame_time
from renderer.core.words import Narration

TAIL: Final = Fraction(2)
"""Seconds after the narration: a final chord, and the closing card."""
FROZEN: Final = Fraction(5)
"""Seconds that a picture of a short video may stand still."""


def frame_count(narration: Narration, fps: int) -> int:
    """Frames of the whole video."""
    return first_frame(narration.duration + TAIL, fps)


def video_duration(narration: Narration, fps: int) -> Fraction:
    """Seconds of the whole video, a multiple of the frame time."""
    return frame_time(frame_count(narration, fps), fps)
