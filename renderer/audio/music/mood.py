"""Moods: what the music of a style pack is made of, and how a video mode bends it."""

from __future__ import annotations

import msgspec


class MoodLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player. It plays in sections whose intensity lies in [enters, leaves), when tension suffices.

    `register` are the lowest and highest MIDI pitch, two octaves apart for chords, else one; `patterns` are
    bars of 16 marks (`X` loud, `x` normal, `o` soft, `.` rest), one chosen per variation; arpeggios read them
    as rhythm. `send_db` goes to the hall.
    """

    part: str
    instruments: tuple[str, ...]
    level_db: float
    enters: float = 0.0
    leaves: float = 2.0
    tension: float = 0.0
    register: tuple[int, int] = (48, 72)
    patterns: tuple[str, ...] = ("x...............",)
    seconds: float = 2.0
    brightness: float = 0.0
    send_db: float = -12.0
    pan: float = 0.0


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scale and the chord progressions (four or eight symbols, a bar each) that live in it."""

    scale: str
    progressions: tuple[tuple[str, ...], ...]


class HallSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Reverberation time in seconds at low frequencies, damping of the highs in [0, 1], return level."""

    seconds: float
    damping: float
    level_db: float


class Mood(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The music of one style pack. `tempo` is a range in beats per minute, `tonics` are MIDI pitches."""

    title: str
    tempo: tuple[float, float]
    tonics: tuple[int, ...]
    swing: float = 0.0
    lift_risers: tuple[str, ...] = ("riser",)
    lift_hits: tuple[str, ...] = ("boom",)
    lift_db: float = -8.0
    final_instruments: tuple[str, ...] = ("felt_piano",)
    hall: HallSettings
    colours: dict[str, Colour]
    layers: tuple[MoodLayer, ...]


class Bend(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a video mode bends a mood: a tempo factor, tension and swing in [0, 1], the rest is added."""

    colour: str
    tempo: float = 1.0
    brightness: float = 0.0
    drive: float = 0.0
    tension: float = 0.0
    swing: float = 0.0
