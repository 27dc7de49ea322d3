"""Sound effects on cuts and counters, synthesised: whoosh, impact, riser, tick, pop, page turn.

Each maker returns the sound and the frame in it at which the event is heard, so that a cue's moment meets the
cut.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.instruments.atmosphere import boom, reverse_cymbal, riser
from renderer.audio.instruments.drums import deep_drum
from renderer.audio.instruments.house_level import housed
from renderer.audio.instruments.noise import banded, shape, swept, white
from renderer.audio.instruments.tone import Tone, fading, frames_in
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.filters import band_pass, filtered, high_pass, low_pass
from renderer.audio.signal.samples import Samples, amplitude
from renderer.audio.signal.timeline import SoundPlacement, laid
from renderer.audio.signal.wav import WavWriter
from renderer.core.mix import Effect, SoundCue
from renderer.core.timecode import AUDIO_RATE, ZERO, sample_at

_NO_TONE: Final = Tone(pitches=(), seconds=1.0, brightness=0.0)
_VARIANTS: Final = 3
_LONGEST: Final = 6.0
_TICKS_PER_SECOND: Final = 18.0


class Sounding(Struct, frozen=True, eq=False):
    """A stereo sound (2, n) and the frame in it that belongs on the cue's moment."""

    sound: Samples
    mark: int


def _whoosh(seconds: float, variant: int) -> Sounding:
    """Air past the ear: a band of noise that rises, passes and falls, moving from one side to the other."""
    path = np.array([260.0, 700.0, 2100.0, 3000.0, 1500.0, 500.0, 220.0]) * 2.0 ** (0.25 * (variant - 1))
    body = swept(seconds, path, q=0.9, key=80 + variant)
    mark = 0.45
    envelope = shape(seconds, (0.0, 0.0), (0.3, 0.5), (mark, 1.0), (0.62, 0.45), (1.0, 0.0))
    angle = np.linspace(0.1, 0.4, body.shape[1]) * np.pi
    sides = np.stack([np.cos(angle), np.sin(angle)])
    crossing = sides if variant % 2 else sides[::-1]
    return Sounding(housed(body * envelope * crossing.astype(np.float32)), round(mark * body.shape[1]))


def _impact(_: float, variant: int) -> Sounding:
    """A deep drum with a sub-bass boom under it."""
    drum, sub = deep_drum(_NO_TONE), boom(_NO_TONE)
    sound = sub.copy()
    sound[:, : drum.shape[1]] += drum * np.float32(0.8 + 0.1 * variant)
    return Sounding(housed(sound), 0)


def _riser(seconds: float, variant: int) -> Sounding:
    """Rising tension that stops at the cut."""
    tone = Tone(pitches=(), seconds=seconds, brightness=0.2 * (variant - 1))
    sound = riser(tone) + np.float32(0.6) * reverse_cymbal(tone)
    return Sounding(housed(sound), sound.shape[1])


def _click(variant: int) -> Samples:
    hit = filtered(white(0.05, 90 + variant), band_pass(2600.0 + 300.0 * variant, q=5.0))
    return hit * fading(0.05, per_second=150.0).astype(np.float32)


def _tick(seconds: float, variant: int) -> Sounding:
    """A counter rolling up: ticks that slow down and end on the moment; one tick when no length is given."""
    count = max(int(seconds * _TICKS_PER_SECOND), 1)
    sound = np.zeros((2, frames_in(seconds) + frames_in(0.05)), np.float32)
    for place in range(count):
        part = (place + 1) / count
        start = round((frames_in(seconds) - 1) * part**1.7) if count > 1 else 0
        click = _click((variant + place) % _VARIANTS)
        sound[:, start : start + click.shape[1]] += click * np.float32(0.5 + 0.5 * part)
    return Sounding(housed(sound), frames_in(seconds) if count > 1 else 0)


def _pop(_: float, variant: int) -> Sounding:
    """A bubble: a short sine that jumps up."""
    time = np.arange(frames_in(0.12)) / AUDIO_RATE
    low = 380.0 * 2.0 ** (variant / 6.0)
    turns = low * time + (low / 0.06) * time**2
    sound = np.sin(2.0 * np.pi * turns) * np.exp(-38.0 * time) * np.minimum(time / 0.003, 1.0)
    return Sounding(housed(np.stack([sound, sound]).astype(np.float32)), 0)


