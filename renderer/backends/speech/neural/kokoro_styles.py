"""The Kokoro voices: bundled style vectors, alone or blended, and the table that assigns them to voice ids.

`assets/voices/neural/kokoro/styles.npz` holds the published vectors as a product of rows and a basis
(tools/build_styles.py); `kokoro.toml` says which blend speaks as which voice id, and how fast.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec
import numpy as np

from renderer.assets import invalid
from renderer.backends.speech.base import Samples
from renderer.backends.speech.voice_map import NEURAL_FOLDER, load_rows, row_for
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError

STYLES: Final = NEURAL_FOLDER / "kokoro" / "styles.npz"
TABLE: Final = NEURAL_FOLDER / "kokoro.toml"


class BlendedVoice(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Published voices with their shares, which are normalised by their sum; `speed` 1 is their own pace.

    `pace` is the measured number of characters of spoken text per second (0: not measured).
    """

    blend: dict[str, Annotated[float, msgspec.Meta(ge=-1, le=2)]]
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)] = 1.0
    pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.0


VoiceRows = dict[Voice, dict[str, BlendedVoice]]
"""Voices by voice id, then by language code or "any"."""


def blended_voice(table: Path, voice: Voice, language: Language, *, engine: str) -> BlendedVoice:
    """The entry for a voice id and a language; raises what `row_for` and `load_rows` raise."""
    rows: VoiceRows = load_rows(table, BlendedVoice)
    return row_for(rows, voice, language, engine=engine)


@functools.cache
def _tables(path: Path) -> dict[str, Samples]:
    """Style vectors by voice name, each of shape (rows, 256)."""
    try:
        with np.load(path) as packed:
            names = sorted({name.rpartition(".")[0] for name in packed.files})
            return {name: packed[f"{name}.rows"] @ packed[f"{name}.basis"] for name in names}
    except OSError as error:
        raise ClipwrightError("asset_missing", path=path.name) from error


def style(blend: Mapping[str, float], symbols: int, *, path: Path = STYLES) -> Samples:
    """The blend's style, shape (1, 256), for a text of `symbols` symbols (at least one).

    Raises:
        ClipwrightError: `asset_missing`; `asset_invalid` for a voice that was never published.
    """
    tables = _tables(path)
    total = np.zeros(next(iter(tables.values())).shape[1], np.float64)
    for name, share in blend.items():
        if name not in tables:
            raise invalid(TABLE, name, f"must be one of {', '.join(tables)}")
        rows = tables[name]
        total += share * rows[min(symbols, len(rows)) - 1]
    return np.asarray(total / sum(blend.values()), np.float32)[None]


@functools.cache
def styles_digest(path: Path = STYLES) -> str:
    """Twelve hex digits of the bundled vectors."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
