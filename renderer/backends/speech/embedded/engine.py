"""The bundled speech: espeak-ng for nine languages, Open JTalk for Japanese. No account, no network."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.joining import joined
from renderer.backends.speech.script_runs import VOICE_NAMES, ScriptRun, runs_by_script
from renderer.backends.speech.unreadable import read_as_latin, transliterated
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.voices.profiles import load_voice

REVISION: Final = 2
"""Raise when this module changes what is heard."""
JAPANESE_RUN: Final = "openjtalk"
FOREIGN_TIMBRE: Final = Language.EN
"""Language whose espeak settings are used for foreign words in Japanese lines."""


class EmbeddedEngine(Struct, frozen=True, kw_only=True):
    """Chooses the engine by language; foreign-script words in Japanese lines are read by espeak."""

    espeak: EspeakEngine = field(default_factory=EspeakEngine)
    openjtalk: OpenJTalkEngine = field(default_factory=OpenJTalkEngine)

    def at_rate(self, rate: float) -> EmbeddedEngine:
        """The same engine at another pace, except in Japanese (see openjtalk.py)."""
        return replace(self, espeak=self.espeak.at_rate(rate))

    @property
    def name(self) -> str:
        """Always "embedded"."""
        return "embedded"

    @property
    def lanes(self) -> int:
        """One: its engines are too fast for threads to pay off."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Always true."""
        del language, voice
        return True

    @property
    def fingerprint(self) -> str:
        """This module's revision and those of both engines."""
        return f"embedded r{REVISION}: {self.espeak.fingerprint} + {self.openjtalk.fingerprint}"

    def engine_for(self, language: Language) -> str:
        """Name of the engine that speaks a language, for manifests and word sources."""
        return self.openjtalk.name if language is Language.JA else self.espeak.name

    def start(self, language: Language, voice: Voice) -> None:
        """Start espeak's helper process, unless the language is Japanese."""
        del voice
        if language is not Language.JA:
            self.espeak.process.start()

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The spoken line; raises what the two engines raise."""
        if language is not Language.JA:
            return self.espeak.speak(line, language=language, voice=voice)
        runs = runs_by_script(line.tokens, language=language, own_voice=JAPANESE_RUN)
        return joined([self._speak_run(line.id, run, voice) for run in runs])

    def _speak_run(self, line_id: str, run: ScriptRun, voice: Voice) -> Speech:
        """Speak a part of a Japanese line; what Open JTalk cannot pronounce is transliterated for espeak."""
        timbre = load_voice(voice).espeak[FOREIGN_TIMBRE]
        if run.voice != JAPANESE_RUN:
            return self.espeak.speak_runs(line_id, [(run, timbre)])[0]
        try:
            line = Line(id=line_id, tokens=run.tokens)
            return self.openjtalk.speak(line, language=Language.JA, voice=voice)
        except ClipwrightError as error:
            if error.code != "line_unspeakable":
                raise
        latin = ScriptRun(voice=VOICE_NAMES[FOREIGN_TIMBRE], tokens=transliterated(run.tokens))
        said = self.espeak.speak_runs(line_id, [(latin, timbre)])[0]
        return read_as_latin(said, run.tokens, engine=self.openjtalk.name)
