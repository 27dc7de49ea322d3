"""Reads assets/voices/neural/<engine>.toml, which maps voice ids to an engine's voices."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec

from renderer.assets import invalid, read_asset
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.voices.profiles import VOICES_FOLDER

NEURAL_FOLDER: Final = VOICES_FOLDER / "neural"
ANY: Final = "any"


class NeuralVoice(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An engine's own voice; `speed` 1 is its own pace, `speaker` counts from 0 in multi-speaker models.

    `pace` is the measured number of characters of spoken text per second (0: not measured).
    """

    voice: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,80}$")]
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)] = 1.0
    speaker: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.0


VoiceTable = dict[Voice, dict[str, NeuralVoice]]
"""Voices by voice id, then by language code or "any"."""

Row = TypeVar("Row", bound=msgspec.Struct)


def load_table(path: Path) -> VoiceTable:
    """The table of an engine with named voices; raises what `load_rows` raises."""
    return load_rows(path, NeuralVoice)


@functools.cache
def load_rows(path: Path, kind: type[Row]) -> dict[Voice, dict[str, Row]]:
    """The table of an engine in rows of `kind`, with an entry for every voice id.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    table = read_asset(path, dict[Voice, dict[str, kind]])  # type: ignore[valid-type]  # built at run time
    for key, reason in _problems(table):
        raise invalid(path, key, reason)
    return table


def _problems(table: Mapping[Voice, Mapping[str, object]]) -> list[tuple[str, str]]:
    allowed = {ANY, *(language.value for language in Language)}
    missing = [voice.value for voice in Voice if voice not in table]
    found = [("table", f"no entry for {', '.join(missing)}")] if missing else []
    for voice, rows in table.items():
        wrong = sorted(set(rows) - allowed)
        found += [
            (f"{voice.value}.{name}", f"a language is one of {', '.join(sorted(allowed))}") for name in wrong
        ]
    return found[::-1]


def table_digest(path: Path, kind: type[msgspec.Struct] = NeuralVoice) -> str:
    """Twelve hex digits that change with the table of rows of `kind`; raises what `load_rows` raises."""
    load_rows(path, kind)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def neural_voice(path: Path, voice: Voice, language: Language, *, engine: str) -> NeuralVoice:
    """The entry for a voice id and a language; raises what `row_for` raises."""
    return row_for(load_table(path), voice, language, engine=engine)


def found_row(table: Mapping[Voice, Mapping[str, Row]], voice: Voice, language: Language) -> Row | None:
    """The entry for a voice id and a language, else for any language, else None."""
    rows = table[voice]
    return rows.get(language.value) or rows.get(ANY)


def row_for(
    table: Mapping[Voice, Mapping[str, Row]], voice: Voice, language: Language, *, engine: str
) -> Row:
    """The entry for a voice id and a language.

    Raises:
        ClipwrightError: `voice_unavailable` when the engine has no voice for the language.
    """
    found = found_row(table, voice, language)
    if not found:
        known = ", ".join(sorted(table[voice])) or "no language with this voice id"
        raise ClipwrightError(
            "voice_unavailable",
            voice=voice,
            language=language,
            engine=engine,
            reason=f"it speaks {known}; CLIPWRIGHT_SPEAKERS can name another engine",
        )
    return found
