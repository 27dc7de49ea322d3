"""Fallback between speech engines, in order of preference.

A narration has one voice, so an engine is chosen for all of its lines at once, before the first is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from renderer.backends.providers.fallback import first_that_works
from renderer.backends.speech.base import Speech, SpeechEngine, start_early
from renderer.backends.speech.choice import Chosen, Heard, HeardLine, unheard
from renderer.backends.speech.together import spoken_together
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line


class SpeechFallback(Struct, frozen=True, kw_only=True):
    """At least one engine; each should be cached (`CachedSpeech`), since every line is requested twice."""

    engines: tuple[SpeechEngine, ...]
    fallback: bool

    @property
    def name(self) -> str:
        """The first engine's name; `choose` returns the engine that actually speaks."""
        return self.engines[0].name

    def engine_for(self, language: Language) -> str:
        """The first engine's answer."""
        return self.engines[0].engine_for(language)

    @property
    def lanes(self) -> int:
        """The first engine's number of lanes."""
        return self.engines[0].lanes

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether any of the engines does."""
        return any(engine.serves(language, voice) for engine in self.engines)

    @property
    def fingerprint(self) -> str:
        """The fingerprints of all engines, and whether the later ones may be used."""
        return f"{' then '.join(engine.fingerprint for engine in self.engines)} (fallback {self.fallback})"

    def start(self, language: Language, voice: Voice) -> None:
        """Start the first engine that has the voice."""
        start_early(self._able(language, voice)[0], language, voice)

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """Speak one line with the first engine that can; use `choose` for a whole narration."""
        return self.choose([line], language=language, voice=voice).engine.speak(
            line, language=language, voice=voice
        )

    def choose(
        self, lines: Sequence[Line], *, language: Language, voice: Voice, heard: Heard = unheard
    ) -> Chosen:
        """The first engine that has the voice and speaks all lines; raises what `first_that_works` raises."""
        able = self._able(language, voice)

        def speak_all(engine: SpeechEngine) -> None:
            spoken = spoken_together(engine, lines, language=language, voice=voice)
            for number, (line, speech) in enumerate(spoken, start=1):
                heard(HeardLine(number=number, engine=engine, line=line, speech=speech))

        engine, _, notes = first_that_works("speech", able, speak_all, fallback=self.fallback)
        return Chosen(engine=engine, notes=notes)

    def _able(self, language: Language, voice: Voice) -> tuple[SpeechEngine, ...]:
        """The engines that have the voice; all if none has, so that the first one's error says why."""
        return tuple(one for one in self.engines if one.serves(language, voice)) or self.engines
