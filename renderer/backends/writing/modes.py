"""Reads assets/modes/<mode>.toml (pictures of scenes) and assets/asking/<language>.toml (questions)."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, invalid, read_asset
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.codec import canonical

TOPIC: Final = "{topic}"
WORD: Final = "{word}"
FEWEST_SENTENCES: Final = 60
"""Least number of sentences (leads times forms) for every mode and role."""

_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Texts = Annotated[tuple[_Text, ...], msgspec.Meta(min_length=6)]
_Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class ModeVisuals(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """English search words for the picture of each scene."""

    hook: _Words
    beats: Annotated[tuple[_Words, ...], msgspec.Meta(min_length=4, max_length=7)]
    close: _Words


class ModeFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One video mode."""

    label: str
    visuals: ModeVisuals


class Leads(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The words before the colon, in the voice of one mode, for each role."""

    hooks: _Texts
    beats: _Texts
    closes: _Texts


class Asking(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The texts of one language: the words after the colon, for each role, and the leads of every mode.

    Hooks and closes contain {topic} once, beats {word} once, so every sentence uses the topic's own words.
    """

    hooks: _Texts
    beats: _Texts
    closes: _Texts
    leads: dict[VideoMode, Leads]


@functools.cache
def load_mode(mode: VideoMode, folder: Path = ASSETS / "modes") -> ModeFile:
    """The pictures of a mode; raises `asset_missing`, `asset_invalid`."""
    return read_asset(folder / f"{mode.value}.toml", ModeFile)


@functools.cache
def load_asking(language: Language, folder: Path = ASSETS / "asking") -> Asking:
    """The sentences of a language.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    path = folder / f"{language.value}.toml"
    asking = read_asset(path, Asking)
    for key, reason in _problems(asking):
        raise invalid(path, key, reason)
    return asking


def _problems(asking: Asking) -> list[tuple[str, str]]:
    found = [("leads", f"none for {mode.value}") for mode in VideoMode if mode not in asking.leads]
    forms = {"hooks": (asking.hooks, TOPIC), "beats": (asking.beats, WORD), "closes": (asking.closes, TOPIC)}
    for key, (texts, holder) in forms.items():
        if any(text.count(holder) != 1 or text.count("{") != 1 for text in texts):
            found.append((key, f"each holds {holder} once and nothing else in braces"))
        for mode, leads in asking.leads.items():
            if len(getattr(leads, key)) * len(texts) < FEWEST_SENTENCES:
                found.append((f"leads.{mode.value}.{key}", f"{FEWEST_SENTENCES} sentences are needed"))
    return found


def modes_digest() -> str:
    """Twelve hex digits that change with any text of any mode."""
    texts = [load_mode(mode) for mode in VideoMode], [load_asking(language) for language in Language]
    return hashlib.sha256(canonical(texts)).hexdigest()[:12]
