"""Moods: what the music of a style pack is made of, and how a video mode bends it. Data in assets/music.

To add a mood: a TOML file of the pack's name; layers name parts (parts.py) and instruments (instruments.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from renderer.assets import ASSETS, check_choices, invalid, read_asset
from renderer.audio.instruments.registry import INSTRUMENTS
from renderer.audio.music.harmony import SCALES, is_symbol
from renderer.contract.vocabulary import StylePack, VideoMode

MUSIC_FOLDER: Final = ASSETS / "music"
PARTS: Final = ("pad", "bass", "arpeggio", "melody", "drums", "bed", "pedal", "stab")
COLOURS: Final = ("bright", "plain", "dark")
_STEPS_PER_BAR: Final = 16
_CHORD_PARTS: Final = frozenset({"pad", "stab"})
_OCTAVE: Final = 12
_CHORD_SPAN: Final = 24
_MARKS: Final = frozenset("Xx.o")


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


@cache
def mood_of(pack: StylePack) -> Mood:
    """The mood of a style pack; raises `ClipwrightError` (`asset_invalid`, `asset_missing`)."""
    path = MUSIC_FOLDER / f"{pack.value}.toml"
    mood = read_asset(path, Mood)
    _check(path, mood)
    return mood


@cache
def bend_of(mode: VideoMode) -> Bend:
    """How `mode` bends the music; raises `ClipwrightError` (`asset_invalid`, `asset_missing`)."""
    path = MUSIC_FOLDER / "modes.toml"
    bends = read_asset(path, dict[str, Bend])
    check_choices(path, "mode", bends, allowed=VideoMode)
    bend = bends.get(mode.value)
    if bend is None:
        raise invalid(path, mode.value, "the section is missing")
    check_choices(path, f"{mode.value}.colour", [bend.colour], allowed=COLOURS)
    return bend


def _check(path: Path, mood: Mood) -> None:
    check_choices(path, "colours", mood.colours, allowed=COLOURS)
    for missing in sorted(set(COLOURS) - set(mood.colours)):
        raise invalid(path, f"colours.{missing}", "the section is missing")
    for title, colour in mood.colours.items():
        check_choices(path, f"colours.{title}.scale", [colour.scale], allowed=SCALES)
        for symbol in (symbol for progression in colour.progressions for symbol in progression):
            if not is_symbol(symbol):
                raise invalid(path, f"colours.{title}.progressions", f"'{symbol}' is no chord symbol")
    for key in ("lift_risers", "lift_hits", "final_instruments"):
        check_choices(path, key, getattr(mood, key), allowed=INSTRUMENTS)
    for place, layer in enumerate(mood.layers):
        _check_layer(path, f"layers[{place}]", layer)


def _check_layer(path: Path, key: str, layer: MoodLayer) -> None:
    check_choices(path, f"{key}.part", [layer.part], allowed=PARTS)
    check_choices(path, f"{key}.instruments", layer.instruments, allowed=INSTRUMENTS)
    if not layer.instruments or not layer.patterns:
        raise invalid(path, key, "at least one instrument and one pattern are needed")
    for pattern in layer.patterns:
        if len(pattern) != _STEPS_PER_BAR or not _MARKS.issuperset(pattern):
            raise invalid(path, f"{key}.patterns", f"'{pattern}' is not 16 marks of X, x, o and .")
    low, high = layer.register
    span = _CHORD_SPAN if layer.part in _CHORD_PARTS else _OCTAVE
    if high - low < span:
        raise invalid(path, f"{key}.register", f"must span at least {span} semitones")
