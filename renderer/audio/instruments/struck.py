"""Instruments that are struck or plucked and ring: piano, electric piano, marimba, bells, strings, pulses."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.audio.instruments.house_level import housed
from renderer.audio.instruments.tone import Tone, dice, fading, frames_in, hertz
from renderer.audio.signal.additive import Partials, joined, rendered
from renderer.audio.signal.filters import filtered, high_pass, low_pass
from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.plucking import plucked

_PIANO_STIFFNESS: Final = 0.00035
_BELL: Final = (
    (0.5, 0.35, 0.6),
    (1.0, 1.0, 0.9),
    (1.183, 0.35, 1.4),
    (2.0, 0.55, 1.8),
    (2.74, 0.3, 3.0),
    (3.76, 0.16, 4.5),
)
_SHORTEST_LOOP: Final = 10
"""Minimum length of a string's loop in samples."""

_BAR: Final = ((1.0, 1.0, 5.0), (3.93, 0.32, 16.0), (9.2, 0.1, 45.0))


def _rung(groups: list[Partials], seconds: float, attack: float = 0.002) -> Samples:
    sound = rendered(joined(*groups), frames_in(seconds))
    rise = frames_in(attack)
    sound[:, :rise] *= (0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)).astype(np.float32)
    return sound


def _place(pitch: int, width: float) -> float:
    return float(np.clip((pitch - 66) / 24.0, -1.0, 1.0)) * width


def felt_piano(tone: Tone) -> Samples:
    """A piano with felt between hammer and string: stiff strings in pairs, soft thump, few highs."""
    groups = []
    for pitch in tone.pitches:
        base, random = hertz(pitch), dice(20, pitch)
        steps = np.arange(1, 15, dtype=np.float64)
        stretched = steps * np.sqrt(1.0 + _PIANO_STIFFNESS * steps**2)
        level = np.abs(np.sin(np.pi * steps / 7.3)) * np.exp(-steps * (0.5 - 0.18 * tone.brightness))
        decay = 0.9 * (base / 220.0) ** 0.5 * (1.0 + 0.35 * (steps - 1.0))
        for cents, pan in ((-0.7, -0.25), (0.8, 0.25)):
            tuned = base * stretched * 2.0 ** (cents / 1200.0)
            phases = random.uniform(0.0, 2.0 * np.pi, len(steps))
            groups.append(
                Partials(tuned, level, decay, phases, np.full(len(steps), pan + _place(pitch, 0.4)))
            )
    sound = _rung(groups, tone.seconds, attack=0.006)
    thump = filtered(
        dice(21).standard_normal(frames_in(0.06)).astype(np.float32), low_pass(500.0), high_pass(60.0)
    )
    thump *= (fading(0.06, per_second=70.0) * 0.05 * np.abs(sound).max() / np.abs(thump).max()).astype(
        np.float32
    )
    count = min(len(thump), sound.shape[1])
    sound[:, :count] += thump[:count]
    return housed(sound)


def electric_piano(tone: Tone) -> Samples:
    """Tine piano by frequency modulation (Chowning, JAES 21(7), 1973): 1:1 body and a short 14:1 tine."""
    time = np.arange(frames_in(tone.seconds)) / AUDIO_RATE
    total = np.zeros((2, len(time)))
    for pitch in tone.pitches:
        phase = 2.0 * np.pi * hertz(pitch) * time
        ring = np.exp(-1.6 * time * (hertz(pitch) / 300.0) ** 0.4)
        body = np.sin(phase + (0.9 + 0.5 * tone.brightness) * np.exp(-3.0 * time) * np.sin(phase)) * ring
        # the tine's side bands must stay under half the sample rate
        tine = (
            0.12
            * np.sin(phase + 0.6 * np.sin(min(14.0, 9000.0 / hertz(pitch)) * phase))
            * np.exp(-22.0 * time)
        )
        sway = 0.15 * np.sin(2.0 * np.pi * 4.2 * time)
        total += (body + tine) * np.stack([1.0 + sway, 1.0 - sway])
    total[:, :96] *= np.linspace(0.0, 1.0, 96)
    return housed(total.astype(np.float32))


