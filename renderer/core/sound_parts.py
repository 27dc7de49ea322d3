"""A long sound in parts: mixed, mastered, encoded and measured apart, and found again by what is in them.

Where a sound is cut follows from its length alone. A part lasts whole AAC frames and whole tenths of a second
of loudness measure, and is worked on with some sound around it, so that whoever filters or encodes it has
settled where it begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FRAME: Final = 1024
"""Samples of an AAC-LC frame."""
PART_FRAMES: Final = 16 * 75
"""Frames of a part, 25.6 s: 75 frames are the shortest sound of whole tenths. The last one has up to twice
as many."""
BEFORE: Final = 48
"""Frames that are worked on before a part begins, about a second: whole milliseconds, as peaks are taken."""
BEHIND: Final = 9
"""Frames that are worked on behind its end, whole milliseconds as well; the encoder looks one ahead."""


@dataclass(frozen=True, slots=True)
class SoundPart:
    """Samples `[start, stop)` of a sound, for which `[first, last)` are worked on."""

    start: int
    stop: int
    first: int
    last: int

    @property
    def before(self) -> int:
        """Samples of the sound around it that lie before it."""
        return self.start - self.first

    @property
    def own(self) -> int:
        """Samples of the part alone."""
        return self.stop - self.start

    @property
    def around(self) -> int:
        """Samples of the part and the sound around it."""
        return self.last - self.first

    @property
    def ends(self) -> bool:
        """Whether nothing comes after it."""
        return self.stop == self.last


def sound_parts(samples: int) -> tuple[SoundPart, ...]:
    """The parts of a sound of so many samples; one where it is too short for two."""
    length = PART_FRAMES * FRAME
    count = max(samples // length, 1)
    cuts = [number * length for number in range(count)]
    return tuple(
        SoundPart(
            start=start,
            stop=stop,
            first=max(start - BEFORE * FRAME, 0),
            last=min(stop + BEHIND * FRAME, samples),
        )
        for start, stop in zip(cuts, [*cuts[1:], samples], strict=True)
    )
