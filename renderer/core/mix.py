"""Levels over time as data: `Mix` → `Track` with a `GainCurve`; a long sound in parts (`SoundSheet`).

The parts are mixed, mastered, encoded and measured separately, and cached by their content. The sound is cut
where its sections begin, which an edit further ahead moves only by whole steps, and inside a section by the
section's length alone. A step is a whole number of AAC frames and of the tenths of a second in which loudness
is measured. A part is processed with some of the sound around it, so that filters and encoders have settled
by the time it begins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final

from msgspec import Struct

from renderer.core.timecode import AUDIO_RATE, ZERO, sample_at

FRAME: Final = 1024
"""Samples of an AAC-LC frame."""
STEP: Final = 75 * FRAME
"""Samples of the shortest sound of whole AAC frames and whole tenths of a second, 1.6 s."""
STEP_SECONDS: Final = Fraction(STEP, AUDIO_RATE)
PART: Final = 8 * STEP
"""Samples of a part, 12.8 s. The last part of a section has between half and one and a half times as many,
or all samples of a shorter section."""
BEFORE: Final = 48
"""AAC frames processed before a part begins, about a second; whole milliseconds, in which peaks are taken."""
BEHIND: Final = 9
"""AAC frames processed after a part's end, whole milliseconds as well; the encoder looks one frame ahead."""


class GainPoint(Struct, frozen=True):
    """Gain in decibels from `moment` (seconds) on, interpolated linearly in dB to the next point."""

    moment: Fraction
    gain_db: float


class GainCurve(Struct, frozen=True, kw_only=True):
    """Points in rising time; constant before the first and after the last; never empty."""

    points: tuple[GainPoint, ...] = (GainPoint(ZERO, 0.0),)

    def at(self, moment: Fraction) -> float:
        """Gain in decibels at `moment` (seconds)."""
        after = bisect_right(self.points, moment, key=lambda point: point.moment)
        if after == 0:
            return self.points[0].gain_db
        if after == len(self.points):
            return self.points[-1].gain_db
        left, right = self.points[after - 1], self.points[after]
        part = float((moment - left.moment) / (right.moment - left.moment))
        return left.gain_db + part * (right.gain_db - left.gain_db)

    def ending(self, since: Fraction, gain_db: float, *, ramp: Fraction) -> GainCurve:
        """The same curve until `since` (seconds), then a ramp of `ramp` seconds to `gain_db`, which holds."""
        before = [point for point in self.points if point.moment < since]
        last = GainPoint(since, self.at(since))
        return GainCurve(points=(*before, last, GainPoint(since + ramp, gain_db)))

    def raised(self, gain_db: float) -> GainCurve:
        """The same curve, everywhere `gain_db` decibels higher."""
        return GainCurve(points=tuple(GainPoint(p.moment, p.gain_db + gain_db) for p in self.points))


class Effect(StrEnum):
    """Kinds of sound effects."""

    WHOOSH = "whoosh"
    IMPACT = "impact"
    RISER = "riser"
    TICK = "tick"
    POP = "pop"
    PAGE_TURN = "pageTurn"


class SoundCue(Struct, frozen=True, kw_only=True):
    """One effect. Its peak lands at `moment` (seconds): a whoosh passes, a riser ends, an impact starts.

    `duration` stretches whooshes and risers, and repeats ticks while a counter runs up (0 = natural length);
    `pan` lies in [-1, 1], left to right.
    """

    effect: Effect
    moment: Fraction
    duration: Fraction = ZERO
    gain_db: float = 0.0
    pan: float = 0.0


class Track(Struct, frozen=True, kw_only=True):
    """One stem placed at `offset` seconds under a gain curve.

    `stem` is the digest of a float WAV at 48 kHz; empty if the sound was mixed in without a file.
    """

    name: str
    stem: str
    offset: Fraction = ZERO
    gain: GainCurve = GainCurve()


class Mix(Struct, frozen=True, kw_only=True):
    """The finished sound: `audio` is the digest of a stereo float WAV at 48 kHz, already mastered.

    A film's sound is in parts: its `audio` is the digest of a `SoundSheet`.
    `loudness_lufs` and `true_peak_dbtp` were measured on it; `tracks` say how it was made, and `notes` what
    a person should know about it.
    """

    audio: str
    duration: Fraction
    tracks: tuple[Track, ...]
    loudness_lufs: float
    true_peak_dbtp: float
    credits: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class SoundSheet(Struct, frozen=True, kw_only=True):
    """A mastered sound in parts: its length, the samples where its sections begin, and its parts in order.

    `parts` are as `sound_parts` cuts them: each is the digest of a stereo float WAV at 48 kHz that holds the
    part and the sound around it.
    """

    samples: int
    sections: tuple[int, ...]
    parts: tuple[str, ...]


class SoundPart(Struct, frozen=True):
    """Samples `[start, stop)` of a sound, for which `[first, last)` are processed."""

    start: int
    stop: int
    first: int
    last: int

    @property
    def before(self) -> int:
        """Samples processed before the part."""
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
        """Whether the part is the last of its sound."""
        return self.stop == self.last


def sound_sections(starts: Iterable[Fraction], *, samples: int) -> tuple[int, ...]:
    """Samples at which the sections of a sound of `samples` begin, in rising order, without the first.

    `starts` (seconds) are moments at which something begins; each is rounded down to a whole step.
    """
    found = {sample_at(start) // STEP * STEP for start in starts}
    return tuple(sorted(start for start in found if 0 < start <= samples - STEP))


def sound_parts(samples: int, sections: Sequence[int] = ()) -> tuple[SoundPart, ...]:
    """The parts of a sound of `samples`; a section too short for two parts is one.

    `sections` are those of `sound_sections`.
    """
    edges = [0, *sections, samples]
    cuts = [cut for begin, end in pairwise(edges) for cut in _cuts(begin, end)]
    return tuple(
        SoundPart(
            start=start,
            stop=stop,
            first=max(start - BEFORE * FRAME, 0),
            last=min(stop + BEHIND * FRAME, samples),
        )
        for start, stop in pairwise([*cuts, samples])
    )


def _cuts(begin: int, end: int) -> range:
    """Where the parts of a section begin."""
    count = max((end - begin + PART // 2) // PART, 1)
    return range(begin, begin + count * PART, PART)
