"""Moods: what the music of a style pack is made of, and how a video mode bends it. Data in assets/music.

To add a mood: a TOML file of the pack's name; layers name parts (parts.py) and instruments (instruments.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from renderer.audio.harmony import SCALES, is_symbol
from renderer.audio.instruments import INSTRUMENTS
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.errors import ClipwrightError

MUSIC_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "music"
PARTS: Final = ("pad", "bass", "arpeggio", "melody", "drums", "bed", "pedal", "stab")
COLOURS: Final = ("bright", "plain", "dark")
_STEPS_PER_BAR: Final = 16
_CHORD_PARTS: Final = frozenset({"pad", "stab"})
_OCTAVE: Final = 12
_CHORD_SPAN: Final = 24
_MARKS: Final = frozenset("Xx.o")

Table = TypeVar("Table")


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


class Hall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    hall: Hall
    colours: dict[str, Colour]
    layers: tuple[Layer, ...]


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
    """The mood of a style pack; raises `ClipwrightError` (`mood_invalid`, `asset_missing`)."""
    name = f"{pack.value}.toml"
    mood = _decoded(name, Mood)
    _check(name, mood)
    return mood


@cache
def bend_of(mode: VideoMode) -> Bend:
    """How `mode` bends the music; raises `ClipwrightError` (`mood_invalid`, `asset_missing`)."""
    bends = _decoded("modes.toml", dict[str, Bend])
    _among("modes.toml", "mode", VideoMode, bends)
    bend = bends.get(mode.value)
    if bend is None:
        raise _invalid("modes.toml", mode.value, "the section is missing")
    _among("modes.toml", f"{mode.value}.colour", COLOURS, [bend.colour])
    return bend


def _decoded(name: str, kind: type[Table]) -> Table:
    path = MUSIC_FOLDER / name
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except FileNotFoundError as fault:
        raise ClipwrightError("asset_missing", path=f"assets/music/{name}") from fault
    except tomllib.TOMLDecodeError as fault:
        raise _invalid(name, "syntax", str(fault)) from fault
    except msgspec.ValidationError as fault:
        reason, _, key = str(fault).partition(" - at ")
        raise _invalid(name, key.strip("`$.") or "file", reason) from fault


def _check(name: str, mood: Mood) -> None:
    _among(name, "colours", COLOURS, mood.colours)
    for missing in sorted(set(COLOURS) - set(mood.colours)):
        raise _invalid(name, f"colours.{missing}", "the section is missing")
    for title, colour in mood.colours.items():
        _among(name, f"colours.{title}.scale", SCALES, [colour.scale])
        for symbol in (symbol for progression in colour.progressions for symbol in progression):
            if not is_symbol(symbol):
                raise _invalid(name, f"colours.{title}.progressions", f"'{symbol}' is no chord symbol")
    for key in ("lift_risers", "lift_hits", "final_instruments"):
        _among(name, key, INSTRUMENTS, getattr(mood, key))
    for place, layer in enumerate(mood.layers):
        _check_layer(name, f"layers[{place}]", layer)


def _check_layer(name: str, key: str, layer: Layer) -> None:
    _among(name, f"{key}.part", PARTS, [layer.part])
    _among(name, f"{key}.instruments", INSTRUMENTS, layer.instruments)
    if not layer.instruments or not layer.patterns:
        raise _invalid(name, key, "at least one instrument and one pattern are needed")
    for pattern in layer.patterns:
        if len(pattern) != _STEPS_PER_BAR or not _MARKS.issuperset(pattern):
            raise _invalid(name, f"{key}.patterns", f"'{pattern}' is not 16 marks of X, x, o and .")
    low, high = layer.register
    span = _CHORD_SPAN if layer.part in _CHORD_PARTS else _OCTAVE
    if high - low < span:
        raise _invalid(name, f"{key}.register", f"must span at least {span} semitones")


def _among(name: str, key: str, allowed: Iterable[str], given: Iterable[str]) -> None:
    known = [str(choice) for choice in allowed]
    for value in given:
        if value not in known:
            raise _invalid(name, key, f"'{value}' is unknown; choose one of: {', '.join(known)}")


def _invalid(name: str, key: str, reason: str) -> ClipwrightError:
    return ClipwrightError("mood_invalid", file=f"assets/music/{name}", key=key, reason=reason)