def _modal(
    tone: Tone, modes: tuple[tuple[float, float, float], ...], *, slowness: float, width: float
) -> list[Partials]:
    groups = []
    for pitch in tone.pitches:
        ratio, level, decay = (np.array(row, np.float64) for row in zip(*modes, strict=True))
        tilt: Floats = level * 2.0 ** (0.6 * tone.brightness * np.arange(len(level)))
        rate = slowness * decay * (hertz(pitch) / 440.0) ** 0.6
        pan = np.full(len(ratio), _place(pitch, width))
        groups.append(Partials(hertz(pitch) * ratio, tilt, rate, np.full(len(ratio), -np.pi / 2), pan))
    return groups


def marimba(tone: Tone) -> Samples:
    """A wooden bar over a tube (mode ratios 1 : 3.9 : 9.2)."""
    return housed(_rung(_modal(tone, _BAR, slowness=1.0, width=0.5), tone.seconds, attack=0.0012))


def bell(tone: Tone) -> Samples:
    """A small soft bell with a hum note an octave below."""
    return housed(_rung(_modal(tone, _BELL, slowness=1.6, width=0.6), tone.seconds, attack=0.003))


def celesta(tone: Tone) -> Samples:
    """Felt on steel: nearly pure, high and short."""
    modes = ((1.0, 1.0, 3.2), (2.0, 0.16, 4.5), (4.02, 0.2, 9.0), (6.8, 0.05, 18.0))
    return housed(_rung(_modal(tone, modes, slowness=1.0, width=0.7), tone.seconds, attack=0.002))


def pulse(tone: Tone) -> Samples:
    """A short synthetic note whose filter snaps shut: the motor of tense music."""
    groups = []
    for pitch in tone.pitches:
        base = hertz(pitch)
        steps = np.arange(1, max(3, min(32, int(9000.0 / base))) + 1, dtype=np.float64)
        level = 1.0 / steps / (1.0 + (steps * base / (1400.0 * 2.0**tone.brightness)) ** 2)
        for cents, pan in ((-7.0, -0.5), (0.0, 0.0), (6.0, 0.5)):
            phases = dice(22, pitch, round(cents) + 10).uniform(0.0, 2.0 * np.pi, len(steps))
            tuned = base * steps * 2.0 ** (cents / 1200.0)
            groups.append(Partials(tuned, level, 6.0 + 2.2 * (steps - 1.0), phases, np.full(len(steps), pan)))
    return housed(_rung(groups, tone.seconds, attack=0.003))


def plucked_string(tone: Tone) -> Samples:
    """Harp or guitar after Karplus and Strong (CMJ 7(2), 1983), one period of the loop at a time."""
    frames = frames_in(tone.seconds)
    strings = np.stack([_string(pitch, frames, tone.brightness) for pitch in tone.pitches])
    places = (1.0 + np.array([_place(pitch, 0.6) for pitch in tone.pitches])) * np.pi / 4.0
    sides = np.stack([np.cos(places), np.sin(places)]).astype(np.float32)
    return housed(sides @ filtered(strings, high_pass(60.0)))


def muted_string(tone: Tone) -> Samples:
    """The same string muted with the palm: pizzicato."""
    short = plucked_string(tone)
    return housed(short * fading(short.shape[1] / AUDIO_RATE, per_second=9.0).astype(np.float32))


def _string(pitch: int, frames: int, brightness: float) -> Samples:
    period = AUDIO_RATE / hertz(pitch)
    # the averaging in the loop delays by half a sample; resampling does the rest of the tuning
    whole = max(int(period - 0.5), _SHORTEST_LOOP)
    ratio = (whole + 0.5) / period
    random = dice(23, pitch)
    # a soft finger rounds the initial burst
    rounding = 1.0 + (np.fft.rfftfreq(whole, 1.0 / AUDIO_RATE) / (2800.0 * 2.0 ** (1.3 * brightness))) ** 2
    burst = np.fft.irfft(np.fft.rfft(random.uniform(-1.0, 1.0, whole)) / rounding, whole)
    burst -= burst.mean()
    return plucked(burst, frames, step=ratio, loss=0.998 ** (whole / 120.0))
