"""A speech engine for tests: one tone burst per token, so word times can be measured in the audio."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError

LETTER_SECONDS: Final = 0.06
GAP_SECONDS: Final = 0.05
BASE_HZ: Final = 220.0
STEP_HZ: Final = 55.0
LEVEL: Final = 0.3


class FakeSpeech(Struct, frozen=True, kw_only=True):
    """Token n is a tone of 220 Hz + 55 Hz x (n mod 8), raised by voice; 60 ms per letter, 50 ms apart.

    Without `knows_times` it reports no spans, like a voice that needs an aligner.
    """

    rate: int = 22_050
    knows_times: bool = True

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    def engine_for(self, language: Language) -> str:
        """This engine, whatever the language."""
        del language
        return self.name

    @property
    def lanes(self) -> int:
        """Always one."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Always true."""
        del language, voice
        return True

    @property
    def fingerprint(self) -> str:
        """Fixed: the tones never change."""
        return f"fake 1 at {self.rate} Hz"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """Tone bursts; raises `speech_failed` for a line without tokens."""
        if not line.tokens:
            reason = f"a line in {language} without words"
            raise ClipwrightError("speech_failed", engine=self.name, line=line.id, reason=reason)
        spans: list[TokenSpan] = []
        samples = np.zeros(0, np.float32)
        gap = np.zeros(round(GAP_SECONDS * self.rate), np.float32)
        for index, token in enumerate(line.tokens):
            burst = self._burst(index, max(1, len(token.spoken)), voice)
            spans.append(
                TokenSpan(token=index, start=len(samples), end=len(samples) + len(burst), confidence=1.0)
            )
            samples = np.concatenate((samples, burst, gap))
        return Speech(samples=samples, rate=self.rate, spans=tuple(spans) if self.knows_times else ())

    def _burst(self, index: int, letters: int, voice: Voice) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        hertz = BASE_HZ + STEP_HZ * (index % 8) + 5.0 * list(Voice).index(voice)
        times = np.arange(round(letters * LETTER_SECONDS * self.rate)) / self.rate
        return (LEVEL * np.sin(2 * np.pi * hertz * times)).astype(np.float32)
