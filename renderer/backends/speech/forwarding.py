"""An engine in front of another: whatever it does not do itself, it leaves to the one behind."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.speech.base import SpeechEngine, start_early
from renderer.contract.vocabulary import Language, Voice


class ForwardingSpeech(Struct, frozen=True, kw_only=True):
    """Says of itself what `engine` says; what is heard is the same, so the fingerprint is as well."""

    engine: SpeechEngine

    @property
    def name(self) -> str:
        """The engine's name."""
        return self.engine.name

    def engine_for(self, language: Language) -> str:
        """As the engine says."""
        return self.engine.engine_for(language)

    @property
    def lanes(self) -> int:
        """The engine's."""
        return self.engine.lanes

    def serves(self, language: Language, voice: Voice) -> bool:
        """As the engine says."""
        return self.engine.serves(language, voice)

    @property
    def fingerprint(self) -> str:
        """The engine's."""
        return self.engine.fingerprint

    def start(self, language: Language, voice: Voice) -> None:
        """Start the engine."""
        start_early(self.engine, language, voice)
