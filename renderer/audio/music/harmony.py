"""Scales, chords as scale degrees, and voice leading. Pitches are MIDI numbers; all pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

SCALES: Final[dict[str, tuple[int, ...]]] = {
    "ionian": (0, 2, 4, 5, 7, 9, 11),
    "lydian": (0, 2, 4, 6, 7, 9, 11),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "aeolian": (0, 2, 3, 5, 7, 8, 10),
    "harmonic_minor": (0, 2, 3, 5, 7, 8, 11),
    "phrygian": (0, 1, 3, 5, 7, 8, 10),
}
"""Semitones above the tonic, by name."""

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "": (0, 2, 4),
    "5": (0, 4),
    "7": (0, 2, 4, 6),
    "add9": (0, 2, 4, 8),
    "sus2": (0, 1, 4),
    "sus4": (0, 3, 4),
}
"""Scale steps above a chord's root, by suffix."""

_SYMBOL: Final = re.compile(r"([1-7])(5|7|add9|sus2|sus4)?")
_TONES_IN_PAD: Final = 4


class Chord(Struct, frozen=True, kw_only=True):
    """Pitch of the root (within an octave above the tonic) and of all tones, root position, rising."""

    root: int
    tones: tuple[int, ...]


def is_symbol(symbol: str) -> bool:
    """Whether `symbol` names a chord: a degree 1-7 and a suffix of `SHAPES`."""
    return _SYMBOL.fullmatch(symbol) is not None


def step(tonic: int, scale: str, degree: int) -> int:
    """Pitch of a scale degree counted from 0 (the tonic); degrees run on through the octaves."""
    octave, place = divmod(degree, len(SCALES[scale]))
    return tonic + 12 * octave + SCALES[scale][place]


def chord(tonic: int, scale: str, symbol: str) -> Chord:
    """The chord `symbol` ("6", "4add9") of a key; tones are stacked inside the scale."""
    degree, suffix = int(symbol[0]) - 1, symbol[1:]
    tones = tuple(step(tonic, scale, degree + offset) for offset in SHAPES[suffix])
    return Chord(root=tones[0], tones=tones)


def voiced(tones: Sequence[int], before: Sequence[int], *, low: int, high: int) -> tuple[int, ...]:
    """Arrange `tones` as four voices between `low` and `high`, moving as little as possible from `before`.

    Without a previous chord, the voices gather around the middle of the register.
    """
    classes = list(dict.fromkeys(tone % 12 for tone in tones))
    classes = (classes + classes)[:_TONES_IN_PAD]
    middle = (low + high) / 2.0
    aim = sorted(before) if before else [middle - 6.0, middle - 2.0, middle + 2.0, middle + 6.0]
    choices = [[pitch for pitch in range(low, high + 1) if pitch % 12 == kind] for kind in classes]
    voicings = {tuple(sorted(pick)) for pick in itertools.product(*choices) if len(set(pick)) == len(pick)}
    return min(voicings, key=lambda voicing: (_movement(voicing, aim), voicing))


def _movement(voicing: Sequence[int], aim: Sequence[float]) -> float:
    moved = sum(abs(pitch - goal) for pitch, goal in zip(voicing, aim, strict=True))
    # intervals under a minor third sound crowded
    crowded = sum(3.0 for low, high in itertools.pairwise(voicing) if high - low < 3)  # noqa: PLR2004
    return moved + crowded


def nearest(pitch: float, tones: Sequence[int], *, low: int, high: int) -> int:
    """The pitch between `low` and `high` closest to `pitch` that is one of `tones` in any octave."""
    classes = {tone % 12 for tone in tones}
    return min((p for p in range(low, high + 1) if p % 12 in classes), key=lambda p: (abs(p - pitch), p))
