"""Music for a long film: a movement per part, ending on its own chord, which rings into the next movement.

Movements with the same seed have the same music, so a film can return to its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.audio.music.brief import MusicBrief
from renderer.core.timecode import ZERO

RING: Final = Fraction(5, 2)
"""Seconds for which a movement's last chord rings into the next movement."""
LAST_RING: Final = Fraction(5, 2)
"""Seconds before the film's end at which the last chord may fall at the earliest; until then the music
continues under the closing pictures.
"""


class Movement(Struct, frozen=True, kw_only=True):
    """A part of the film from `start` seconds on, and the seed of its music."""

    start: Fraction
    seed: int


def briefs_of(movements: Sequence[Movement], brief: MusicBrief) -> tuple[MusicBrief, ...]:
    """Each movement as a separate piece; placed at their starts and summed, they last as long as `brief`.

    `movements` are in order, the first from 0 on; `brief` gives mood, mode, accents and the end of speech.
    """
    ends = [*(movement.start for movement in movements[1:]), brief.duration]
    return tuple(_brief_of(movement, end, brief) for movement, end in zip(movements, ends, strict=True))


def _brief_of(movement: Movement, end: Fraction, brief: MusicBrief) -> MusicBrief:
    """The brief of one movement; it ends where the next begins and rings a little longer."""
    closes = end == brief.duration
    length = end - movement.start
    accents = (accent - movement.start for accent in brief.accents)
    return replace(
        brief,
        seed=movement.seed,
        duration=length if closes else length + RING,
        last_word_end=max(brief.last_word_end - movement.start, length - LAST_RING) if closes else length,
        accents=tuple(accent for accent in accents if ZERO <= accent < length),
    )