def _page_turn(_: float, variant: int) -> Sounding:
    """Paper: a rustling swish, then the page settling."""
    seconds = 0.55
    swish = swept(seconds, np.array([1800.0, 3800.0, 5200.0, 3000.0, 1400.0]), q=0.8, key=95 + variant)
    grain = filtered(np.abs(white(seconds, 98 + variant)) ** 3, high_pass(900.0), low_pass(7000.0))
    body = (swish / np.std(swish) + np.float32(0.3) * grain / np.std(grain)) * shape(
        seconds, (0.0, 0.0), (0.25, 0.8), (0.5, 0.55), (0.72, 0.15), (0.76, 0.55), (1.0, 0.0)
    )
    return Sounding(
        housed(
            body
            + np.float32(0.2)
            * banded(seconds, 200.0, 700.0, 99)
            * shape(seconds, (0.0, 0.0), (0.74, 0.0), (0.77, 1.0), (1.0, 0.0))
        ),
        round(0.3 * body.shape[1]),
    )


_MAKERS: Final[dict[Effect, tuple[Callable[[float, int], Sounding], float]]] = {
    Effect.WHOOSH: (_whoosh, 0.7),
    Effect.IMPACT: (_impact, 2.2),
    Effect.RISER: (_riser, 1.6),
    Effect.TICK: (_tick, 0.0),
    Effect.POP: (_pop, 0.12),
    Effect.PAGE_TURN: (_page_turn, 0.55),
}
"""Maker and natural length in seconds; the length of whooshes, risers and ticks can be chosen."""

TRANSITION_EFFECTS: Final[dict[str, tuple[Effect, float]]] = {
    "whip": (Effect.WHOOSH, 0.0),
    "zoom": (Effect.WHOOSH, -2.0),
    "wipe": (Effect.PAGE_TURN, -4.0),
    "light_leak": (Effect.RISER, -8.0),
}
"""Effect and level (dB) of the transition kinds that have a sound; cuts and dissolves are silent."""


def sounding(cue: SoundCue, variant: int) -> Sounding:
    """The sound of one cue; variants 0 to 2 keep repeated effects from sounding identical."""
    maker, natural = _MAKERS[cue.effect]
    seconds = min(float(cue.duration), _LONGEST) if cue.duration > ZERO else natural
    return maker(seconds, variant % _VARIANTS)


def transition_cues(transitions: Sequence[tuple[str, Fraction, Fraction]]) -> tuple[SoundCue, ...]:
    """Cues for (kind, start, duration) of a storyboard's transitions, at the middle of each.

    Kinds that are not in `TRANSITION_EFFECTS` stay silent.
    """
    return tuple(
        SoundCue(effect=effect, moment=start + duration / 2, gain_db=level)
        for kind, start, duration in transitions
        if kind in TRANSITION_EFFECTS
        for effect, level in (TRANSITION_EFFECTS[kind],)
    )


@single_threaded
def place_effects(cues: Sequence[SoundCue], path: Path, duration: Fraction) -> None:
    """Write the effects stem (stereo, `duration` seconds) to `path`; what lies outside is cut.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    with WavWriter(path, channels=2) as out:
        placements = sorted(_placements(cues), key=lambda placement: placement.start)
        for block, _ in laid(placements, sample_at(duration)):
            out.write(block)


def in_turn(cues: Sequence[SoundCue]) -> Iterator[tuple[SoundCue, int]]:
    """Cues in order of time, each with its variant; the variants of each effect alternate."""
    turns = {effect: itertools.count() for effect in Effect}
    for cue in sorted(cues, key=lambda cue: (cue.moment, cue.effect)):
        yield cue, next(turns[cue.effect]) % _VARIANTS


def sides(cue: SoundCue) -> Samples:
    """Factors (2, 1) for left and right."""
    return np.array([[min(1.0, 1.0 - cue.pan)], [min(1.0, 1.0 + cue.pan)]], np.float32)


def _placements(cues: Sequence[SoundCue]) -> Iterator[SoundPlacement]:
    made: dict[tuple[Effect, Fraction, int], Sounding] = {}
    for cue, variant in in_turn(cues):
        key = (cue.effect, cue.duration, variant)
        if key not in made:
            made[key] = sounding(cue, variant)
        heard = made[key]
        start = sample_at(cue.moment) - heard.mark
        sound = heard.sound[:, max(-start, 0) :] * sides(cue)
        if sound.shape[1]:
            yield SoundPlacement(max(start, 0), sound, amplitude(cue.gain_db))
