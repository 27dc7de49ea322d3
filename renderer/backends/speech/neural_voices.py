"""Reads assets/voices/neural/<engine>.toml: which of an engine's voices speaks as which voice id."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.text.voices import VOICES_FOLDER

NEURAL_FOLDER: Final = VOICES_FOLDER / "neural"
ANY: Final = "any"


class NeuralVoice(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An engine's own voice name; `speed` 1 is its own pace; `speaker` of a model with several, from 0."""

    voice: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,80}$")]
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)] = 1.0
    speaker: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


VoiceTable = dict[Voice, dict[str, NeuralVoice]]
"""By voice id, then by language code or "any"."""


@functools.cache
def load_table(path: Path) -> VoiceTable:
    """The table of an engine, with an entry for every voice id.

    Raises:
        ClipwrightError: `asset_missing`, `voice_invalid`.
    """
    try:
        table = msgspec.toml.decode(path.read_bytes(), type=VoiceTable)
    except OSError as error:
        raise ClipwrightError("asset_missing", path=path.name) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason, _, key = str(error).partition(" - at ")
        raise ClipwrightError("voice_invalid", file=path.name, key=key or "toml", reason=reason) from error
    for key, reason in _problems(table):
        raise ClipwrightError("voice_invalid", file=path.name, key=key, reason=reason)
    return table


def _problems(table: VoiceTable) -> list[tuple[str, str]]:
    allowed = {ANY, *(language.value for language in Language)}
    missing = [voice.value for voice in Voice if voice not in table]
    found = [("table", f"no entry for {', '.join(missing)}")] if missing else []
    for voice, rows in table.items():
        wrong = sorted(set(rows) - allowed)
        found += [
            (f"{voice.value}.{name}", f"a language is one of {', '.join(sorted(allowed))}") for name in wrong
        ]
    return found[::-1]


def table_digest(path: Path) -> str:
    """Twelve hex digits that change with the table; raises as `load_table`."""
    load_table(path)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def neural_voice(path: Path, voice: Voice, language: Language, *, engine: str) -> NeuralVoice:
    """The entry for a voice id and a language.

    Raises:
        ClipwrightError: `voice_unavailable` when the engine has no voice for the language.
    """
    rows = load_table(path)[voice]
    found = rows.get(language.value) or rows.get(ANY)
    if not found:
        known = ", ".join(sorted(rows))
        raise ClipwrightError(
            "voice_unavailable",
            voice=voice,
            language=language,
            engine=engine,
            reason=f"it speaks {known}; CLIPWRIGHT_SPEAKERS can name another engine",
        )
    return found
