"""Sustained instruments: strings, choir, analogue and glass pads, drones, brass swells, basses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.audio.instruments.house_level import housed
from renderer.audio.instruments.tone import Tone, dice, frames_in, hertz, swell
from renderer.audio.signal.additive import Partials, joined, rendered
from renderer.audio.signal.samples import Floats, Samples

_TOP_HZ: Final = 11_000.0
_AH_FORMANTS: Final = (
    (700.0, 130.0, 1.0),
    (1100.0, 160.0, 0.55),
    (2600.0, 260.0, 0.22),
    (3300.0, 350.0, 0.12),
)


def _harmonics(base: float, limit: int) -> Floats:
    return np.arange(1, max(2, min(limit, int(_TOP_HZ / base))) + 1, dtype=np.float64)


def _softened(hertz_of: Floats, cutoff: float, order: float = 2.0) -> Floats:
    return 1.0 / (1.0 + (hertz_of / cutoff) ** (2.0 * order)) ** 0.5


def _ensemble(base: float, spectrum: Floats, *, cents: Sequence[float], width: float, seed: int) -> Partials:
    """Players of one harmonic `spectrum` (H,), each a few cents off, spread over the stereo field."""
    rows = []
    random = dice(seed, round(base * 1000))
    for place, off in enumerate(cents):
        count = len(spectrum)
        pan = width * (2.0 * place / max(len(cents) - 1, 1) - 1.0) * (1.0 if place % 2 else -1.0)
        tuned = base * 2.0 ** (off / 1200.0) * np.arange(1, count + 1)
        phases = random.uniform(0.0, 2.0 * np.pi, count)
        rows.append(Partials(tuned, spectrum, np.zeros(count), phases, np.full(count, pan)))
    return joined(*rows)


def _held(tone: Tone, groups: Sequence[Partials], *, attack: float, release: float) -> Samples:
    shape = swell(tone.seconds, attack=attack, release=release)
    return housed(rendered(joined(*groups), len(shape)) * shape)


def strings(tone: Tone) -> Samples:
    """A section of five desks: saw spectra, slow bows, the hall's roll-off."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 28)
        body = 1.0 + 0.5 * np.exp(-(((steps * base - 480.0) / 260.0) ** 2))
        spectrum = body / steps * _softened(steps * base, 1500.0 * 2.0**tone.brightness, 1.3)
        groups.append(_ensemble(base, spectrum, cents=(-9, -4, 0, 5, 8), width=0.8, seed=1))
    return _held(tone, groups, attack=0.45, release=0.9)


def choir(tone: Tone) -> Samples:
    """Voices on an open vowel (formants of a sung "ah")."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 26)
        at = steps * base
        vowel = sum(
            (peak / (1.0 + ((at - mid) / wide) ** 2) for mid, wide, peak in _AH_FORMANTS), np.zeros(len(at))
        )
        spectrum = (vowel + 0.04) / steps**0.5 * _softened(at, 3000.0 * 2.0**tone.brightness)
        groups.append(_ensemble(base, spectrum, cents=(-13, -6, 1, 7, 12), width=0.9, seed=2))
    return _held(tone, groups, attack=0.6, release=1.0)


def warm_pad(tone: Tone) -> Samples:
    """An analogue pad: three slightly detuned oscillators through a low filter, an octave under them."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 20)
        spectrum = steps**-1.2 * _softened(steps * base, 900.0 * 2.0 ** (1.2 * tone.brightness), 1.6)
        groups.append(_ensemble(base, spectrum, cents=(-6, 0.5, 7), width=0.7, seed=3))
    lowest = hertz(min(tone.pitches) - 12)
    groups.append(_ensemble(lowest, np.array([0.5, 0.12]), cents=(0,), width=0.0, seed=3))
    return _held(tone, groups, attack=0.35, release=0.8)


def glass_pad(tone: Tone) -> Samples:
    """Bowed glass: few, slightly stretched partials that beat slowly."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        for order, level in ((1.0, 1.0), (2.003, 0.4), (3.01, 0.22), (5.04, 0.09 * 2.0**tone.brightness)):
            groups.append(_ensemble(base * order, np.array([level]), cents=(-3, 2.5), width=0.9, seed=4))
    return _held(tone, groups, attack=0.7, release=1.2)


def drone(tone: Tone) -> Samples:
    """A low held tone, gritty from detuning, for tension."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 24)
        spectrum = steps**-0.9 * _softened(steps * base, 420.0 * 2.0**tone.brightness, 1.5)
        groups.append(_ensemble(base, spectrum, cents=(-11, 0, 10), width=0.6, seed=5))
    return _held(tone, groups, attack=0.9, release=1.2)


def brass_swell(tone: Tone) -> Samples:
    """Low brass that opens as it grows: a dark and a bright version, cross-faded, ending in a long decay."""
    length = frames_in(tone.seconds)
    dark: list[Partials] = []
    bright: list[Partials] = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 40)
        for group, cutoff in ((dark, 300.0), (bright, 1600.0 * 2.0**tone.brightness)):
            spectrum = steps**-0.7 * _softened(steps * base, cutoff, 1.2)
            group.append(_ensemble(base, spectrum, cents=(-8, 0, 7), width=0.5, seed=6))
    place = np.linspace(0.0, 1.0, length, dtype=np.float32)
    opening = np.interp(place, [0.0, 0.12, 0.35, 1.0], [0.0, 1.0, 0.35, 0.0]).astype(np.float32)
    loudness = np.interp(place, [0.0, 0.03, 0.25, 1.0], [0.0, 1.0, 0.7, 0.0]).astype(np.float32) ** 1.5
    low, high = rendered(joined(*dark), length), rendered(joined(*bright), length)
    return housed((low * (1.0 - opening) + high * opening) * loudness)


def soft_bass(tone: Tone) -> Samples:
    """A round bass: the fundamental with enough harmonics to be heard on a phone's loudspeaker."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        spectrum = np.array([1.0, 0.45, 0.28, 0.13, 0.06, 0.03]) * np.array(
            [1, 1, 2**tone.brightness, 1, 1, 1]
        )
        groups.append(_ensemble(base, spectrum, cents=(0,), width=0.0, seed=7))
    return _held(tone, groups, attack=0.02, release=0.18)


def saw_bass(tone: Tone) -> Samples:
    """A synthetic bass whose upper partials die first, like a closing filter."""
    groups: list[Partials] = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = _harmonics(base, 30)
        level = steps**-0.9 * _softened(steps * base, 1100.0 * 2.0**tone.brightness, 1.0)
        decay = 1.5 + 0.9 * (steps - 1.0)
        groups.extend(
            Partials(
                base * 2.0 ** (cents / 1200.0) * steps,
                level,
                decay,
                dice(8, pitch).uniform(0, 6.28, len(steps)),
                np.full(len(steps), pan),
            )
            for cents, pan in ((-5.0, -0.3), (5.0, 0.3))
        )
    return _held(tone, groups, attack=0.004, release=0.06)
