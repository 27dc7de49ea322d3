"""Levels over time as data: `Mix` → `Track` with a `GainCurve`; a long sound in parts (`SoundSheet`).

Parts are mixed, mastered, encoded and measured apart, and found again by what is in them. It is cut where its
sections begin, which an edit before them only moves by whole steps, and within each by its length alone. A
step lasts whole AAC frames and whole tenths of a second of loudness measure. A part is worked on with some
sound around it, so that whoever filters or encodes it has settled where it begins.
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
"""The shortest sound of whole AAC frames and whole tenths of a second, 1.6 s."""
STEP_SECONDS: Final = Fraction(STEP, AUDIO_RATE)
PART: Final = 8 * STEP
"""Samples of a part, 12.8 s. The last one of a section has half as many to one and a half times as many, or
all that there are."""
BEFORE: Final = 48
"""Frames that are worked on before a part begins, about a second: whole milliseconds, as peaks are taken."""
BEHIND: Final = 9
"""Frames that are worked on behind its end, whole milliseconds as well; the encoder looks one ahead."""


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
        """The same curve until `since` (seconds), from there within `ramp` seconds to `gain_db` and on."""
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

    `duration` stretches whooshes and risers and rolls ticks over a counter's run-up (0 = the natural one);
    `pan` lies in [-1, 1], left to right.
    """

    effect: Effect
    moment: Fraction
    duration: Fraction = ZERO
    gain_db: float = 0.0
    pan: float = 0.0


class Track(Struct, frozen=True, kw_only=True):
    """One stem placed at `offset` seconds under a gain curve.

    `stem` is the digest of a float WAV at 48 kHz; empty where the sound went in without one.
    """

    name: str
    stem: str
    offset: Fraction = ZERO
    gain: GainCurve = GainCurve()


class Mix(Struct, frozen=True, kw_only=True):
    """The finished sound: `audio` is the digest of a stereo float WAV at 48 kHz, already mastered.

    That of a film is in parts: there `audio` is the digest of a `SoundSheet`.
    `loudness_lufs` and `true_peak_dbtp` were measured on it; `tracks` say how it was made, and `notes` what
    a person should know of it.
    """

    audio: str
    duration: Fraction
    tracks: tuple[Track, ...]
    loudness_lufs: float
    true_peak_dbtp: float
    credits: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class SoundSheet(Struct, frozen=True, kw_only=True):
    """A mastered sound of so many samples and these sections in parts (`sound_parts`), in order.

    Each is the digest of a stereo float WAV at 48 kHz that has the part with the sound around it.
    """

    samples: int
    sections: tuple[int, ...]
    parts: tuple[str, ...]


class SoundPart(Struct, frozen=True):
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


def sound_sections(starts: Iterable[Fraction], *, samples: int) -> tuple[int, ...]:
    """Where the sections of a sound of so many samples begin, its first one left out, in rising order.

    `starts` (seconds) are moments at which something begins; each counts as the whole step that it lies in.
    """
    found = {sample_at(start) // STEP * STEP for start in starts}
    return tuple(sorted(start for start in found if 0 < start <= samples - STEP))


def sound_parts(samples: int, sections: Sequence[int] = ()) -> tuple[SoundPart, ...]:
    """The parts of a sound of so many samples; each of its sections is one where it is too short for two.

    `sections` are what `sound_sections` gives.
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
