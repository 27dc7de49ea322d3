"""The request that an instrument plays, and the envelopes that shape its sound."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE

_KEPT_EDGES: Final = 16


class Tone(Struct, frozen=True, kw_only=True):
    """One note or chord: MIDI pitches, seconds until the release begins, brightness in [-1, 1]."""

    pitches: tuple[int, ...]
    seconds: float
    brightness: float


def hertz(pitch: float) -> float:
    """Frequency of a MIDI pitch (A4 = 69 = 440 Hz)."""
    return float(440.0 * 2.0 ** ((pitch - 69.0) / 12.0))


def tuned(tone: Tone, hertz_near: float) -> float:
    """The octave of the first pitch nearest to `hertz_near`, or `hertz_near` itself without a pitch.

    Drums are tuned to the key in this way, within half an octave of their own pitch.
    """
    if not tone.pitches:
        return hertz_near
    return hertz(tone.pitches[0]) * 2.0 ** round(math.log2(hertz_near / hertz(tone.pitches[0])))


def dice(*key: int) -> np.random.Generator:
    """A generator that depends on `key` alone."""
    return np.random.Generator(np.random.PCG64(list(key)))


def frames_in(seconds: float) -> int:
    """Whole frames in `seconds`, at least one."""
    return max(math.floor(seconds * AUDIO_RATE + 0.5), 1)


def swell(seconds: float, *, attack: float, release: float) -> Samples:
    """Envelope that rises over `attack`, holds until `seconds` and falls over `release` (raised cosines)."""
    body, tail = frames_in(seconds), frames_in(release)
    rise = min(frames_in(attack), body)
    shape = np.ones(body + tail, np.float32)
    shape[:rise] = _rising(rise)
    shape[body:] = _rising(tail)[::-1]
    return shape


@lru_cache(maxsize=_KEPT_EDGES)
def _rising(frames: int) -> Samples:
    """Half a raised cosine from 0 to 1, cached because attacks and releases come in few lengths."""
    return (0.5 - 0.5 * np.cos(np.pi * (np.arange(frames) + 0.5) / frames)).astype(np.float32)


def fading(seconds: float, *, per_second: float) -> Floats:
    """exp(-per_second * t) over `seconds`."""
    return np.exp(-per_second * np.arange(frames_in(seconds)) / AUDIO_RATE)
