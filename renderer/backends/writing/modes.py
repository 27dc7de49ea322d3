"""Reads assets/modes/<mode>.toml: the texts of one video mode in ten languages."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.codec import canonical
from renderer.errors import ClipwrightError

MODES_FOLDER: Final = Path(__file__).resolve().parents[3] / "assets" / "modes"
PLACEHOLDER: Final = "{topic}"

_Passage = Annotated[str, msgspec.Meta(min_length=4, max_length=400)]
_Variants = Annotated[tuple[_Passage, ...], msgspec.Meta(min_length=2)]
_Beats = Annotated[tuple[_Variants, ...], msgspec.Meta(min_length=4, max_length=7)]
_Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class ModeTexts(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Passages in one language: variants of the hook, of each beat in story order, and of the close."""

    hooks: _Variants
    beats: _Beats
    closes: _Variants


class ModeVisuals(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """English search words for the picture of each scene."""

    hook: _Words
    beats: tuple[_Words, ...]
    close: _Words


class ModeFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One video mode."""

    label: str
    visuals: ModeVisuals
    texts: dict[Language, ModeTexts]


@functools.cache
def load_mode(mode: VideoMode, folder: Path = MODES_FOLDER) -> ModeFile:
    """The texts of a mode.

    Raises:
        ClipwrightError: `asset_missing` or `mode_invalid` (file, key and what is allowed there).
    """
    path = folder / f"{mode.value}.toml"
    try:
        file = msgspec.toml.decode(path.read_bytes(), type=ModeFile)
    except OSError as error:
        raise ClipwrightError("asset_missing", path=f"assets/modes/{path.name}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason, _, key = str(error).partition(" - at ")
        raise ClipwrightError("mode_invalid", file=path.name, key=key or "toml", reason=reason) from error
    for key, reason in _problems(file):
        raise ClipwrightError("mode_invalid", file=path.name, key=key, reason=reason)
    return file


def _problems(file: ModeFile) -> list[tuple[str, str]]:
    missing = [language.value for language in Language if language not in file.texts]
    found = [("texts", f"no texts for {', '.join(missing)}")] if missing else []
    for language, texts in file.texts.items():
        where = f"texts.{language.value}"
        if len(texts.beats) != len(file.visuals.beats):
            found.append(
                (f"{where}.beats", f"{len(file.visuals.beats)} beats are needed, as in visuals.beats")
            )
        if any(hook.count(PLACEHOLDER) != 1 for hook in texts.hooks):
            found.append((f"{where}.hooks", f"every hook names {PLACEHOLDER} once"))
        others = [passage for beat in texts.beats for passage in beat] + list(texts.closes)
        if any("{" in passage for passage in others):
            found.append((where, "placeholders stand in hooks only"))
    return found


def modes_digest(folder: Path = MODES_FOLDER) -> str:
    """Twelve hex digits that change with any text of any mode."""
    return hashlib.sha256(canonical([load_mode(mode, folder) for mode in VideoMode])).hexdigest()[:12]
