"""The base of wrappers around a speech engine, which forwards everything but `speak`."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.speech.base import SpeechEngine, start_early
from renderer.contract.vocabulary import Language, Voice


class ForwardingSpeech(Struct, frozen=True, kw_only=True):
    """Forwards to `engine`, including the fingerprint, as a wrapper does not change the sound."""

    engine: SpeechEngine

    @property
    def name(self) -> str:
        """The engine's name."""
        return self.engine.name

    def engine_for(self, language: Language) -> str:
        """Name of the engine that speaks a language."""
        return self.engine.engine_for(language)

    @property
    def lanes(self) -> int:
        """The engine's number of lanes."""
        return self.engine.lanes

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the engine has this voice in this language."""
        return self.engine.serves(language, voice)

    @property
    def fingerprint(self) -> str:
        """The engine's fingerprint."""
        return self.engine.fingerprint

    def start(self, language: Language, voice: Voice) -> None:
        """Start the engine."""
        start_early(self.engine, language, voice)
