"""Moods: the ingredients of a style pack's music, and how a video mode bends them."""

from __future__ import annotations

import msgspec


class MoodLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player. It plays in sections whose intensity lies in [enters, leaves), given enough tension.

    `register` is the lowest and highest MIDI pitch, at least two octaves apart for chords and one for the
    rest; `patterns` are bars of 16 marks (`X` loud, `x` normal, `o` soft, `.` rest), one chosen per
    variation; arpeggios read them as rhythm. `send_db` is the level sent to the hall.
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
    """A scale and chord progressions (four or eight symbols, a bar each) in it."""

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
    """How a video mode bends a mood: a tempo factor, tension and swing in [0, 1]; the rest are offsets."""

    colour: str
    tempo: float = 1.0
    brightness: float = 0.0
    drive: float = 0.0
    tension: float = 0.0
    swing: float = 0.0
