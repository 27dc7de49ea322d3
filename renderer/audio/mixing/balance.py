"""The levels of the stems, as measured: voice in front, music far enough below it under every phrase.

Loudness over time is given as K-weighted mean squares per 100 ms (loudness.py), so levels can be decided
without touching samples.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.loudness import HOP, LoudnessMeter, integrated, loudness_of
from renderer.audio.signal.samples import SILENCE_DB, Floats
from renderer.audio.signal.wav import WavReader
from renderer.core.ducking import DuckingPolicy
from renderer.core.timecode import AUDIO_RATE, TimeRange

VOICE_LUFS: Final = -16.0
"""Loudness of the voice before mastering, played on both sides."""

MUSIC_UNDER_VOICE_LU: Final = 5.0
"""How far music at rest (no speech) stays below the voice."""

EFFECTS_UNDER_VOICE_LU: Final = 4.0
"""How far the loudest 100 ms of an effect of 0 dB stay below the voice."""

ENDING_UNDER_VOICE_LU: Final = 2.0
"""How far the loudest 400 ms of the music after the last word stay below the voice."""

RATIO_LU: Final = 15.0
"""Target for voice over music in the phrase where they are closest; the finished file must have 12."""

_DEEPEST_DB: Final = -30.0
_BOTH_SIDES_LU: Final = 3.01
_CHECK: Final = Fraction(3)
_MOMENT_HOPS: Final = 4
"""Hops of momentary loudness, 400 ms (EBU Tech 3341)."""
_HOP_SECONDS: Final = Fraction(HOP, AUDIO_RATE)


class Course(Struct, frozen=True, kw_only=True, eq=False):
    """A stem's loudness over time, as K-weighted mean squares per 100 ms as heard in stereo, and overall."""

    hops: Floats
    lufs: float

    def over(self, span: TimeRange) -> float:
        """Ungated loudness (LUFS) over a span; hops that it touches count in full."""
        part = self.hops[math.floor(span.start / _HOP_SECONDS) : math.ceil(span.end / _HOP_SECONDS)]
        return loudness_of(float(part.mean())) if len(part) else SILENCE_DB


@single_threaded
def course(path: Path) -> Course:
    """Measure a stem; a mono one is measured as it sounds on both sides."""
    with WavReader(path) as wav:
        meter = LoudnessMeter(wav.channels)
        for block in wav.blocks():
            meter.feed(block)
        return course_of(meter.hops(), both=wav.channels == 1)


def course_of(hops: Floats, *, both: bool = False) -> Course:
    """Make a course from K-weighted mean squares per 100 ms; `both` for a mono sound played on both sides."""
    present = integrated(hops)
    heard = present + _BOTH_SIDES_LU if both and present > SILENCE_DB else present
    return Course(hops=hops * (2.0 if both else 1.0), lufs=heard)


def lift_to(target: float, present: float) -> float:
    """Decibels from `present` to `target` LUFS, or 0 for silence."""
    return target - present if present > SILENCE_DB else 0.0


def policy_for(voice: Course, music: Course, runs: Sequence[TimeRange], *, voice_db: float) -> DuckingPolicy:
    """Ducking with `RATIO_LU` between the lifted voice and the music in the closest stretch of speech."""
    rest = lift_to(VOICE_LUFS - MUSIC_UNDER_VOICE_LU, music.lufs)
    spans = [piece for run in runs for piece in _pieces(run)]
    gaps = [
        voice.over(span) + voice_db - music.over(span)
        for span in spans
        if min(voice.over(span), music.over(span)) > SILENCE_DB
    ]
    deepest = min([*(gap - RATIO_LU for gap in gaps), rest + DuckingPolicy().duck_db])
    return DuckingPolicy(rest_db=rest, duck_db=max(deepest, rest + _DEEPEST_DB))


def ending_db(music: Course, since: Fraction, *, rest_db: float) -> float:
    """Gain for the music after the last word: `rest_db`, or less for a chord too loud beside the voice."""
    later = music.hops[math.floor(since / _HOP_SECONDS) :]
    if not len(later):
        return rest_db
    width = min(_MOMENT_HOPS, len(later))
    moments = np.convolve(later, np.full(width, 1.0 / width), mode="valid")
    loudest = loudness_of(float(moments.max()))
    return (
        min(rest_db, lift_to(VOICE_LUFS - ENDING_UNDER_VOICE_LU, loudest))
        if loudest > SILENCE_DB
        else rest_db
    )


def _pieces(run: TimeRange) -> list[TimeRange]:
    """Split a run into equal stretches of three seconds or more, the span over which balance is judged."""
    count = max(1, math.floor(run.duration / _CHECK))
    part = run.duration / count
    return [TimeRange(run.start + place * part, run.start + (place + 1) * part) for place in range(count)]
