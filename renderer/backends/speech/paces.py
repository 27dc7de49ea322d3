"""Tells the writer, before anything is spoken, how fast the engine that will speak reads."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from msgspec import Struct

from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.speaking_rate import RateMeasuringSpeech
from renderer.contract.vocabulary import Language, Voice
from renderer.voices.speaking_rate import BUNDLED


@runtime_checkable
class KnowsPace(Protocol):
    """An engine whose voice table has measured paces."""

    def pace(self, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second; 0 when it was not measured."""
        ...


class SpeakersPace(Struct, frozen=True, kw_only=True):
    """The pace of the first of `engines` that has the voice; the bundled table's if it is not known."""

    engines: tuple[SpeechEngine, ...]

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second, for one voice and language."""
        speaker = next((one for one in self.engines if one.serves(language, voice)), self.engines[0])
        if isinstance(speaker, RateMeasuringSpeech):
            return speaker.pace.characters_per_second(language=language, voice=voice)
        bare = speaker.engine if isinstance(speaker, CachedSpeech) else speaker
        known = bare.pace(language, voice) if isinstance(bare, KnowsPace) else 0.0
        return known or BUNDLED.characters_per_second(language=language, voice=voice)
