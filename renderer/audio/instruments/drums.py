"""Percussion: skins, wood, metal and clicks, from swept sines and shaped noise."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.instruments.house_level import housed
from renderer.audio.instruments.noise import banded, shape, white
from renderer.audio.instruments.tone import Tone, fading, frames_in, tuned
from renderer.audio.signal.filters import band_pass, filtered, high_pass, low_pass
from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE

_CLAP_ROOM: Final = 0.028


def _skin(seconds: float, *, start_hz: float, rest_hz: float, bend: float, decay: float) -> Samples:
    """A membrane (2, n): a decaying sine that falls from one pitch to another."""
    time = np.arange(frames_in(seconds)) / AUDIO_RATE
    turns = rest_hz * time + (start_hz - rest_hz) / bend * (1.0 - np.exp(-bend * time))
    sound = (np.sin(2.0 * np.pi * turns) * np.exp(-decay * time)).astype(np.float32)
    sound[:48] *= np.linspace(0.0, 1.0, 48, dtype=np.float32)
    return np.stack([sound, sound])


def _decaying(sound: Samples, per_second: float) -> Samples:
    seconds = sound.shape[1] / AUDIO_RATE
    return sound * fading(seconds, per_second=per_second).astype(np.float32)


def kick(tone: Tone) -> Samples:
    """A soft sub kick with a felt beater, in the key."""
    low = tuned(tone, 47.0)
    body = _skin(0.45, start_hz=3.2 * low, rest_hz=low, bend=38.0, decay=9.0)
    return housed(body + 0.12 * _decaying(banded(0.45, 700.0, 3000.0, 40), 160.0))


def deep_drum(tone: Tone) -> Samples:
    """A large frame drum in a hall, in the key."""
    low = tuned(tone, 58.0)
    body = _skin(1.3, start_hz=1.8 * low, rest_hz=low, bend=16.0, decay=3.6)
    upper = _skin(1.3, start_hz=3.2 * low, rest_hz=2.0 * low, bend=26.0, decay=8.0)
    return housed(body + 0.4 * upper + 0.1 * _decaying(banded(1.3, 120.0, 1200.0, 41), 22.0))


def tom(tone: Tone) -> Samples:
    """A mid tom, in the key."""
    low = tuned(tone, 98.0)
    body = _skin(0.6, start_hz=1.7 * low, rest_hz=low, bend=26.0, decay=7.5)
    return housed(body + 0.1 * _decaying(banded(0.6, 300.0, 2500.0, 42), 60.0))


def clap(_: Tone) -> Samples:
    """Three claps in quick succession, then the room."""
    sound = banded(0.32, 900.0, 5200.0, 43)
    time = np.arange(sound.shape[1]) / AUDIO_RATE
    hands = sum(
        (np.where(time >= at, np.exp(-260.0 * (time - at)), 0.0) for at in (0.0, 0.011, 0.021)), 0.0 * time
    )
    room = np.where(time >= _CLAP_ROOM, 0.5 * np.exp(-19.0 * (time - _CLAP_ROOM)), 0.0)
    return housed(sound * (hands + room).astype(np.float32))


def snap(_: Tone) -> Samples:
    """Finger snap."""
    click = filtered(white(0.16, 44), band_pass(2300.0, q=3.0))
    return housed(_decaying(click, 55.0))


def shaker(_: Tone) -> Samples:
    """Seeds in a gourd, with hardly any attack."""
    return housed(banded(0.12, 5200.0, 11000.0, 45) * shape(0.12, (0.0, 0.0), (0.3, 1.0), (1.0, 0.0)))


def hat(_: Tone) -> Samples:
    """A closed hi-hat with a dark sound."""
    return housed(
        _decaying(filtered(white(0.09, 46), high_pass(7000.0), high_pass(7000.0), low_pass(13000.0)), 75.0)
    )


def rim(_: Tone) -> Samples:
    """A stick on the rim."""
    time = np.arange(frames_in(0.09)) / AUDIO_RATE
    ring = np.sin(2 * np.pi * 1650.0 * time) + 0.6 * np.sin(2 * np.pi * 2570.0 * time)
    sound = (ring * np.exp(-95.0 * time)).astype(np.float32)
    return housed(np.stack([sound, sound]) + 0.2 * _decaying(white(0.09, 47), 220.0))


def wood(_: Tone) -> Samples:
    """A wood block."""
    time = np.arange(frames_in(0.14)) / AUDIO_RATE
    ring = np.sin(2 * np.pi * 820.0 * time) + 0.5 * np.sin(2 * np.pi * 1930.0 * time) * np.exp(-40.0 * time)
    sound = (ring * np.exp(-42.0 * time)).astype(np.float32)
    sound[:24] *= np.linspace(0.0, 1.0, 24, dtype=np.float32)
    return housed(np.stack([sound, sound]))


def _clockwork(hertz: float, key: int) -> Samples:
    hit = filtered(white(0.09, key), band_pass(hertz, q=9.0)) + 0.5 * filtered(
        white(0.09, key + 1), band_pass(2.3 * hertz, q=12.0)
    )
    return housed(_decaying(hit, 110.0))


def tick(_: Tone) -> Samples:
    """One of the two beats of a clock's escapement."""
    return _clockwork(2500.0, 48)


def tock(_: Tone) -> Samples:
    """The other beat of the escapement, lower."""
    return _clockwork(1900.0, 50)


def brush(_: Tone) -> Samples:
    """Wire brush on a snare drum."""
    swish = banded(0.24, 1400.0, 8500.0, 52) * shape(0.24, (0.0, 0.0), (0.08, 1.0), (0.4, 0.35), (1.0, 0.0))
    return housed(swish)
