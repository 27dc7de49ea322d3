"""The last recording of a film, by the text of its sentences: after an edit only new ones are spoken.

Only for a voice with a single engine. With several, which one speaks is decided while all lines are spoken;
what they say is kept line by line (renderer/backends/speech/line_cache.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from pipelines.film.sounded_lines import VERSION as SOUNDED
from pipelines.film.spoken_before import SpokenBefore
from pipelines.seeds import order_seed
from renderer.backends.speech.base import SpeechEngine
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.codec import decode, encode
from renderer.core.words import TakeLine
from renderer.errors import ClipwrightError
from renderer.runtime.kept_parts import KeptParts, part_key
from renderer.voices.profiles import load_voice

VERSION: Final = 1
"""Raise it when sentences are spoken differently although their engine's fingerprint is the same."""


class _Kept(Struct, frozen=True, kw_only=True):
    """The stem (a digest), and for each text its line in the stem and the notes on it."""

    stem: str
    lines: Mapping[str, TakeLine]
    said: Mapping[str, tuple[str, ...]]


class LastRecording:
    """Remembers one recording of a film by one engine at one rate."""

    def __init__(self, parts: KeptParts, order: LongFormOrder, engine: SpeechEngine, *, rate: float) -> None:
        self._parts = parts
        voice = load_voice(order.settings.voice)
        decided_by = {
            "film": order_seed(order),
            "voice": order.settings.voice,
            "language": order.settings.language,
            "lexicon": order.lexicon,
            "engine": engine.fingerprint,
            "rate": rate,
            "chain": [voice.chain(engine.engine_for(order.settings.language)), SOUNDED],
        }
        self._key = part_key("last recording", version=VERSION, decided_by=decided_by)

    def spoken(self) -> SpokenBefore:
        """The lines of the recording; none if it is lost or damaged."""
        try:
            kept = decode(self._parts.facts(self._key), _Kept)
        except (msgspec.MsgspecError, ClipwrightError):
            return SpokenBefore()
        if self._parts.checked(kept.stem) is None:
            return SpokenBefore()
        return SpokenBefore(audio=kept.stem, lines=kept.lines, said=kept.said)

    def note(self, stem: str, lines: Mapping[str, TakeLine], said: Mapping[str, tuple[str, ...]]) -> None:
        """Remember this recording in place of the last one.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        self._parts.keep_facts(self._key, encode(_Kept(stem=stem, lines=lines, said=said)))
