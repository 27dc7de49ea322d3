"""Reads the prompts for language models, assets/prompts/*.toml."""

from __future__ import annotations

import functools
import hashlib
import string
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from renderer.assets import ASSETS, invalid, read_asset
from renderer.contract.vocabulary import Language, VideoMode
from renderer.errors import ClipwrightError

PROMPTS_FOLDER: Final = ASSETS / "prompts"

_Text = Annotated[str, msgspec.Meta(min_length=10, max_length=8000)]
T = TypeVar("T")


class ModePrompt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The prompt of a mode: the narrator, how the story runs, its tone, and what to avoid."""

    narrator: _Text
    story: _Text
    tone: _Text
    avoid: _Text


class LanguagePrompt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A language's English name and, in the language itself, how to write it."""

    name: Annotated[str, msgspec.Meta(min_length=4, max_length=40)]
    style: _Text


class Prompt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The system message and the request to repair an answer, with fields in braces.

    `grounding` is put before the system message when there are passages to use as sources.
    """

    system: _Text
    repair: _Text
    grounding: str = ""


FIELDS: Final[dict[str, frozenset[str]]] = {
    "writing": frozenset(
        {"narrator", "story", "tone", "avoid", "language", "style", "seconds", "characters", "form"}
    ),
    "translation": frozenset({"source", "target", "style"}),
    "condensing": frozenset({"language", "style", "seconds", "characters"}),
    "expanding": frozenset({"language", "style", "seconds", "characters"}),
    "narration": frozenset({"source", "target", "style"}),
    "shortening": frozenset({"source", "target", "style"}),
}
"""The fields that each system message must contain, and no others."""


def load_modes(folder: Path = PROMPTS_FOLDER) -> dict[VideoMode, ModePrompt]:
    """The prompts of all modes; raises `asset_missing`, `asset_invalid`."""
    path = folder / "modes.toml"
    return _complete(path, _read(path, dict[VideoMode, ModePrompt]), VideoMode)


def load_languages(folder: Path = PROMPTS_FOLDER) -> dict[Language, LanguagePrompt]:
    """The prompts of all languages; raises `asset_missing`, `asset_invalid`."""
    path = folder / "languages.toml"
    return _complete(path, _read(path, dict[Language, LanguagePrompt]), Language)


def load_prompt(work: str, folder: Path = PROMPTS_FOLDER) -> Prompt:
    """The prompt for a kind of work, a key of `FIELDS`; raises `asset_missing`, `asset_invalid`."""
    path = folder / f"{work}.toml"
    prompt: Prompt = _read(path, Prompt)
    for key, text, wanted in (
        ("system", prompt.system, FIELDS[work]),
        ("repair", prompt.repair, {"problems"}),
    ):
        if _fields(path, key, text) != wanted:
            reason = f"it must name exactly these fields: {', '.join(sorted(wanted))}"
            raise invalid(path, key, reason)
    return prompt


def _fields(path: Path, key: str, text: str) -> set[str]:
    try:
        return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
    except ValueError as error:
        raise invalid(path, key, str(error)) from error


_read: Final = functools.cache(read_asset)


def _complete(path: Path, found: dict[Any, T], wanted: Any) -> dict[Any, T]:
    missing = [member.value for member in wanted if member not in found]
    if missing:
        reason = f"no entry for {', '.join(missing)}"
        raise invalid(path, "table", reason)
    return found


def prompts_digest(*names: str, folder: Path = PROMPTS_FOLDER) -> str:
    """Twelve hex digits that change with any of these prompt files; raises `asset_missing`."""
    digest = hashlib.sha256()
    for name in names:
        try:
            digest.update((folder / name).read_bytes())
        except OSError as error:
            raise ClipwrightError("asset_missing", path=f"assets/prompts/{name}") from error
    return digest.hexdigest()[:12]
