# noqa: INP001 - an example
"""A MoviePy clip as a shot of a Clipwright video.

    clipwright render --topic "Octopus hearts" --media examples/moviepy_clip.py:make --out my.mp4

The function takes no arguments and returns any MoviePy clip that has a duration. It is called once, in a
process of its own with limits on memory and time. The clip's frames fill the picture; its sound is not used.
"""

from __future__ import annotations

import numpy as np
from moviepy import ColorClip, CompositeVideoClip, VideoClip

SIZE = (540, 960)
SECONDS = 4


def heartbeat(seconds: float) -> np.ndarray:
    """A frame of three discs that beat one after the other."""
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for heart, centre in enumerate((0.3, 0.5, 0.7)):
        beat = 1 + 0.25 * max(0.0, np.sin(2 * np.pi * (seconds * 1.2 - heart / 3)))
        inside = (rows - SIZE[1] * centre) ** 2 + (columns - SIZE[0] / 2) ** 2 < (70 * beat) ** 2
        picture[inside] = (216, 40 + 30 * heart, 80)
    return picture


def make() -> VideoClip:
    """Four seconds of three hearts on deep blue."""
    hearts = VideoClip(heartbeat, duration=SECONDS)
    mask = VideoClip(lambda seconds: heartbeat(seconds).max(axis=2) / 255, is_mask=True, duration=SECONDS)
    sea = ColorClip(SIZE, color=(8, 24, 60), duration=SECONDS)
    return CompositeVideoClip([sea, hearts.with_mask(mask)])
