"""The speech that ships: espeak-ng for nine languages, Open JTalk for Japanese. No account, no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from renderer.backends.speech.base import Speech
from renderer.backends.speech.espeak import EspeakEngine
from renderer.backends.speech.joining import joined
from renderer.backends.speech.openjtalk import OpenJTalkEngine
from renderer.backends.speech.scripts import Run, runs_by_script
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.text.voices import load_voice

JAPANESE_RUN: Final = "openjtalk"
FOREIGN_TIMBRE: Final = Language.EN
"""Whose espeak settings read a foreign word inside a Japanese line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedEngine:
    """Chooses by language; a word in a foreign script inside a Japanese line goes to espeak."""

    espeak: EspeakEngine = field(default_factory=EspeakEngine)
    openjtalk: OpenJTalkEngine = field(default_factory=OpenJTalkEngine)

    @property
    def name(self) -> str:
        """Always "embedded"."""
        return "embedded"

    @property
    def fingerprint(self) -> str:
        """Those of both engines."""
        return f"{self.espeak.fingerprint} + {self.openjtalk.fingerprint}"

    def engine_for(self, language: Language) -> str:
        """Name of the engine that speaks a language, for manifests and word sources."""
        return self.openjtalk.name if language is Language.JA else self.espeak.name

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The spoken line; raises as the two engines do."""
        if language is not Language.JA:
            return self.espeak.speak(line, language=language, voice=voice)
        runs = runs_by_script(line.tokens, language=language, own_voice=JAPANESE_RUN)
        if all(run.voice == JAPANESE_RUN for run in runs):
            return self.openjtalk.speak(line, language=language, voice=voice)
        return self._speak_mixed(line, runs, voice)

    def _speak_mixed(self, line: Line, runs: Sequence[Run], voice: Voice) -> Speech:
        timbre = load_voice(voice).espeak[FOREIGN_TIMBRE]
        parts = [
            self.openjtalk.speak(Line(id=line.id, tokens=run.tokens), language=Language.JA, voice=voice)
            if run.voice == JAPANESE_RUN
            else self.espeak.speak_runs(line.id, [(run, timbre)])[0]
            for run in runs
        ]
        return joined(parts)
