"""Reads and checks moods and bends: assets/music/*.toml.

To add a mood: write a TOML file named after the pack; its layers name parts (players.py) and instruments
(instruments/registry.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from renderer.assets import ASSETS, check_choices, invalid, read_asset
from renderer.audio.instruments.registry import INSTRUMENTS
from renderer.audio.music.harmony import SCALES, is_symbol
from renderer.audio.music.mood import Bend, Mood, MoodLayer
from renderer.contract.vocabulary import StylePack, VideoMode

MUSIC_FOLDER: Final = ASSETS / "music"
PARTS: Final = ("pad", "bass", "arpeggio", "melody", "drums", "bed", "pedal", "stab")
COLOURS: Final = ("bright", "plain", "dark")
_STEPS_PER_BAR: Final = 16
_CHORD_PARTS: Final = frozenset({"pad", "stab"})
_OCTAVE: Final = 12
_CHORD_SPAN: Final = 24
_MARKS: Final = frozenset("Xx.o")


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
