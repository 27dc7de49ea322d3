"""A planned piece: every decision that a seed makes for a mood, before a single note is written. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.instruments.tone import dice
from renderer.audio.music.arrangement import Grid, Section, grid, sections
from renderer.audio.music.harmony import Chord, chord
from renderer.audio.music.mood import Bend, Mood

STEPS: Final = 16
"""Steps of a bar."""


class Note(Struct, frozen=True, kw_only=True):
    """One call of an instrument at `start` seconds; levels in decibels, `pan` in [-1, 1]."""

    start: float
    instrument: str
    pitches: tuple[int, ...]
    seconds: float
    brightness: float
    level_db: float
    send_db: float
    pan: float = 0.0


class Bar(Struct, frozen=True, kw_only=True):
    """One bar in its section: start and length in seconds, harmony, intensity in [0, 1]."""

    index: int
    start: float
    seconds: float
    chord: Chord
    intensity: float

    def at(self, step: int, swing: float) -> float:
        """Seconds of a sixteenth; `swing` delays the second half of each beat by that part of half a beat."""
        late = swing * self.seconds / 8.0 if step % 4 >= 2 else 0.0  # noqa: PLR2004 - second half of four
        return self.start + self.seconds * step / STEPS + late


class Piece(Struct, frozen=True, kw_only=True):
    """Key, form and harmony of one piece, and the mood and mode it is written in."""

    mood: Mood
    bend: Bend
    seed: int
    tonic: int
    scale: str
    grid: Grid
    sections: tuple[Section, ...]
    bars: tuple[Bar, ...]

    @property
    def swing(self) -> float:
        """Swing of the mood and the mode together, in [0, 1]."""
        return min(self.mood.swing + self.bend.swing, 1.0)

    def generator(self, *key: int) -> np.random.Generator:
        """Random generator for one player, independent of all others."""
        return dice(self.seed, *key)


def planned(mood: Mood, bend: Bend, *, seed: int, end: Fraction, accents: Sequence[Fraction]) -> Piece:
    """The piece that `seed` makes of a mood: tempo, key, progression; its last bar ends at `end` seconds."""
    random = dice(seed, 1)
    low, high = mood.tempo
    colour = mood.colours[bend.colour]
    tempo = float(random.uniform(low, high)) * bend.tempo
    tonic = int(mood.tonics[random.integers(len(mood.tonics))])
    progression = colour.progressions[random.integers(len(colour.progressions))]
    form = grid(tempo, end)
    parts = sections(form, accents)
    chords = [chord(tonic, colour.scale, symbol) for symbol in progression]
    bars = tuple(_bars(form, parts, chords, bend.drive))
    return Piece(
        mood=mood, bend=bend, seed=seed, tonic=tonic, scale=colour.scale, grid=form, sections=parts, bars=bars
    )


def _bars(form: Grid, parts: Sequence[Section], chords: Sequence[Chord], drive: float) -> Iterator[Bar]:
    """All bars; progressions are counted back from the end, so that the last one is always played in full."""
    for part in parts:
        for index in range(part.first, part.first + part.bars):
            yield Bar(
                index=index,
                start=form.bar(index),
                seconds=form.bar_seconds,
                chord=chords[(index - form.bars) % len(chords)],
                intensity=float(np.clip(part.intensity + (drive if part.first else 0.0), 0.0, 1.0)),
            )
