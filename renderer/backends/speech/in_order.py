"""Several speech engines in order of preference.

One narration has one voice, so the choice is made for all of its lines at once, before the first is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderer.backends.providers.in_order import first_that_works
from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.choice import Chosen
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginesInOrder:
    """At least one engine. Each should keep its lines (`CachedSpeech`), since it is asked for them twice."""

    engines: tuple[SpeechEngine, ...]
    fallback: bool

    @property
    def name(self) -> str:
        """The first engine's name; `choose` says who speaks in the end."""
        return self.engines[0].name

    def engine_for(self, language: Language) -> str:
        """As the first engine says."""
        return self.engines[0].engine_for(language)

    @property
    def fingerprint(self) -> str:
        """Those of all engines, and whether the later ones may stand in."""
        return f"{' then '.join(engine.fingerprint for engine in self.engines)} (fallback {self.fallback})"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """One line by the first engine that can; a whole narration goes through `choose`."""
        return self.choose([line], language=language, voice=voice).engine.speak(
            line, language=language, voice=voice
        )

    def choose(self, lines: Sequence[Line], *, language: Language, voice: Voice) -> Chosen:
        """The first engine that speaks all lines; raises as `first_that_works`."""

        def speak_all(engine: SpeechEngine) -> None:
            for line in lines:
                engine.speak(line, language=language, voice=voice)

        engine, _, notes = first_that_works("speech", self.engines, speak_all, fallback=self.fallback)
        return Chosen(engine=engine, notes=notes)
