"""Unpitched sounds that set the scene: air, dust and hum; risers and booms between sections."""

from __future__ import annotations

import numpy as np

from renderer.audio.instruments.house_level import housed
from renderer.audio.instruments.noise import banded, shape, swept, white
from renderer.audio.instruments.tone import Tone, dice, frames_in, hertz, swell, tuned
from renderer.audio.signal.additive import Partials, rendered
from renderer.audio.signal.filters import band_pass, filtered, high_pass, low_pass
from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE


def _breathing(seconds: float, key: int, *, rate_hz: float, depth: float) -> Samples:
    """A slowly and irregularly varying level (2, n) between 1 - depth and 1."""
    random = dice(key)
    turns = np.arange(frames_in(seconds), dtype=np.float32) * np.float32(2.0 * np.pi * rate_hz / AUDIO_RATE)
    quick, slow = (
        np.sin(turns * np.float32(speed) + np.float32(2.0 * np.pi * random.random()))
        for speed in (1.0, 1.618)
    )
    swing = np.float32(-0.25 * depth) * np.stack([quick + slow, quick - slow])
    return np.asarray(swing + np.float32(1.0 - 0.5 * depth), np.float32)


def _bed(tone: Tone, sound: Samples, *, fade: float = 1.2) -> Samples:
    envelope = swell(tone.seconds, attack=fade, release=fade)
    return housed(sound[:, : len(envelope)] * envelope)


def air(tone: Tone) -> Samples:
    """A quiet room with the window open."""
    seconds = tone.seconds + 1.2
    sound = filtered(white(seconds, 60), low_pass(420.0), low_pass(2600.0), high_pass(90.0))
    return _bed(tone, sound * _breathing(seconds, 61, rate_hz=0.11, depth=0.6))


def wind(tone: Tone) -> Samples:
    """Wind around a corner."""
    seconds = tone.seconds + 1.2
    low = filtered(white(seconds, 62), band_pass(330.0, q=1.6))
    high = filtered(white(seconds, 63), band_pass(780.0, q=2.5))
    gusts = _breathing(seconds, 64, rate_hz=0.17, depth=0.85)
    return _bed(tone, low * gusts + 0.5 * high * gusts[::-1] ** 2)


def dust(tone: Tone) -> Samples:
    """An old recording before the music starts: hiss and rare crackles."""
    seconds = tone.seconds + 1.2
    random = dice(65)
    frames = frames_in(seconds)
    clicks = np.zeros((2, frames), np.float32)
    count = max(int(seconds * 9), 1)
    spots = random.integers(0, frames, count)
    clicks[random.integers(0, 2, count), spots] = np.minimum(random.exponential(0.5, count), 1.2).astype(
        np.float32
    )
    crackle = filtered(clicks, band_pass(2600.0, q=0.9), low_pass(6000.0)) * np.float32(2.0)
    hiss = filtered(white(seconds, 66), band_pass(1500.0, q=0.4)) * np.float32(0.12)
    return _bed(tone, crackle + hiss)


def hum(tone: Tone) -> Samples:
    """A server room at night, tuned to the music's root."""
    seconds = tone.seconds + 1.2
    base = hertz(min(tone.pitches))
    steps = np.array([1.0, 2.0, 3.0, 4.0, 6.0])
    level = np.array([1.0, 0.7, 0.3, 0.35, 0.12])
    pan = np.array([0.0, -0.4, 0.4, -0.6, 0.6])
    low = rendered(Partials(base * steps, level, 0.0 * steps, steps, pan), frames_in(seconds))
    hiss = filtered(white(seconds, 67), band_pass(5200.0, q=1.2)) * np.float32(0.05)
    return _bed(tone, (low + hiss) * _breathing(seconds, 68, rate_hz=0.23, depth=0.5))


def riser(tone: Tone) -> Samples:
    """Noise and a tone that climb for the tone's length and stop."""
    seconds = max(tone.seconds, 0.2)
    climb = np.geomspace(350.0, 5200.0 * 2.0 ** (0.5 * tone.brightness), 24)
    sound = swept(seconds, climb, q=1.1, key=70)
    return housed(sound * shape(seconds, (0.0, 0.0), (0.6, 0.35), (0.97, 1.0), (1.0, 0.0)))


def reverse_cymbal(tone: Tone) -> Samples:
    """A cymbal's ring played backwards."""
    seconds = max(tone.seconds, 0.2)
    sound = filtered(white(seconds, 71), high_pass(2600.0), low_pass(10500.0))
    return housed(sound * shape(seconds, (0.0, 0.0), (0.7, 0.3), (0.98, 1.0), (1.0, 0.0)))


def cymbal(_: Tone) -> Samples:
    """A soft mallet on a cymbal."""
    sound = banded(2.6, 2400.0, 11000.0, 72)
    return housed(sound * shape(2.6, (0.0, 0.0), (0.03, 1.0), (0.2, 0.5), (1.0, 0.0)))


def boom(tone: Tone) -> Samples:
    """A sub drop under a change of section, settling on a pitch in the key."""
    time = np.arange(frames_in(2.2)) / AUDIO_RATE
    rest = tuned(tone, 38.0)
    turns = rest * time + 1.16 * rest / 5.0 * (1.0 - np.exp(-5.0 * time))
    low = np.sin(2 * np.pi * turns) + 0.35 * np.sin(4 * np.pi * turns) + 0.12 * np.sin(6 * np.pi * turns)
    body = (low * np.exp(-1.9 * time) * np.minimum(time / 0.006, 1.0)).astype(np.float32)
    return housed(
        np.stack([body, body])
        + 0.12 * banded(2.2, 80.0, 900.0, 73) * shape(2.2, (0, 1.0), (0.3, 0.3), (1, 0))
    )
