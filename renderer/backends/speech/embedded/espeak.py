"""espeak-ng through its wheel: nine languages, exact word times, deterministic, in its own process."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.embedded.espeak_process import (
    Asked,
    EspeakError,
    EspeakProcess,
    Utterance,
    shared_process,
)
from renderer.backends.speech.joining import joined
from renderer.backends.speech.script_runs import VOICE_NAMES, ScriptRun, runs_by_script
from renderer.backends.speech.spans import spans_from_marks, spoken_with_ranges
from renderer.backends.speech.unreadable import pause_for
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line, Token
from renderer.core.voice import EspeakTimbre
from renderer.errors import ClipwrightError
from renderer.voices.profiles import load_voice, voices_digest

FULL_SCALE: Final = 32768.0
REVISION: Final = 2
"""Raise when this module changes what is heard."""


class EspeakEngine(Struct, frozen=True, kw_only=True):
    """Speaks every language but Japanese; foreign-script words are read by a voice for that script."""

    timeout: float = 30.0
    process: EspeakProcess = field(default_factory=shared_process)
    rate: float = 1.0
    """Factor on the rate in the voices' settings."""

    def at_rate(self, rate: float) -> EspeakEngine:
        """The same engine at another pace."""
        return replace(self, rate=rate)

    @property
    def name(self) -> str:
        """Always "espeak"."""
        return "espeak"

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def lanes(self) -> int:
        """One: its helper process speaks one request at a time."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Every language but Japanese."""
        del voice
        return language in VOICE_NAMES

    @property
    def fingerprint(self) -> str:
        """Wheel version, this module's revision, digest of all voice settings."""
        told = f"espeakng-loader {version('espeakng-loader')} r{REVISION} voices {voices_digest()}"
        return told if self.rate == 1.0 else f"{told} rate {self.rate:g}"

    @property
    def reader(self) -> str:
        """Identifies what its phonemes depend on."""
        return f"espeakng-loader {version('espeakng-loader')}"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line at espeak's own rate (22050 Hz) with a span per token; unreadable runs become pauses.

        Raises:
            ClipwrightError: `voice_unavailable` for Japanese; `speech_failed` (retryable) when the helper
                process crashes or hangs.
        """
        if language not in VOICE_NAMES:
            raise ClipwrightError(
                "voice_unavailable",
                voice=voice,
                language=language,
                engine=self.name,
                reason="it cannot read kanji",
            )
        timbre = load_voice(voice).espeak[language]
        runs = runs_by_script(line.tokens, language=language, own_voice=VOICE_NAMES[language])
        if not runs:
            raise _failed(line.id, "the line has no words")
        return joined(self.speak_runs(line.id, [(run, timbre) for run in runs]))

    def speak_runs(self, line_id: str, runs: Sequence[tuple[ScriptRun, EspeakTimbre]]) -> list[Speech]:
        """Speak each run with its espeak voice, several at once; raises what `speak` raises."""
        asked = [
            Asked(
                text=spoken_with_ranges(run.tokens).text,
                voice=f"{run.voice}+{timbre.variant}",
                rate=round(timbre.rate * self.rate),
                pitch=timbre.pitch,
                range=timbre.range,
            )
            for run, timbre in runs
        ]
        try:
            said = self.process.speak_all(asked, timeout=self.timeout)
        except EspeakError as error:
            raise _failed(line_id, str(error)) from error
        except LookupError as error:
            names = ", ".join(sorted({one.voice for one in asked}))
            raise ClipwrightError(
                "voice_unavailable",
                voice=names,
                language=", ".join(sorted({run.voice for run, _ in runs})),
                engine=self.name,
                reason=error,
            ) from error
        return [_as_speech(one, run.tokens) for one, (run, _) in zip(said, runs, strict=True)]


def _failed(line_id: str, reason: str) -> ClipwrightError:
    return ClipwrightError("speech_failed", engine="espeak", line=line_id, reason=reason)


def _as_speech(said: Utterance, tokens: Sequence[Token]) -> Speech:
    samples: Samples = (said.samples / FULL_SCALE).astype(np.float32)
    spans = spans_from_marks(said.words, tokens=tokens, samples=samples, rate=said.rate)
    if not spans:
        return pause_for(tokens, said.rate, engine="espeak")
    return Speech(samples=samples, rate=said.rate, spans=spans)
